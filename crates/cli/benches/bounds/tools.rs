//! The operations of tools on files made to hurt them.
//!
//! Each file is tried with each entry point that reads a whole file, so that an entry point that is
//! added meets every file, and the other way around. Pages, sitemaps and headers have files of
//! their own.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;

use peak_alloc::PeakAlloc;

use robots_exclusion::agents;
use robots_exclusion::agents::UserAgent;
use robots_exclusion::extension::ContentSignal;
use robots_exclusion::write::RobotsTxtBuilder;
use robots_exclusion::{AgentList, Dialect, RobotsTxt, Rules, Target};
use robots_exclusion_analysis::decide::{Budget, Census, Policy, equivalent, minimize};
use robots_exclusion_analysis::diff::{DiffOptions, UrlDiff};
use robots_exclusion_analysis::lint::{Code, LintOptions};
use robots_exclusion_page::ContentUsage;
use robots_exclusion_page::PageRules;
use robots_exclusion_page::signals::Signals;
use robots_exclusion_sitemap::ReadOptions;

use crate::Cost;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// The crawler in all questions.
const AGENT: &str = "FooBot";

/// Repeats what `line` writes for 0, 1, 2 and so on, up to so many bytes.
fn repeat(head: &str, bytes: usize, line: impl Fn(&mut String, usize)) -> String {
    let mut body = String::from(head);
    let mut number = 0;
    while body.len() < bytes {
        line(&mut body, number);
        number += 1;
    }
    body
}

/// A name, a dialect, and how to make a file of so many bytes.
///
type File = (&'static str, Dialect, fn(usize) -> String);

const RFC: Dialect = Dialect::RFC_9309;

const FILES: [File; 51] = [
    ("groups of one rule for *", RFC, |bytes| {
        repeat("", bytes, |body, i| {
            write!(body, "User-agent: *\nDisallow: /a{i}\n").unwrap()
        })
    }),
    // As many corrections as there are lines, each of which may decide about groups.
    ("groups of badly written lines", RFC, |bytes| {
        const LINES: [&str; 8] = [
            "User-agent: *",
            "",
            "User-agent: *",
            "// x: y",
            "Disallow:",
            "User-agent a",
            "Disallow: /a",
            "Disallow /b",
        ];
        repeat("", bytes, |body, i| {
            body.push_str(LINES[i * (i + 3) / 2 % LINES.len()]);
            body.push('\n');
        })
    }),
    ("copies of a rule below a shorter one", RFC, |bytes| {
        repeat("User-agent: *\nDisallow: /a\n", bytes, |body, _| {
            body.push_str("Disallow: /abc\n")
        })
    }),
    ("one group of many names", RFC, |bytes| {
        repeat("", bytes, |body, i| {
            writeln!(body, "User-agent: Bot{i:06}").unwrap()
        }) + "Disallow: /a\n"
    }),
    ("groups of one name", RFC, |bytes| {
        repeat("", bytes, |body, i| {
            write!(body, "User-agent: Bot{i:06}\nDisallow: /a{i}\n").unwrap()
        })
    }),
    ("equal groups of one crawler", RFC, |bytes| {
        repeat("", bytes, |body, _| body.push_str("User-agent: a\nDisallow: /\n"))
    }),
    ("groups of one name below other lines", RFC, |bytes| {
        let lines = repeat("", bytes / 2, |body, i| {
            writeln!(body, "Sitemap: https://example.com/{i}.xml").unwrap()
        });
        repeat(&lines, bytes, |body, i| {
            write!(body, "User-agent: Bot{i:06}\nDisallow: /a{i}\n").unwrap()
        })
    }),
    ("names and delays", RFC, |bytes| {
        let names = repeat("", bytes / 2, |body, i| {
            writeln!(body, "User-agent: Bot{i:06}").unwrap()
        });
        repeat(&names, bytes, |body, i| {
            writeln!(body, "Crawl-delay: {i}").unwrap()
        })
    }),
    ("names and rules", RFC, |bytes| {
        let names = repeat("", bytes / 2, |body, i| {
            writeln!(body, "User-agent: Bot{i:06}").unwrap()
        });
        repeat(&names, bytes, |body, i| {
            writeln!(body, "Disallow: /*a{i}").unwrap()
        })
    }),
    ("names that hold each other", Dialect::ORIGINAL_1994, |bytes| {
        repeat("", bytes, |body, i| {
            write!(
                body,
                "User-agent: {}\nDisallow: /a{i}\n\n",
                "b".repeat(i % 60 + 1)
            )
            .unwrap();
        })
    }),
    ("one group of nested names", Dialect::ORIGINAL_1994, |bytes| {
        // Each contains all before it, and in many places.
        repeat("", bytes, |body, i| {
            writeln!(body, "User-agent: {}", "b".repeat(i + 1)).unwrap()
        }) + "Disallow: /a\nAllow: /a/b\n"
    }),
    ("many names and a long one", Dialect::ORIGINAL_1994, |bytes| {
        // Each short name begins and ends as parts of the long one do.
        let long = format!("User-agent: {}\n", "b".repeat(bytes / 2));
        repeat(&long, bytes, |body, i| {
            writeln!(body, "User-agent: bb{i}bb").unwrap()
        }) + "Disallow: /a\nAllow: /a/b\n"
    }),
    ("versions of names", Dialect::ORIGINAL_1994, |bytes| {
        // Of half of them, all but the version is the same, and it is part of each of the others.
        repeat("", bytes, |body, i| {
            write!(
                body,
                "User-agent: foo/{i:06}\nDisallow: /a{i}*\nUser-agent: foo{i:06}/1.0 (x)\nAllow: /a{i}\n"
            )
            .unwrap()
        })
    }),
    ("groups of both versions", Dialect::SEZNAM, |bytes| {
        repeat("", bytes, |body, i| {
            let marked = if i % 2 == 0 { "" } else { "Robot-version: 2.0\n" };
            write!(
                body,
                "User-agent: Bot{:06}\n{marked}Disallow: /a{i}*[ab]?\n",
                i / 2
            )
            .unwrap();
        })
    }),
    ("one long name", Dialect::ORIGINAL_1994, |bytes| {
        format!(
            "User-agent: {}\nDisallow: /\n\nUser-agent: FooBot\nDisallow: /a\n",
            "ab".repeat(bytes / 2)
        )
    }),
    ("several paths on a line", Dialect::REVISITED, |bytes| {
        repeat("User-agent: *\nDisallow:", bytes, |body, i| {
            write!(body, " /a{i}").unwrap()
        })
    }),
    (
        "several paths of every end on a line",
        {
            let mut custom = RFC;
            custom.several_paths = true;
            custom
        },
        |bytes| {
            repeat("User-agent: *\nDisallow:", bytes, |body, i| {
                write!(body, " /a{i} /b{i}* /c{i}$").unwrap()
            })
        },
    ),
    ("a rule of stars and short rules", RFC, |bytes| {
        let head = format!("User-agent: *\nDisallow: /{}\n", "*".repeat(bytes / 2));
        repeat(&head, bytes, |body, i| writeln!(body, "Allow: /{i}").unwrap())
    }),
    ("a rule of letters, stars and its exceptions", RFC, |bytes| {
        let head = format!("User-agent: *\nDisallow: /{}\n", "a*".repeat(bytes / 4));
        repeat(&head, bytes, |body, i| writeln!(body, "Allow: /a{i}").unwrap())
    }),
    ("names of Yandex and delays", RFC, |bytes| {
        let names = "User-agent: Yandex\n".repeat(bytes / 40);
        repeat(&names, bytes, |body, i| {
            writeln!(body, "Crawl-delay: {i}").unwrap()
        })
    }),
    ("odd paths on a line", Dialect::REVISITED, |bytes| {
        repeat("User-agent: *\nDisallow:", bytes, |body, i| {
            write!(body, " a{i}*").unwrap()
        })
    }),
    ("secrets in a path", RFC, |bytes| {
        let head = format!("User-agent: *\nDisallow: /{}\n", "secret-".repeat(bytes / 14));
        repeat(&head, bytes, |body, i| {
            writeln!(body, "Disallow: /{i:06}").unwrap()
        })
    }),
    ("a list without commas", RFC, |bytes| {
        let head = format!(
            "User-agent: *\nContent-Signal: {}a=1 b=2\n",
            "a ".repeat(bytes / 4)
        );
        repeat(&head, bytes, |body, i| {
            writeln!(body, "Disallow: /{i:06}").unwrap()
        })
    }),
    ("marks on one line", RFC, |bytes| {
        format!(
            "User-agent: *\n# robots-lint: ignore{}\n",
            " bogus,".repeat(bytes / 7)
        )
    }),
    ("several names on a line", Dialect::REVISITED, |bytes| {
        repeat("User-agent:", bytes, |body, i| {
            write!(body, " Bot{i:06}").unwrap()
        }) + "\nDisallow: /a\n"
    }),
    ("equal rules", RFC, |bytes| {
        repeat("User-agent: *\n", bytes, |body, _| {
            body.push_str("Disallow: /a\n")
        })
    }),
    ("rules and their opposites", RFC, |bytes| {
        repeat("User-agent: *\n", bytes, |body, i| {
            let kind = if i % 2 == 0 { "Allow" } else { "Disallow" };
            writeln!(body, "{kind}: /a{}", i / 2).unwrap();
        })
    }),
    ("prefixes of each other", RFC, |bytes| {
        repeat("User-agent: *\n", bytes, |body, i| {
            writeln!(body, "Disallow: /{}", "a".repeat(i % 200)).unwrap()
        })
    }),
    ("wildcards", RFC, |bytes| {
        repeat("User-agent: *\n", bytes, |body, i| {
            writeln!(body, "Disallow: /*a{i}*b").unwrap()
        })
    }),
    ("wildcards of both kinds", RFC, |bytes| {
        repeat("User-agent: *\n", bytes, |body, i| {
            let kind = if i % 2 == 0 { "Allow" } else { "Disallow" };
            writeln!(body, "{kind}: /*a{i}*b$").unwrap();
        })
    }),
    ("wildcards of few beginnings", RFC, |bytes| {
        repeat("User-agent: *\n", bytes, |body, i| {
            let kind = if i % 2 == 0 { "Allow" } else { "Disallow" };
            writeln!(body, "{kind}: /a{}*{i}", i % 7).unwrap();
        })
    }),
    ("exceptions for assets", RFC, |bytes| {
        repeat("User-agent: *\nDisallow: /\n", bytes, |body, i| {
            writeln!(body, "Allow: /css/{i}/css/").unwrap()
        })
    }),
    ("one rule of stars", RFC, |bytes| {
        format!("User-agent: *\nDisallow: /{}b\n", "*a".repeat(bytes / 2))
    }),
    ("globs", Dialect::SEZNAM_2, |bytes| {
        repeat("User-agent: *\n", bytes, |body, i| {
            writeln!(body, "Disallow: *[ab]?{i}*").unwrap()
        })
    }),
    ("percent signs", RFC, |bytes| {
        repeat("User-agent: *\n", bytes, |body, i| {
            writeln!(body, "Disallow: /%{i}%%e9%41").unwrap()
        })
    }),
    ("index files", Dialect::GOOGLE, |bytes| {
        repeat("User-agent: *\n", bytes, |body, i| {
            writeln!(body, "Allow: /{i}/index.html").unwrap()
        })
    }),
    ("misspelled keys", RFC, |bytes| {
        repeat("User-agent: *\n", bytes, |body, i| {
            writeln!(body, "Disalow: /a{i}").unwrap()
        })
    }),
    ("unknown keys", RFC, |bytes| {
        repeat("User-agent: *\n", bytes, |body, i| {
            writeln!(body, "key-{i}: value").unwrap()
        })
    }),
    ("remarks for lint", RFC, |bytes| {
        repeat("User-agent: *\n", bytes, |body, i| {
            writeln!(body, "# robots-lint: ignore R0{}\nDisalow: /", i % 80).unwrap()
        })
    }),
    ("remarks for lint on Sitemap lines", RFC, |bytes| {
        repeat("", bytes, |body, i| {
            writeln!(body, "Sitemap: /s{i} # robots-lint: ignore R{i}").unwrap()
        })
    }),
    ("keys without lines", RFC, |bytes| {
        repeat("", bytes, |body, i| body.push_str([": ", "a:b c:"][i % 2]))
    }),
    ("rules without lines", RFC, |bytes| {
        repeat("User-agent: *\n", bytes, |body, _| {
            body.push_str("Disallow: /x Disallow: ")
        })
    }),
    ("blank lines", Dialect::YANDEX, |bytes| {
        repeat("User-agent: *\n", bytes, |body, _| body.push('\n')) + "Disallow: /a\n"
    }),
    ("sitemaps", RFC, |bytes| {
        repeat("", bytes, |body, i| {
            writeln!(body, "Sitemap: https://example.com/{i}.xml").unwrap()
        })
    }),
    ("one long Sitemap line", RFC, |bytes| {
        format!("Sitemap: https://example.com/{}\n", "a/../".repeat(bytes / 5))
    }),
    ("Clean-param", Dialect::YANDEX, |bytes| {
        repeat("User-agent: *\n", bytes, |body, i| {
            writeln!(body, "Clean-param: a{i}&b{i} /c{i}").unwrap()
        })
    }),
    ("rates and times", RFC, |bytes| {
        repeat("User-agent: *\n", bytes, |body, i| {
            writeln!(
                body,
                "Request-rate: 1/{i} 0{}00-1200\nVisit-time: 0{}00-2000",
                i % 10,
                i % 10
            )
            .unwrap();
        })
    }),
    ("signals and preferences", RFC, |bytes| {
        repeat("User-agent: *\n", bytes, |body, i| {
            writeln!(
                body,
                "Content-Signal: ai-train=no, x{i}=yes\nContent-Usage: /a{i} train-ai=n"
            )
            .unwrap();
        })
    }),
    ("groups that an edit joins", RFC, |bytes| {
        // Without every third line, all of them are one group, to which all signals belong.
        repeat("", bytes, |body, i| {
            write!(
                body,
                "User-agent: Bot{i:06}\nContent-Signal: ai-train=no\nDisallow:\n"
            )
            .unwrap()
        })
    }),
    ("keys that would close out whom the file lets in", RFC, |bytes| {
        repeat("", bytes, |body, i| {
            write!(body, "User-agent: b{i}\nDisallow:\n\nDisalow: /\n\n").unwrap()
        })
    }),
    ("licenses", RFC, |bytes| {
        repeat("User-agent: *\n", bytes, |body, i| {
            writeln!(body, "License: https://example.com/{i}.xml").unwrap()
        })
    }),
];

/// The names of the files, and how to make so many bytes of each.
pub(crate) fn files() -> impl Iterator<Item = (&'static str, fn(usize) -> String)> {
    FILES.into_iter().map(|(name, _, make)| (name, make))
}

/// The file without every third line, and with the kind of its first rule flipped.
pub(crate) fn edited(body: &str) -> String {
    let lines = body.lines().enumerate().filter(|(number, _)| number % 3 != 2);
    let kept: String = lines.flat_map(|(_, line)| [line, "\n"]).collect();
    kept.replacen("Disallow: /", "Allow: /", 1)
}

/// Addresses that the rules without inner stars match: as many as there are such rules. Each
/// question may look at all the others, so that as many questions as there are of those would take
/// quadratic time.
fn addresses<'r>(robots: &'r RobotsTxt<'_>) -> impl Iterator<Item = Vec<u8>> + 'r {
    let rules = robots.groups().flat_map(|group| group.rules());
    let texts = rules.map(|rule| {
        let text = rule
            .pattern()
            .strip_suffix(b"*")
            .or(rule.pattern().strip_suffix(b"$"));
        text.unwrap_or(rule.pattern()).to_vec()
    });
    texts.filter(|text| !text.contains(&b'*'))
}

/// What is asked of a file: given the file and an edit of it.
type Question = fn(&RobotsTxt<'_>, &RobotsTxt<'_>);

const QUESTIONS: [(&str, Question); 20] = [
    ("each name", |robots, _| {
        let robots = robots.clone().into_indexed();
        let names = robots.names().map(String::from_utf8_lossy);
        black_box(names.map(|name| robots.groups_for(&*name).len()).sum::<usize>());
    }),
    ("groups", |robots, _| {
        let names: usize = robots.groups().map(|group| group.agents().count()).sum();
        let rules: usize = robots.groups().map(|group| group.rules().count()).sum();
        let languages = robots
            .groups()
            .filter(|group| group.pattern_language() == robots.dialect().pattern_language);
        black_box((names, rules, languages.count()));
    }),
    ("lines", |robots, _| {
        let kinds = robots
            .directives()
            .filter(|directive| directive.kind().key().is_some());
        black_box((
            robots.lines().filter(|line| line.is_blank()).count(),
            kinds.count(),
        ));
    }),
    ("site", |robots, _| {
        black_box((
            robots.sitemaps().count(),
            robots.hosts().count(),
            robots.licenses().count(),
        ));
        black_box((
            robots.clean_params().count(),
            robots.site_content_signal(),
            robots.unknown_directives().count(),
        ));
    }),
    ("pacing", |robots, _| drop(black_box(robots.pacing_for(AGENT)))),
    ("content signals", |robots, _| {
        drop(black_box(robots.content_signal_for(AGENT)))
    }),
    ("clean a URL", |robots, _| {
        let url: String = (0..200).map(|i| format!("a{i}=1&")).collect();
        drop(black_box(
            robots.clean_url(&format!("https://example.com/c1?{url}")),
        ));
    }),
    ("explain", |robots, _| {
        black_box(robots.explain(AGENT, "/a1a2b"));
    }),
    ("write", |robots, _| {
        drop(black_box(RobotsTxtBuilder::from(robots).to_bytes()))
    }),
    ("rules as bytes", |robots, _| {
        drop(black_box(Rules::from_bytes(&robots.rules_for(AGENT).to_bytes())));
    }),
    ("signals", |robots, _| {
        let mut signals = Signals::new(AGENT);
        signals.robots_txt(robots, "https://example.com/a1");
        drop(black_box(signals));
    }),
    ("lint", |robots, _| {
        let options = LintOptions::new().dialect(robots.dialect());
        drop(black_box(options.lint(robots.body())));
    }),
    ("fix", |robots, _| {
        let options = LintOptions::new().dialect(robots.dialect());
        drop(black_box(options.fix(robots.body(), &[])));
    }),
    ("fix all", |robots, _| {
        let options = LintOptions::new().dialect(robots.dialect());
        drop(black_box(options.fix(robots.body(), Code::ALL)));
    }),
    ("diff", |before, after| {
        let diff = DiffOptions::new().agent(AGENT).compare(before, after);
        let names = diff.agents().map(|(name, _)| (name, name));
        let urls = UrlDiff::new(before, after, names);
        black_box(urls.changes(Target::new("/a1")).count());
    }),
    ("diff on URLs", |before, after| {
        let urls = UrlDiff::new(before, after, [(AGENT, AGENT)]);
        let changes = addresses(before).map(|url| urls.changes(&*url).count());
        black_box(changes.sum::<usize>());
    }),
    ("rules as written", |robots, _| {
        let rules = robots.rules_for(AGENT);
        for url in addresses(robots) {
            drop(black_box(robots.as_written(rules.check(&*url))));
        }
    }),
    ("decide", |before, after| {
        let agents = AgentList::from(AGENT);
        let policies = [before, after].map(|robots| Policy::of(robots, &agents));
        drop(black_box(equivalent(
            &policies[0],
            &policies[1],
            &mut Budget::default(),
        )));
    }),
    ("census", |robots, _| {
        let crawlers = agents::ALL.iter().map(|agent| UserAgent::resolve(agent.name()));
        let census = crawlers.fold(Census::new(robots.dialect()), |census, one| {
            census.user_agent(&one)
        });
        census.access(robots.body(), |one| {
            black_box(one.access);
        });
    }),
    ("minimize", |robots, _| {
        let policy = Policy::of(robots, AGENT);
        drop(black_box(minimize(&[policy], &mut Budget::new(200_000))));
    }),
];

/// Inputs other than robots.txt: a name, how to make so many bytes of it, and what reads it.
type Reading = (&'static str, &'static str, fn(usize) -> String, fn(&str));

const READINGS: [Reading; 12] = [
    (
        "page",
        "meta tags",
        |bytes| {
            repeat("<!doctype html>", bytes, |page, i| {
                write!(page, "<meta name=robots content='noindex, x{i}'>").unwrap()
            })
        },
        read_page,
    ),
    (
        "page",
        "one meta tag",
        |bytes| {
            repeat("<meta name=robots content='", bytes, |page, i| {
                write!(page, "max-snippet: {i},").unwrap()
            }) + "'>"
        },
        read_page,
    ),
    (
        "page",
        "tags that never end",
        |bytes| "<a <!-- <meta ".repeat(bytes / 14),
        read_page,
    ),
    (
        "X-Robots-Tag",
        "values",
        |bytes| repeat("", bytes, |value, i| write!(value, "bot{i}: noindex, ").unwrap()),
        |value| {
            let mut page = PageRules::builder(AGENT);
            drop(black_box(page.header("X-Robots-Tag", value).build()));
        },
    ),
    (
        "sitemap",
        "entries",
        |bytes| {
            repeat(URLSET, bytes, |map, i| {
                write!(map, "<url><loc>https://example.com/{i}</loc></url>").unwrap()
            }) + "</urlset>"
        },
        read_sitemap,
    ),
    (
        "sitemap",
        "elements without end",
        |bytes| format!("{URLSET}{}", "<url><loc>".repeat(bytes / 10)),
        read_sitemap,
    ),
    (
        "sitemap",
        "one long URL",
        |bytes| {
            format!(
                "{URLSET}<url><loc>https://example.com/{}</loc></url></urlset>",
                "&amp;a".repeat(bytes / 6)
            )
        },
        read_sitemap,
    ),
    (
        "sitemap",
        "lines of text",
        |bytes| {
            repeat("", bytes, |map, i| {
                writeln!(map, "https://example.com/{i}").unwrap()
            })
        },
        read_sitemap,
    ),
    (
        "User-Agent",
        "products",
        |bytes| {
            repeat("Mozilla/5.0 (", bytes, |header, i| {
                write!(header, "compatible; Bot{i}/1; ").unwrap()
            })
        },
        |header| {
            drop(black_box(UserAgent::parse(header).list()));
            black_box((agents::product_token(header), agents::near_miss(header)));
        },
    ),
    (
        "User-Agent",
        "brackets",
        |bytes| "Mozilla/5.0 ((".repeat(bytes / 14),
        |header| {
            drop(black_box(UserAgent::parse(header).list()));
            black_box(agents::product_token(header));
        },
    ),
    (
        "Content-Usage",
        "labels",
        |bytes| repeat("", bytes, |value, i| write!(value, "x{i}=y, ").unwrap()) + "train-ai=n",
        |value| drop(black_box(ContentUsage::parse_fields([value.as_bytes()]))),
    ),
    (
        "Content-Signal",
        "labels",
        |bytes| repeat("", bytes, |value, i| write!(value, "x{i}=yes, ").unwrap()),
        |value| drop(black_box(ContentSignal::parse(value.as_bytes()))),
    ),
];

const URLSET: &str = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";

fn read_page(html: &str) {
    let mut page = PageRules::builder(AGENT);
    page.html(html.as_bytes());
    drop(black_box(page.build()));
}

fn read_sitemap(map: &str) {
    let mut reader = ReadOptions::new().read(map.as_bytes());
    while let Some(item) = reader.next_item() {
        let _ = black_box(item);
    }
}

/// These are as many questions as there are names, and each looks for its name in all others: the
/// product of two inputs.
const PRODUCTS: [&str; 2] = [
    "each name: one group of nested names",
    "each name: many names and a long one",
];

/// Whether a case is run: if its operation and input hold `only`, and it is no product of two
/// inputs.
pub(crate) fn is_wanted(operation: &str, input: &str, only: &str) -> bool {
    let name = format!("{operation}: {input}");
    name.contains(only) && !PRODUCTS.contains(&name.as_str())
}

/// What it costs to run something that reads so many bytes.
fn cost(case: String, mut run: impl FnMut()) -> Cost {
    let cost = Cost::of(case, || {
        let before = ALLOCATED.current_usage();
        ALLOCATED.reset_peak_usage();
        let start = Instant::now();
        run();
        let time = start.elapsed();
        Ok::<_, Infallible>((time, ALLOCATED.peak_usage() - before))
    });
    let Ok(cost) = cost;
    cost
}

/// What everything costs on files of so many bytes: all whose operation and input hold `only`.
pub(crate) fn costs(bytes: usize, only: &str) -> Vec<Cost> {
    let mut costs = Vec::new();
    for (input, dialect, make) in FILES {
        // However large the file is, its lines count.
        let dialect = dialect.with(|custom| custom.fetch_policy.oversized_allows = false);
        let before = make(bytes);
        let after = edited(&before);
        let [before, after] =
            [&before, &after].map(|body| RobotsTxt::options().dialect(dialect).parse(body.as_bytes()));
        let wanted = QUESTIONS
            .into_iter()
            .filter(|(operation, _)| is_wanted(operation, input, only));
        for (operation, ask) in wanted {
            costs.push(cost(format!("{operation}: {input}"), || ask(&before, &after)));
        }
    }
    for (operation, input, make, read) in READINGS {
        if is_wanted(operation, input, only) {
            let text = make(bytes);
            costs.push(cost(format!("{operation}: {input}"), || read(&text)));
        }
    }
    costs
}
