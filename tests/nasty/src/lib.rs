//! A web server with sites that misbehave, each on a port of its own of 127.0.0.1: what crawlers meet
//! and their authors do not think of. [`SITES`] lists them.
//!
//! Whatever a site does, a crawler has to end in time, with bounded memory, and must not request
//! what it may not. [`NastySites::requests`] says what was requested, and when.

mod answer;
mod bomb;
mod sites;

use std::io::{self, BufRead, BufReader, Read};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use answer::{Answer, Place};
pub use sites::{SITES, Site};

/// A connection ends after this time, no matter what.
const PATIENCE: Duration = Duration::from_secs(60);

/// The longest request line or header line that is read.
const LONGEST_LINE: u64 = 1 << 16;

/// A request that came in.
#[derive(Clone, Debug)]
pub struct Request {
    /// The name of the site.
    pub site: &'static str,
    /// Since the start of the server.
    pub at: Duration,
    /// Path and query.
    pub path: String,
}

#[derive(Debug)]
struct Log {
    started: Instant,
    requests: Mutex<Vec<Request>>,
}

impl Log {
    fn requests(&self) -> Vec<Request> {
        self.requests
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn add(&self, site: &'static str, path: &str) {
        let request = Request {
            site,
            at: self.started.elapsed(),
            path: path.to_owned(),
        };
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        requests.push(request);
    }

    fn table(&self) -> String {
        let line = |request: &Request| {
            let Request { site, at, path } = request;
            format!("{site}\t{}\t{path}\n", at.as_millis())
        };
        self.requests().iter().map(line).collect()
    }
}

/// All sites, served until this is dropped.
#[derive(Debug)]
pub struct NastySites {
    addresses: Vec<(&'static str, SocketAddr)>,
    log_address: SocketAddr,
    log: Arc<Log>,
    stopped: Arc<AtomicBool>,
}

impl NastySites {
    /// Starts to serve all sites.
    ///
    /// # Errors
    ///
    /// If there are not enough free ports.
    pub fn start() -> io::Result<Self> {
        let log = Arc::new(Log {
            started: Instant::now(),
            requests: Mutex::new(Vec::new()),
        });
        let stopped = Arc::new(AtomicBool::new(false));
        let bind = || -> io::Result<(TcpListener, SocketAddr)> {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
            let address = listener.local_addr()?;
            Ok((listener, address))
        };
        let bound = SITES.iter().map(|site| Ok((site, bind()?)));
        let bound = bound.collect::<io::Result<Vec<_>>>()?;
        let addresses: Vec<_> = bound
            .iter()
            .map(|(site, (_, address))| (site.name, *address))
            .collect();
        // Where the sites that redirect to another one lead.
        let good = addresses[0].1;
        for (site, (listener, address)) in bound {
            let log = Arc::clone(&log);
            accept(listener, &stopped, move |stream| {
                serve(stream, &log, site.name, |path| {
                    let answer = if path == "/robots.txt" || path.starts_with("/robots-moved") {
                        site.robots
                    } else {
                        site.pages
                    };
                    let place = Place {
                        own: address,
                        good,
                        path,
                    };
                    (answer, place)
                })
            });
        }
        let (listener, log_address) = bind()?;
        let kept = Arc::clone(&log);
        accept(listener, &stopped, move |mut stream| {
            read_request(&stream)?;
            answer::text(&mut stream, kept.table().as_bytes())
        });
        Ok(Self {
            addresses,
            log_address,
            log,
            stopped,
        })
    }

    /// The names of the sites, and where each is, as `http://127.0.0.1:port`.
    pub fn sites(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        let addresses = self.addresses.iter();
        addresses.map(|(name, address)| (*name, format!("http://{address}")))
    }

    /// Where a site is.
    ///
    /// # Panics
    ///
    /// If there is no site of that name.
    #[must_use]
    pub fn url(&self, name: &str) -> String {
        let found = self.sites().find(|(site, _)| *site == name);
        found.unwrap_or_else(|| panic!("no site is named {name}")).1
    }

    /// Where the requests are listed.
    #[must_use]
    pub fn log_url(&self) -> String {
        format!("http://{}", self.log_address)
    }

    /// The requests to a site, in order.
    #[must_use]
    pub fn requests(&self, name: &str) -> Vec<Request> {
        let all = self.log.requests().into_iter();
        all.filter(|request| request.site == name).collect()
    }
}

impl Drop for NastySites {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        let addresses = self.addresses.iter().map(|(_, address)| address);
        for address in addresses.chain([&self.log_address]) {
            // Wakes the listener, so that it sees the flag.
            let _ = TcpStream::connect_timeout(address, Duration::from_secs(1));
        }
    }
}

/// Answers each connection in a thread of its own.
fn accept(
    listener: TcpListener,
    stopped: &Arc<AtomicBool>,
    answer: impl Fn(TcpStream) -> io::Result<()> + Send + Sync + 'static,
) {
    let (stopped, answer) = (Arc::clone(stopped), Arc::new(answer));
    thread::spawn(move || {
        for stream in listener.incoming() {
            if stopped.load(Ordering::Relaxed) {
                break;
            }
            let (Ok(stream), answer) = (stream, Arc::clone(&answer)) else {
                continue;
            };
            thread::spawn(move || {
                // It does not matter if a client hangs up.
                let _ = answer(stream);
            });
        }
    });
}

/// The path and query of a request, which is read to the end of its head; `None` if it has none.
fn read_request(stream: &TcpStream) -> io::Result<Option<String>> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream);
    let mut path = None;
    loop {
        let mut line = Vec::new();
        if reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        match line.trim_end() {
            "" => return Ok(path),
            line if path.is_none() => path = line.split(' ').nth(1).map(ToOwned::to_owned),
            _ => {}
        }
    }
}

fn serve<'p>(
    mut stream: TcpStream,
    log: &Log,
    site: &'static str,
    answer: impl for<'q> Fn(&'q str) -> (Answer, Place<'q>),
) -> io::Result<()> {
    let Some(path) = read_request(&stream)? else {
        return Ok(());
    };
    log.add(site, &path);
    let (answer, place) = answer(&path);
    answer.send(&mut stream, &place)
}
