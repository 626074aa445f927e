//! Sites that tasks share, and a visit with an asynchronous client.

use core::pin::Pin;
use core::task::{Context, Poll, Waker};
use std::collections::HashMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use alloc::boxed::Box;
use alloc::vec::Vec;

use url::Url;

use super::{Crawler, Decision, Site, Sites, Visit, WaitReason};
use crate::fetch::{AsyncHttpResponse, Request, RobotsRequest};
use crate::timestamp::Timestamp;

/// [`Sites`] that tasks and threads share, to be visited with an asynchronous client. It needs no
/// runtime: you pass the client and the clock, and wait with the timer of your runtime.
///
/// A task that comes while another fetches the robots.txt of its site waits for that answer. The
/// sites of one host share their pace. So it does not matter how URLs are spread over tasks, but one
/// task for each host has the least to wait for.
///
/// # Examples
///
/// The first lines are placeholders for a runtime, a timer and an HTTP client. The folder
/// `examples/async` of the repository does the same with tokio and the feature `reqwest`.
///
/// ```
/// use std::io;
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use std::time::Duration;
/// use robots_exclusion::Timestamp;
/// use robots_exclusion::fetch::{AsyncHttpResponse, ResponseHead};
/// use robots_exclusion::site::{Crawler, SharedSites, Sites, Visit};
/// use url::Url;
///
/// # struct Response(Option<&'static [u8]>);
/// # impl AsyncHttpResponse for Response {
/// #     fn head(&self) -> ResponseHead {
/// #         ResponseHead::from_status(200)
/// #     }
/// #     async fn next_chunk(&mut self) -> io::Result<Option<impl AsRef<[u8]>>> {
/// #         Ok(self.0.take())
/// #     }
/// # }
/// # async fn get(url: Url) -> io::Result<Response> {
/// #     Ok(Response(Some(match url.path() {
/// #         "/robots.txt" => b"User-agent: *\nDisallow: /private/\n",
/// #         _ => b"<p>Hello.",
/// #     })))
/// # }
/// # static SECONDS: AtomicU64 = AtomicU64::new(0);
/// # fn now() -> Timestamp {
/// #     Timestamp::from_unix(Duration::from_secs(SECONDS.load(Ordering::Relaxed)))
/// # }
/// # async fn sleep(time: Duration) {
/// #     SECONDS.fetch_add(time.as_secs(), Ordering::Relaxed);
/// # }
/// # fn block_on<T>(task: impl Future<Output = T>) -> T {
/// #     let mut context = std::task::Context::from_waker(std::task::Waker::noop());
/// #     match std::pin::pin!(task).poll(&mut context) {
/// #         std::task::Poll::Ready(result) => result,
/// #         std::task::Poll::Pending => unreachable!("nothing waits"),
/// #     }
/// # }
/// async fn crawl(sites: &SharedSites, crawler: &Crawler, urls: &[&str]) -> io::Result<Vec<bool>> {
///     let mut were_fetched = Vec::new();
///     for url in urls {
///         let url = Url::parse(url).expect("a URL");
///         were_fetched.push(loop {
///             match sites.visit(crawler, now, &url, |request| get(request.url().clone())).await? {
///                 Visit::Page(_) => break true,
///                 Visit::WaitUntil(time, _) => sleep(time.duration_since(now())).await,
///                 _ => break false,
///             }
///         });
///     }
///     Ok(were_fetched)
/// }
///
/// let sites = SharedSites::new(Sites::new(64 << 20));
/// let urls = ["https://example.com/", "https://example.com/private/a", "http://example.com/b"];
/// let were_fetched = block_on(crawl(&sites, &Crawler::new("FooBot"), &urls))?;
/// assert_eq!(were_fetched, [true, false, true]);
/// // Two files, two pages, and a second after each.
/// assert_eq!(now(), Timestamp::from_unix(Duration::from_secs(3)));
/// assert_eq!(sites.with(|sites| sites.len()), 2);
/// # Ok::<(), io::Error>(())
/// ```
#[derive(Debug)]
pub struct SharedSites(Mutex<State>);

#[derive(Debug)]
struct State {
    sites: Sites,
    /// The origins whose robots.txt a visit is fetching, and the visits that wait for it, by a number
    /// of their own.
    fetching: HashMap<Box<str>, HashMap<u64, Waker>>,
    last_number: u64,
}

impl SharedSites {
    /// Sites to share.
    #[must_use]
    pub fn new(sites: Sites) -> Self {
        Self(Mutex::new(State {
            sites,
            fetching: HashMap::new(),
            last_number: 0,
        }))
    }

    /// The sites, when no task needs them any more.
    #[must_use]
    pub fn into_inner(self) -> Sites {
        let state = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.sites
    }

    /// Asks the sites, or changes them: [schedules](Sites::schedule) one, [evicts](Sites::evict) one
    /// to save it. Other tasks wait meanwhile, so do nothing else in `change`, which must not use
    /// these shared sites either.
    pub fn with<T>(&self, change: impl FnOnce(&mut Sites) -> T) -> T {
        change(&mut self.lock().sites)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic in the middle of a change may have lost that change, and no more.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Visits a page with an asynchronous client, as [`Site::visit`] does with a blocking one: fetches
    /// robots.txt if that is due, decides, and requests the page if it may be requested now. If another
    /// visit is fetching the robots.txt of the site, waits for its answer.
    ///
    /// `clock` says what time it is: [`SystemTime::now`](std::time::SystemTime::now), except in
    /// tests. `send` sends a [`Request`], for robots.txt and for pages alike, without following
    /// redirects. [`site::reqwest`](super::reqwest) (feature `reqwest`) has a client that does so;
    /// [`RobotsRequest::fetch_async`] says how to pass another. Every request has to end by itself:
    /// limit its time.
    ///
    /// This waits for requests, and for nothing else: after [`Visit::WaitUntil`], sleep as your runtime
    /// does, or visit another site. A URL that is neither `http` nor `https` is
    /// [`Visit::NotThisSite`]. If a visit is dropped before it has ended, what it requested counts as
    /// given up ([`Site::on_robots_abort`], [`Site::on_page_abort`]), and another one that waits for
    /// the same robots.txt fetches it.
    ///
    /// # Errors
    ///
    /// The error of `send` if the page could not be requested, as for [`Site::visit`].
    pub async fn visit<T: Into<Timestamp>, R: AsyncHttpResponse, F: Future<Output = io::Result<R>>>(
        &self,
        crawler: &Crawler,
        mut clock: impl FnMut() -> T,
        url: &Url,
        mut send: impl FnMut(Request<'_>) -> F,
    ) -> io::Result<Visit<R>> {
        let mut has_fetched = false;
        loop {
            let begun = self.begin(crawler, clock().into(), url, has_fetched);
            match begun {
                Begun::Robots(mut request, open) => {
                    has_fetched = true;
                    let fetched = request.fetch_async(&mut send).await;
                    let now = clock().into();
                    open.end(|site| site.on_response(crawler, now, &fetched));
                }
                Begun::Waiting(answer) => answer.await,
                Begun::Page(open) => {
                    return match send(Request::new(url)).await {
                        Ok(response) => {
                            let (now, head) = (clock().into(), response.head());
                            open.end(|site| site.on_page_response(now, &head));
                            Ok(Visit::of_page(url, &head, response))
                        }
                        Err(error) => {
                            let now = clock().into();
                            open.end(|site| site.on_page_failure(now));
                            Err(error)
                        }
                    };
                }
                Begun::Nothing(visit) => return Ok(visit),
            }
        }
    }

    /// Decides, and records what is requested now.
    fn begin<'s, R>(
        &'s self,
        crawler: &Crawler,
        now: Timestamp,
        url: &'s Url,
        has_fetched: bool,
    ) -> Begun<'s, R> {
        let mut state = self.lock();
        let State {
            sites,
            fetching,
            last_number,
        } = &mut *state;
        let open = |asked| Open {
            sites: self,
            url,
            asked,
            has_ended: false,
        };
        let begun = sites.update(url, |site| match site.decide(crawler, now, url) {
            Decision::FetchRobots if !has_fetched => {
                site.on_robots_request(now);
                fetching.entry(site.origin().into()).or_default();
                Begun::Robots(Box::new(site.robots_request(crawler)), open(Asked::Robots))
            }
            Decision::FetchPage => {
                site.on_page_request(now);
                Begun::Page(open(Asked::Page))
            }
            Decision::WaitUntil(_, WaitReason::RobotsInFlight) if fetching.contains_key(site.origin()) => {
                *last_number += 1;
                Begun::Waiting(Answer {
                    sites: self,
                    origin: site.origin().into(),
                    number: *last_number,
                })
            }
            other => Begun::Nothing(site.not_requested(other)),
        });
        begun.unwrap_or(Begun::Nothing(Visit::NotThisSite))
    }
}

/// What a visit does next.
enum Begun<'s, R> {
    Robots(Box<RobotsRequest>, Open<'s>),
    Page(Open<'s>),
    Waiting(Answer<'s>),
    Nothing(Visit<R>),
}

#[derive(Clone, Copy)]
enum Asked {
    Robots,
    Page,
}

/// A request that was recorded, and whose end must be. Dropped before that, it was given up.
struct Open<'s> {
    sites: &'s SharedSites,
    url: &'s Url,
    asked: Asked,
    has_ended: bool,
}

impl Open<'_> {
    fn end<T>(mut self, record: impl FnOnce(&mut Site) -> T) {
        self.has_ended = true;
        self.record(record);
    }

    /// Records the end, and wakes who waited for it.
    fn record<T>(&self, record: impl FnOnce(&mut Site) -> T) {
        let waiting = {
            let mut state = self.sites.lock();
            let State { sites, fetching, .. } = &mut *state;
            let ended = sites.update(self.url, |site| {
                record(site);
                match self.asked {
                    Asked::Robots => fetching.remove(site.origin()),
                    Asked::Page => None,
                }
            });
            debug_assert!(ended.is_ok(), "the request began at this URL");
            ended.ok().flatten()
        };
        // Without the lock, which they will need.
        let wakers: Vec<Waker> = waiting.into_iter().flat_map(HashMap::into_values).collect();
        wakers.into_iter().for_each(Waker::wake);
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        if !self.has_ended {
            match self.asked {
                Asked::Robots => self.record(Site::on_robots_abort),
                Asked::Page => self.record(Site::on_page_abort),
            }
        }
    }
}

/// Is ready when no visit is fetching the robots.txt of an origin any more.
struct Answer<'s> {
    sites: &'s SharedSites,
    origin: Box<str>,
    number: u64,
}

impl Future for Answer<'_> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        match self.sites.lock().fetching.get_mut(&self.origin) {
            Some(waiting) => {
                waiting.insert(self.number, context.waker().clone());
                Poll::Pending
            }
            None => Poll::Ready(()),
        }
    }
}

impl Drop for Answer<'_> {
    fn drop(&mut self) {
        let waker = match self.sites.lock().fetching.get_mut(&self.origin) {
            Some(waiting) => waiting.remove(&self.number),
            None => None,
        };
        // Without the lock: to drop a waker may drop a task, and with it a visit.
        drop(waker);
    }
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;
    use core::pin::pin;
    use core::sync::atomic::{AtomicUsize, Ordering};
    use core::time::Duration;
    use std::collections::VecDeque;
    use std::sync::Arc;
    use std::task::Wake;

    use alloc::rc::Rc;
    use alloc::vec;

    use super::*;
    use crate::fetch::ResponseHead;

    struct Response(u16, VecDeque<io::Result<&'static str>>);

    impl AsyncHttpResponse for Response {
        fn head(&self) -> ResponseHead {
            ResponseHead::from_status(self.0)
        }

        async fn next_chunk(&mut self) -> io::Result<Option<impl AsRef<[u8]>>> {
            self.1.pop_front().transpose()
        }
    }

    /// A request that is answered when the test says so.
    #[derive(Default)]
    struct Sent {
        paths: Vec<std::string::String>,
        answer: Option<Response>,
    }

    /// Counts how often its task was woken.
    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    type Server = Rc<core::cell::RefCell<Sent>>;

    fn server() -> Server {
        Server::default()
    }

    fn send(server: &Server) -> impl FnMut(Request<'_>) -> Answering {
        let server = Rc::clone(server);
        move |request| {
            server.borrow_mut().paths.push(request.url().path().into());
            Answering(Rc::clone(&server))
        }
    }

    struct Answering(Server);

    impl Future for Answering {
        type Output = io::Result<Response>;

        fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
            match self.0.borrow_mut().answer.take() {
                Some(Response(0, _)) => Poll::Ready(Err(io::Error::other("no answer"))),
                Some(response) => Poll::Ready(Ok(response)),
                None => Poll::Pending,
            }
        }
    }

    fn rules(chunks: &[&'static str]) -> Response {
        Response(200, chunks.iter().map(|chunk| Ok(*chunk)).collect())
    }

    fn url(text: &str) -> Url {
        Url::parse(text).expect("a URL")
    }

    fn at(seconds: u64) -> Timestamp {
        Timestamp::from_unix(Duration::from_secs(seconds))
    }

    fn ended<T>(visit: Poll<io::Result<Visit<T>>>) -> Visit<T> {
        match visit {
            Poll::Ready(Ok(visit)) => visit,
            Poll::Ready(Err(error)) => panic!("{error}"),
            Poll::Pending => panic!("still waits"),
        }
    }

    #[test]
    fn one_robots_txt_answers_all_who_wait() {
        let (sites, server) = (SharedSites::new(Sites::new(1 << 20)), server());
        let crawler = Crawler::new("FooBot");
        let (a, x) = (url("https://e.com/a"), url("https://e.com/x"));
        let counts = [Arc::new(Count::default()), Arc::new(Count::default())];
        let wakers = counts.each_ref().map(|count| Waker::from(Arc::clone(count)));
        let mut first = pin!(sites.visit(&crawler, || at(100), &a, send(&server)));
        let mut second = pin!(sites.visit(&crawler, || at(101), &x, send(&server)));
        assert!(
            first
                .as_mut()
                .poll(&mut Context::from_waker(&wakers[0]))
                .is_pending()
        );
        for _ in 0..3 {
            assert!(
                second
                    .as_mut()
                    .poll(&mut Context::from_waker(&wakers[1]))
                    .is_pending()
            );
        }
        assert_eq!(counts[1].0.load(Ordering::Relaxed), 0);
        server.borrow_mut().answer = Some(rules(&["User-agent: *\nDis", "allow: /x\n"]));
        let visit = ended(first.as_mut().poll(&mut Context::from_waker(&wakers[0])));
        assert!(matches!(visit, Visit::WaitUntil(time, WaitReason::Delay) if time == at(101)));
        assert_eq!(counts[1].0.load(Ordering::Relaxed), 1);
        let visit = ended(second.as_mut().poll(&mut Context::from_waker(&wakers[1])));
        assert!(matches!(visit, Visit::Skip));
        assert_eq!(server.borrow().paths, ["/robots.txt"]);
        assert!(sites.lock().fetching.is_empty());
    }

    /// Who gives up does not leave the others waiting: one of them fetches the file.
    #[test]
    fn a_visit_that_is_dropped_hands_on() {
        let (sites, server) = (SharedSites::new(Sites::new(1 << 20)), server());
        let crawler = Crawler::new("FooBot");
        let page = url("https://e.com/a");
        let count = Arc::new(Count::default());
        let waker = Waker::from(Arc::clone(&count));
        let mut context = Context::from_waker(&waker);
        let mut second = pin!(sites.visit(&crawler, || at(102), &page, send(&server)));
        {
            let mut first = pin!(sites.visit(&crawler, || at(100), &page, send(&server)));
            assert!(first.as_mut().poll(&mut context).is_pending());
            assert!(second.as_mut().poll(&mut context).is_pending());
            // Nor does one that only waited.
            let mut third = pin!(sites.visit(&crawler, || at(101), &page, send(&server)));
            assert!(third.as_mut().poll(&mut context).is_pending());
        }
        assert_eq!(count.0.load(Ordering::Relaxed), 1);
        assert!(second.as_mut().poll(&mut context).is_pending());
        server.borrow_mut().answer = Some(Response(404, VecDeque::new()));
        let visit = ended(second.as_mut().poll(&mut context));
        assert!(matches!(visit, Visit::WaitUntil(time, WaitReason::Delay) if time == at(103)));
        assert_eq!(server.borrow().paths, ["/robots.txt", "/robots.txt"]);
    }

    #[test]
    fn what_is_requested_is_recorded() {
        let (sites, server) = (SharedSites::new(Sites::new(1 << 20)), server());
        let crawler = Crawler::new("FooBot");
        let page = url("https://e.com/a");
        let now = Cell::new(at(0));
        let mut context = Context::from_waker(Waker::noop());
        let mut poll = |seconds, answer| {
            now.set(at(seconds));
            server.borrow_mut().answer = answer;
            let mut visit = pin!(sites.visit(&crawler, || now.get(), &page, send(&server)));
            let visit = visit.as_mut().poll(&mut context);
            visit.map(|visit| visit.map_err(|error| error.kind()))
        };
        let is_wait = |visit: &Visit<Response>, seconds, reason| matches!(visit, Visit::WaitUntil(time, why) if *time == at(seconds) && *why == reason);
        let robots = poll(0, Some(rules(&["User-agent: *\nDisallow: /x\n"])));
        assert!(matches!(robots, Poll::Ready(Ok(visit)) if is_wait(&visit, 1, WaitReason::Delay)));
        // A page that is given up is not open any more, nor a failure.
        assert!(poll(1, None).is_pending());
        assert_eq!(
            sites.with(|sites| sites.get(&page).map(|site| site.pace().open)),
            Some(0)
        );
        let failed = poll(2, Some(Response(0, VecDeque::new())));
        assert!(matches!(failed, Poll::Ready(Err(io::ErrorKind::Other))));
        let wait = poll(3, None);
        assert!(matches!(wait, Poll::Ready(Ok(visit)) if is_wait(&visit, 4, WaitReason::Delay)));
        let found = poll(4, Some(rules(&[])));
        assert!(matches!(found, Poll::Ready(Ok(Visit::Page(Response(200, _))))));
        assert_eq!(server.borrow().paths.len(), 4);
    }

    #[test]
    fn a_body_that_breaks_off_is_no_file() {
        let (sites, server) = (SharedSites::new(Sites::new(1 << 20)), server());
        let crawler = Crawler::new("FooBot");
        let page = url("https://e.com/a");
        let broken = vec![Ok("User-agent: *\n"), Err(io::Error::other("reset"))];
        server.borrow_mut().answer = Some(Response(200, broken.into()));
        let mut visit = pin!(sites.visit(&crawler, || at(0), &page, send(&server)));
        let visit = ended(visit.as_mut().poll(&mut Context::from_waker(Waker::noop())));
        assert!(matches!(
            visit,
            Visit::GiveUpUntil(_, WaitReason::RobotsUnreachable)
        ));
    }

    #[test]
    fn other_schemes_have_no_site() {
        let (sites, server) = (SharedSites::new(Sites::new(1 << 20)), server());
        let (crawler, page) = (Crawler::new("FooBot"), url("ftp://e.com/a"));
        let mut visit = pin!(sites.visit(&crawler, || at(0), &page, send(&server)));
        let visit = ended(visit.as_mut().poll(&mut Context::from_waker(Waker::noop())));
        assert!(matches!(visit, Visit::NotThisSite));
        assert!(sites.with(|sites| sites.is_empty()));
    }
}
