//! Fetches a robots.txt with hyper, whose client hands out heads and frames: the loop for programs
//! that drive a connection without reqwest. The client here has no TLS and connects to any address;
//! see the documentation of `fetch` for what a service must refuse.
//!
//! ```console
//! cargo run -p robots-exclusion-async-example --bin with_hyper -- http://example.com/page
//! ```

use std::error::Error;
use std::time::Duration;

use http_body_util::{BodyExt, Empty};
use hyper::body::Bytes;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use robots_exclusion::Dialect;
use robots_exclusion::fetch::{Fetched, ResponseHead, RobotsRequest, Step};
use url::Url;

type Http = Client<HttpConnector, Empty<Bytes>>;

/// Follows the request to its answer. hyper's client follows no redirects itself.
async fn follow(http: &Http, request: &mut RobotsRequest) -> Result<(), Box<dyn Error + Send + Sync>> {
    loop {
        let mut get = hyper::Request::get(request.url().as_str()).header("user-agent", "ExampleCrawler/1.0");
        for (name, value) in request.fields() {
            get = get.header(name, value);
        }
        let (parts, mut body) = http.request(get.body(Empty::new())?).await?.into_parts();
        let head = ResponseHead::new(parts.status.as_u16(), &parts.headers);
        if request.on_response(&head) == Step::Follow {
            continue;
        }
        while let Some(frame) = body.frame().await {
            // Other frames are trailers.
            if let Ok(chunk) = frame?.into_data()
                && !request.push(&chunk)
            {
                break;
            }
        }
        return Ok(());
    }
}

/// Fetches a robots.txt within twenty seconds. Every failure is an answer, too.
async fn fetch_robots(http: &Http, mut request: RobotsRequest) -> Fetched {
    let followed = tokio::time::timeout(Duration::from_secs(20), follow(http, &mut request));
    match followed.await {
        Ok(Ok(())) => request.finish(),
        _ => Fetched::unreachable(),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let http = Client::builder(TokioExecutor::new()).build_http();
    for page in std::env::args().skip(1) {
        let policy = Dialect::RFC_9309.fetch_policy;
        let request = RobotsRequest::new(&Url::parse(&page)?, &policy)?;
        let fetched = fetch_robots(&http, request).await;
        println!("{page}: {:?}", policy.outcome(fetched.reply()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;

    use robots_exclusion::fetch::Reply;

    use super::*;

    #[tokio::test]
    async fn a_redirect_is_followed_and_a_server_that_is_gone_is_unreachable() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let page = format!("http://{}/page", listener.local_addr().expect("an address"));
        let page = Url::parse(&page).expect("a URL");
        let server = std::thread::spawn(move || {
            for answer in [
                "301 Moved\r\nLocation: /elsewhere\r\nContent-Length: 0",
                "200 OK\r\nTransfer-Encoding: chunked",
            ] {
                let (mut stream, _) = listener.accept().expect("a connection");
                let mut lines = BufReader::new(stream.try_clone().expect("a socket")).lines();
                let _ = lines.find(|line| line.as_ref().is_ok_and(String::is_empty));
                let body = match answer.contains("chunked") {
                    true => "e\r\nUser-agent: *\n\r\n4\r\nDisa\r\n0\r\nX-Trailer: 1\r\n\r\n",
                    false => "",
                };
                write!(stream, "HTTP/1.1 {answer}\r\nConnection: close\r\n\r\n{body}").expect("a client");
            }
        });
        let http = Client::builder(TokioExecutor::new()).build_http();
        let request = || RobotsRequest::new(&page, &Dialect::RFC_9309.fetch_policy).expect("a request");
        let fetched = fetch_robots(&http, request()).await;
        assert_eq!(fetched.reply(), Reply::Status(200));
        assert_eq!(fetched.body(), b"User-agent: *\nDisa");
        server.join().expect("the server ends");
        assert_eq!(fetch_robots(&http, request()).await.reply(), Reply::Unreachable);
    }
}
