//! What a site answers, and how it is sent.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::PATIENCE;
use crate::bomb;

/// The rules of all sites that have any.
const RULES: &str = "User-agent: *\nDisallow: /x\n";

/// Where a request came to.
pub(crate) struct Place<'p> {
    pub(crate) own: SocketAddr,
    /// The address of the site that behaves.
    pub(crate) good: SocketAddr,
    pub(crate) path: &'p str,
}

/// An answer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Answer {
    /// The rules of all sites, or a page.
    Good,
    /// The rules, and these lines after them.
    Rules(&'static str),
    /// Hours of visit that begin in two hours.
    OtherHours,
    /// The rules, and then 503, by turns of a second.
    Flapping,
    /// A status with header lines, each with its line end.
    Status(u16, &'static str),
    /// A redirect to a place where `PORT` stands for the own port, and `GOOD` for the site that
    /// behaves.
    Redirect(&'static str),
    /// A redirect to a path that has not been seen before.
    RedirectOnward,
    /// Nothing: the connection closes.
    Silence,
    /// Nothing, and the connection stays open.
    Hang,
    /// These bytes, and the connection closes.
    Raw(&'static [u8]),
    /// A byte a second, from the first one of the head on.
    SlowHead,
    /// A byte a second, from the first one of the body on.
    SlowBody,
    /// A header field without end.
    EndlessHead,
    /// A header of 64 MB, in lines.
    HugeHead,
    /// 103 (Early Hints), again and again.
    EndlessInterim,
    /// A gigabyte whose length is said.
    Gigabyte,
    /// Chunks without end.
    EndlessBody,
    /// A body that is half as long as it says.
    Broken,
    /// 2 MB that decompress to 300 MB.
    Bomb,
    /// Rules that say that they are compressed, and are not.
    FalseEncoding(&'static str),
    /// Rules, compressed without saying so.
    UndeclaredGzip,
    /// An index of 3,000 sitemaps, each of which is answered by 503 with `Retry-After`.
    FailingSitemaps(&'static str),
}

impl Answer {
    pub(crate) fn send(self, stream: &mut TcpStream, place: &Place<'_>) -> io::Result<()> {
        let good: &[u8] = match place.path {
            "/robots.txt" => RULES.as_bytes(),
            path if path.starts_with("/robots-moved") => RULES.as_bytes(),
            _ => b"<!DOCTYPE html>\n<title>A page</title>\n<p>Hello.\n",
        };
        match self {
            Self::Good => text(stream, good),
            Self::Rules(more) => text(stream, &[RULES.as_bytes(), more.as_bytes()].concat()),
            Self::OtherHours => {
                let hour = seconds() / 3600 + 2;
                let hours = format!("{RULES}Visit-time: {:02}00-{:02}59\n", hour % 24, (hour + 2) % 24);
                text(stream, hours.as_bytes())
            }
            Self::Flapping if seconds().is_multiple_of(2) => text(stream, good),
            Self::Flapping => status(stream, 503, "Retry-After: 1\r\n"),
            Self::Status(code, fields) => status(stream, code, fields),
            Self::Redirect(to) => {
                let to = to.replace("PORT", &place.own.port().to_string());
                let to = to.replace("GOOD", &place.good.to_string());
                status(stream, 302, &format!("Location: {to}\r\n"))
            }
            Self::RedirectOnward => status(stream, 302, &format!("Location: {}0\r\n", place.path)),
            Self::Silence => Ok(()),
            Self::Hang => {
                thread::sleep(PATIENCE);
                Ok(())
            }
            Self::Raw(bytes) => stream.write_all(bytes),
            Self::SlowHead => slowly(stream, b"HTTP/1.1 200 OK\r\nServer: slow\r\n\r\n"),
            Self::SlowBody => {
                head(stream, 200, good.len() as u64, "")?;
                slowly(stream, good)
            }
            Self::EndlessHead => {
                stream.write_all(b"HTTP/1.1 200 OK\r\nX-Endless: ")?;
                until_hung_up(stream, &[b'x'; 1 << 16])
            }
            Self::HugeHead => {
                let line = format!("X-Filler: {}\r\n", "x".repeat(1000));
                stream.write_all(b"HTTP/1.1 200 OK\r\n")?;
                for _ in 0..(64 << 20) / line.len() {
                    stream.write_all(line.as_bytes())?;
                }
                stream.write_all(b"Content-Length: 0\r\n\r\n")
            }
            Self::EndlessInterim => {
                let hints = b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n";
                until_hung_up(stream, &hints.repeat(100))
            }
            Self::Gigabyte => {
                head(stream, 200, 1 << 30, "")?;
                stream.write_all(good)?;
                let filler = [b'#'; 1 << 16];
                for _ in 0..(1 << 30) / filler.len() {
                    stream.write_all(&filler)?;
                }
                Ok(())
            }
            Self::EndlessBody => {
                stream.write_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")?;
                write!(stream, "{:x}\r\n", good.len())?;
                stream.write_all(good)?;
                stream.write_all(b"\r\n")?;
                until_hung_up(stream, "a\r\n# endless\n\r\n".repeat(1000).as_bytes())
            }
            Self::Broken => {
                head(stream, 200, 2 * good.len() as u64, "")?;
                stream.write_all(good)
            }
            Self::Bomb => {
                let bomb = bomb::gzip(2 << 20);
                head(stream, 200, bomb.len() as u64, "Content-Encoding: gzip\r\n")?;
                stream.write_all(&bomb)
            }
            Self::FalseEncoding(name) => {
                head(
                    stream,
                    200,
                    good.len() as u64,
                    &format!("Content-Encoding: {name}\r\n"),
                )?;
                stream.write_all(good)
            }
            Self::UndeclaredGzip => text(stream, &bomb::gzip(100)),
            Self::FailingSitemaps(_) if place.path == "/index.xml" => {
                let mut index =
                    String::from("<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
                for number in 0..3000 {
                    // Writing to a string cannot fail.
                    let _ = writeln!(
                        index,
                        "<sitemap><loc>http://{}/{number}.xml</loc></sitemap>",
                        place.own
                    );
                }
                text(stream, (index + "</sitemapindex>\n").as_bytes())
            }
            Self::FailingSitemaps(_) if place.path == "/robots.txt" => {
                let rules = format!("{RULES}Crawl-delay: 2\nSitemap: http://{}/index.xml\n", place.own);
                text(stream, rules.as_bytes())
            }
            Self::FailingSitemaps(retry_after) => status(stream, 503, retry_after),
        }
    }
}

/// Seconds since 1970.
fn seconds() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs())
}

fn head(stream: &mut TcpStream, code: u16, length: u64, fields: &str) -> io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {code} Status\r\nConnection: close\r\nContent-Length: {length}\r\n{fields}\r\n"
    )
}

fn status(stream: &mut TcpStream, code: u16, fields: &str) -> io::Result<()> {
    head(stream, code, 0, fields)
}

pub(crate) fn text(stream: &mut TcpStream, body: &[u8]) -> io::Result<()> {
    head(stream, 200, body.len() as u64, "")?;
    stream.write_all(body)
}

/// A byte a second.
fn slowly(stream: &mut TcpStream, bytes: &[u8]) -> io::Result<()> {
    let started = Instant::now();
    for byte in bytes {
        stream.write_all(&[*byte])?;
        if started.elapsed() > PATIENCE {
            break;
        }
        thread::sleep(Duration::from_secs(1));
    }
    Ok(())
}

/// The same bytes again and again, until the client has had enough.
fn until_hung_up(stream: &mut TcpStream, bytes: &[u8]) -> io::Result<()> {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        stream.write_all(bytes)?;
    }
    Ok(())
}
