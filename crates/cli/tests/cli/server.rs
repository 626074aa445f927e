//! A web server on 127.0.0.1 for tests: several virtual sites, distinguished by the `Host` field,
//! some of them ill-behaved.
//!
//! It is also an HTTP proxy for itself (`CONNECT` is answered and then ignored), so that a client
//! configured with it as its proxy can use any host name without a resolver.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Connections are closed after this time, no matter what.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a site sends back.
pub(crate) enum Reply {
    /// A whole response.
    Response {
        status: u16,
        fields: Vec<(&'static str, String)>,
        body: Vec<u8>,
    },
    /// A response whose body begins like this and never ends.
    Endless(Vec<u8>),
    /// A response whose body comes a byte at a time, with this pause before each.
    Slow(Vec<u8>, Duration),
    /// A response that announces a longer body than this and breaks off.
    Broken(Vec<u8>),
    /// Nothing: the connection closes.
    Silence,
    /// Nothing, and the connection stays open.
    Hang,
    /// These bytes, which need not be HTTP.
    Raw(&'static [u8]),
}

impl Reply {
    pub(crate) fn status(status: u16) -> Self {
        Self::Response {
            status,
            fields: Vec::new(),
            body: Vec::new(),
        }
    }

    pub(crate) fn text(body: impl Into<Vec<u8>>) -> Self {
        let fields = vec![("Content-Type", "text/plain".to_owned())];
        Self::Response {
            status: 200,
            fields,
            body: body.into(),
        }
    }

    pub(crate) fn html(body: impl Into<Vec<u8>>) -> Self {
        let fields = vec![("Content-Type", "text/html; charset=utf-8".to_owned())];
        Self::Response {
            status: 200,
            fields,
            body: body.into(),
        }
    }

    pub(crate) fn redirect(status: u16, location: impl Into<String>) -> Self {
        Self::status(status).with("Location", location)
    }

    /// Adds a header field to a whole response.
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        match &mut self {
            Self::Response { fields, .. } => fields.push((name, value.into())),
            _ => panic!("only a whole response takes header fields"),
        }
        self
    }

    fn send(&self, stream: &mut TcpStream) -> std::io::Result<()> {
        match self {
            Self::Response { status, fields, body } => {
                write!(
                    stream,
                    "HTTP/1.1 {status} Status\r\nConnection: close\r\nContent-Length: {}\r\n",
                    body.len()
                )?;
                for (name, value) in fields {
                    write!(stream, "{name}: {value}\r\n")?;
                }
                stream.write_all(b"\r\n")?;
                stream.write_all(body)
            }
            Self::Endless(start) => {
                stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")?;
                stream.write_all(start)?;
                let filler = b"# and so on\n".repeat(1000);
                let started = Instant::now();
                // The client hangs up, and the next write fails.
                while started.elapsed() < PATIENCE {
                    stream.write_all(&filler)?;
                }
                Ok(())
            }
            Self::Slow(body, pause) => {
                write!(
                    stream,
                    "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
                    body.len()
                )?;
                for byte in body {
                    thread::sleep(*pause);
                    stream.write_all(&[*byte])?;
                }
                Ok(())
            }
            Self::Broken(body) => {
                let announced = body.len() + 1000;
                write!(
                    stream,
                    "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {announced}\r\n\r\n"
                )?;
                stream.write_all(body)
            }
            Self::Silence => Ok(()),
            Self::Hang => {
                thread::sleep(PATIENCE);
                Ok(())
            }
            Self::Raw(bytes) => stream.write_all(bytes),
        }
    }
}

/// A request that came in.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// Without the port.
    pub(crate) host: String,
    /// Path and query.
    pub(crate) path: String,
    pub(crate) user_agent: String,
    /// The lines before the body.
    head: Vec<String>,
    pub(crate) at: Instant,
}

impl Request {
    /// The value of a header field.
    #[allow(dead_code, reason = "the tests of the crawler send no such fields")]
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut fields = self.head.iter().filter_map(|line| line.split_once(':'));
        let field = fields.find(|(key, _)| key.eq_ignore_ascii_case(name));
        field.map(|(_, value)| value.trim())
    }
}

type Sites = dyn Fn(&Request) -> Reply + Send + Sync;

pub(crate) struct Server {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<Request>>>,
    stopped: Arc<AtomicBool>,
}

impl Server {
    /// Starts a server that answers with `sites`.
    pub(crate) fn start(sites: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("a bound socket has an address");
        let requests = Arc::new(Mutex::new(Vec::new()));
        let stopped = Arc::new(AtomicBool::new(false));
        let sites: Arc<Sites> = Arc::new(sites);
        let (log, stop) = (Arc::clone(&requests), Arc::clone(&stopped));
        thread::spawn(move || {
            for stream in listener.incoming() {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let (Ok(stream), sites, log) = (stream, Arc::clone(&sites), Arc::clone(&log)) else {
                    continue;
                };
                thread::spawn(move || {
                    // It does not matter if a client hangs up.
                    let _ = serve(stream, &*sites, &log);
                });
            }
        });
        Self {
            address,
            requests,
            stopped,
        }
    }

    /// Where it listens, as `http://127.0.0.1:port`.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The requests to one host, in order.
    pub(crate) fn requests(&self, host: &str) -> Vec<Request> {
        let all = self
            .requests
            .lock()
            .expect("no thread panics while it holds the lock");
        all.iter()
            .filter(|request| request.host == host)
            .cloned()
            .collect()
    }

    /// The paths requested from one host, in order.
    pub(crate) fn paths(&self, host: &str) -> Vec<String> {
        self.requests(host)
            .into_iter()
            .map(|request| request.path)
            .collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        // Wakes the listener, so that it sees the flag.
        let _ = TcpStream::connect_timeout(&self.address, PATIENCE);
    }
}

fn serve(stream: TcpStream, sites: &Sites, log: &Mutex<Vec<Request>>) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut stream = stream;
    loop {
        let mut head = Vec::new();
        loop {
            let mut line = String::new();
            if reader.by_ref().take(64 << 10).read_line(&mut line)? == 0 {
                return Ok(());
            }
            match line.trim_end() {
                "" => break,
                line => head.push(line.to_owned()),
            }
        }
        let mut words = head.first().map_or("", String::as_str).split(' ');
        let (method, target) = (words.next().unwrap_or(""), words.next().unwrap_or("").to_owned());
        if method == "CONNECT" {
            stream.write_all(b"HTTP/1.1 200 Connected\r\n\r\n")?;
            continue;
        }
        let field = |name: &str| {
            let of_name = |line: &&String| {
                line.split_once(':')
                    .is_some_and(|(key, _)| key.eq_ignore_ascii_case(name))
            };
            head.iter()
                .skip(1)
                .find(of_name)
                .map_or("", |line| line[name.len() + 1..].trim())
        };
        let host = field("Host");
        let request = Request {
            host: host.rsplit_once(':').map_or(host, |(host, _)| host).to_owned(),
            path: target,
            user_agent: field("User-Agent").to_owned(),
            head: head.iter().map(ToString::to_string).collect(),
            at: Instant::now(),
        };
        log.lock()
            .expect("no thread panics while it holds the lock")
            .push(request.clone());
        return sites(&request).send(&mut stream);
    }
}
