//! What is counted, on inputs that are the same everywhere.

use std::fmt::Write as _;
use std::hint::black_box;

use robots_exclusion::{AgentList, Dialect, ParseOptions, RobotsTxt, Target};

use crate::counting::{Case, measured};
use crate::inputs::{AGENT, HOSTILE, Hostile};

/// Runs the cases, with or without the hostile ones, and reports each once it is done.
pub(crate) fn run(with_hostile: bool, mut done: impl FnMut(Case)) {
    for (input, dialect, body, urls) in ordinary() {
        let mut done = |operation: &str| {
            done(Case::new(operation, input, 0));
        };
        let (body, agents) = (body.as_bytes(), AgentList::new(&["ExampleBot"]));
        let options = RobotsTxt::options().dialect(dialect);
        let robots = measured(|| options.parse(black_box(body)));
        done("parse");
        let keys = measured(|| robots.lines().filter(|line| line.key_value().is_some()).count());
        done("lines");
        let directives = measured(|| robots.directives().count());
        done("directives");
        let lines = |of: &dyn Fn(&str) -> Option<u32>| -> Vec<_> { urls.iter().map(|url| of(url)).collect() };
        let one_shot = measured(|| {
            lines(&|url| {
                ParseOptions::new()
                    .dialect(dialect)
                    .check(black_box(body), &agents, url)
                    .line()
            })
        });
        done("one-shot");
        let spans = measured(|| lines(&|url| robots.check(&agents, url).line()));
        done("ask all groups");
        let rules = measured(|| robots.rules_for(&agents));
        done("compile");
        let prepared = measured(|| lines(&|url| rules.check(url).line()));
        done("ask");
        let targets: Vec<_> = urls.iter().map(|url| Target::new(url)).collect();
        let split = measured(|| {
            targets
                .iter()
                .map(|target| rules.check(target).line())
                .collect::<Vec<_>>()
        });
        done("ask with a target");
        assert!(keys > 0 && keys == directives && !rules.is_empty());
        assert!(
            prepared.iter().any(Option::is_some) && prepared.iter().any(Option::is_none),
            "{input}"
        );
        assert_eq!(
            (&one_shot, &spans, &split),
            (&prepared, &prepared, &prepared),
            "{input}"
        );
    }
    // One operation after the other, so that half an input and the whole are next to each other in
    // the report.
    for (input, full, make) in HOSTILE.into_iter().filter(|_| with_hostile) {
        let (half, whole) = (make(full / 2), make(full));
        for (operation, run) in HOSTILE_OPERATIONS {
            for hostile in [&half, &whole] {
                run(hostile);
                let size = hostile.body.len() + hostile.url.len();
                done(Case::new(operation, input, size));
            }
        }
    }
}

/// Runs an operation on an input; part of it is measured.
type Operation = fn(&Hostile);

const HOSTILE_OPERATIONS: [(&str, Operation); 4] = [
    ("parse", |hostile| {
        let options = RobotsTxt::options().dialect(hostile.dialect);
        drop(measured(|| options.parse(&hostile.body)));
    }),
    ("one-shot", |hostile| {
        let agents = AgentList::new(&[AGENT]);
        let verdict = measured(|| {
            ParseOptions::new()
                .dialect(hostile.dialect)
                .check(&hostile.body, &agents, &hostile.url)
        });
        assert_eq!(verdict.is_allowed(), hostile.is_allowed);
    }),
    ("compile", |hostile| {
        let agents = AgentList::new(&[AGENT]);
        drop(measured(|| {
            ParseOptions::new()
                .dialect(hostile.dialect)
                .rules_for(&hostile.body, &agents)
        }));
    }),
    ("ask", |hostile| {
        let rules = ParseOptions::new()
            .dialect(hostile.dialect)
            .rules_for(&hostile.body, AGENT);
        assert_eq!(
            measured(|| rules.check(&hostile.url).is_allowed()),
            hostile.is_allowed
        );
    }),
];

/// Files as sites serve them: name, dialect, body, URLs. Some of the URLs match a rule and some do
/// not.
fn ordinary() -> [(&'static str, Dialect, String, Vec<String>); 5] {
    let urls = |paths: &[&str]| {
        paths
            .iter()
            .map(|path| format!("https://www.example.com{path}"))
            .collect::<Vec<_>>()
    };
    let blog = "# Served by a weblog\nUser-agent: *\nDisallow: /admin/\nAllow: /admin/ajax.php\n\n\
        User-agent: BadBot\nDisallow: /\n\nSitemap: https://www.example.com/sitemap.xml\n";
    let blog_urls = urls(&[
        "/",
        "/2024/05/a-title-of-some-words/",
        "/admin/x",
        "/admin/ajax.php?a=1",
        "/feed",
    ]);
    let mut shop = String::from("User-agent: *\r\n");
    for (i, word) in [
        "cart", "checkout", "account", "search", "wishlist", "compare", "review", "login",
    ]
    .iter()
    .enumerate()
    {
        write!(
            shop,
            "Disallow: /{word}/\r\nDisallow: /*?{word}=\r\nAllow: /{word}/help\r\nDisallow: /*/{word}{i}$\r\n"
        )
        .unwrap();
        write!(
            shop,
            "\r\nUser-agent: {word}bot\r\nCrawl-delay: 10\r\n\r\nUser-agent: *\r\n"
        )
        .unwrap();
    }
    let shop_urls = urls(&[
        "/shoes/red?page=2",
        "/cart/1",
        "/search/help/x",
        "/a/b/c/login7",
        "/a?b=1&review=2",
        "/a?wishlist=1",
    ]);
    let mut portal = String::from("User-agent: OtherBot\nDisallow: /x\n\nUser-agent: ExampleBot\n");
    for i in 0..1_500_u32 {
        let kind = if i % 5 == 0 { "Allow" } else { "Disallow" };
        // A spread that no two numbers share.
        let word = i.wrapping_mul(2_654_435_761) % 1_000_003;
        match i % 9 {
            0..4 => writeln!(portal, "{kind}: /{}/{word}*/print$", i % 40),
            4 => writeln!(portal, "{kind}: /*/{word}.pdf"),
            _ => writeln!(portal, "{kind}: /{}/section/{word}/", i % 40),
        }
        .unwrap();
    }
    let of = |i: u32| i.wrapping_mul(2_654_435_761) % 1_000_003;
    let portal_urls = urls(&[
        "/about",
        "/5/section/none/",
        &format!("/5/section/{}/x", of(5)),
        &format!("/0/{}/a/print", of(0)),
        &format!("/a/{}.pdf", of(4)),
        "/7/1/2/3/print",
    ]);
    let odd = "\u{feff}Useragent ExampleBot # odd\rDissallow: /caf\u{e9}/%7euser\r\nALLOW : /caf%c3%a9/index.html\rdisallow /a$b\n".repeat(20);
    let odd_urls = urls(&[
        "/caf\u{e9}/~user",
        "/caf%C3%A9/%7Euser/x",
        "/caf%C3%A9/",
        "/a%24b",
        "/b",
    ]);
    let sections = "User-agent: ExampleBot\nRobot-version: 2.0\nDisallow: /img/*.[gj]if\nAllow: /img/logo?.gif\nDisallow: *print=[0-9]*\n\
        Request-rate: 1/10s\n\nUser-agent: *\nDisallow: /\n";
    let sections_urls = urls(&["/img/a.gif", "/img/logo1.gif", "/a?print=1", "/", "/img/a.png"]);
    [
        ("a weblog", Dialect::RFC_9309, blog.into(), blog_urls),
        ("a shop", Dialect::RFC_9309, shop, shop_urls),
        ("a portal", Dialect::RFC_9309, portal, portal_urls),
        ("odd lines, Google", Dialect::GOOGLE, odd, odd_urls),
        ("globs, Seznam", Dialect::SEZNAM, sections.into(), sections_urls),
    ]
}
