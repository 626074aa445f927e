//! Inputs made to be slow or large: what an attacker would serve or link to.

use std::fmt::Write as _;

use robots_exclusion::Dialect;

/// A robots.txt, and a question about it.
pub(crate) struct Hostile {
    pub(crate) body: Vec<u8>,
    pub(crate) dialect: Dialect,
    /// For [`AGENT`].
    pub(crate) url: String,
    /// The answer.
    pub(crate) is_allowed: bool,
}

/// Who asks.
pub(crate) const AGENT: &str = "FooBot";

/// How to make a hostile input of some size. What the size counts differs; the input grows in
/// proportion.
type Make = fn(usize) -> Hostile;

/// Every hostile input: its name, its full size, and how to make it.
pub(crate) const HOSTILE: [(&str, usize, Make); 33] = [
    ("wildcards, path of 2 KB", 500 << 10, |bytes| {
        wildcards(bytes, 2_000)
    }),
    ("wildcards, path of 10 KB", 500 << 10, |bytes| {
        wildcards(bytes, 10_000)
    }),
    ("one rule of *a", 250_000, |stars| {
        rule(&"*a".repeat(stars), 2_000)
    }),
    ("one rule of *a, a long URL", 250_000, |stars| {
        rule(&"*a".repeat(stars), stars)
    }),
    ("one rule of stars", 250_000, |stars| {
        rule(&"*".repeat(stars), 2_000)
    }),
    ("shared prefixes", 100_000, |rules| {
        let mut body = group();
        for i in 0..rules {
            writeln!(body, "Disallow: /catalogue/section/{i:07}/").unwrap();
        }
        asked(false, body, format!("/catalogue/section/{:07}/x", rules - 1))
    }),
    ("prefixes of each other", 2_000, |rules| {
        let mut body = group();
        let lengths = (0..rules).map(|i| i % 500 + 1);
        lengths.for_each(|length| writeln!(body, "Disallow: /{}", "a".repeat(length)).unwrap());
        asked(false, body, format!("/{}", "a".repeat(2_000)))
    }),
    ("agents of one group", 50_000, |agents| {
        let mut body = String::new();
        for i in 0..agents {
            writeln!(body, "User-agent: FooBot{i}").unwrap();
        }
        asked(false, body + "User-agent: FooBot\nDisallow: /a", "/a".into())
    }),
    ("groups of one agent", 20_000, |groups| {
        asked(
            true,
            "User-agent: FooBot\nDisallow: /a*b\n\n".repeat(groups),
            format!("/{}", "a".repeat(2_000)),
        )
    }),
    ("groups of many names", 20_000, |groups| {
        let mut body = String::new();
        for i in 0..groups {
            writeln!(body, "User-agent: Bot{i}\nDisallow: /a").unwrap();
        }
        asked(true, body, "/a".into())
    }),
    ("one long line", 10_000_000, |bytes| {
        rule(&"x".repeat(bytes), 2_000)
    }),
    ("one long line of white space", 10_000_000, |bytes| {
        asked(
            true,
            group() + "Disallow:" + &" \t".repeat(bytes / 2),
            "/a".into(),
        )
    }),
    ("percent signs", 1_000_000, |bytes| {
        rule(&"%".repeat(bytes), 2_000)
    }),
    ("percent signs in rules", 1_000_000, |bytes| {
        asked(
            false,
            group() + &"Disallow: /%%%%%%%%%%%%%%%%%%%%%%%\n".repeat(bytes / 35),
            format!("/{}", "%".repeat(2_000)),
        )
    }),
    ("octets that grow when escaped", 1_000_000, |bytes| {
        rule(&"\u{e9}".repeat(bytes / 2), 2_000)
    }),
    ("glob sets", 10_000, |members| {
        let set: String = (0..members).map(|i| char::from(b'b' + (i % 25) as u8)).collect();
        let mut hostile = rule(&format!("*[{set}]*[!{set}][{set}]"), 2_000);
        hostile.dialect = Dialect::SEZNAM_2;
        hostile
    }),
    ("glob sets that never end", 100_000, |brackets| {
        let mut hostile = rule(&"[".repeat(brackets), 2_000);
        hostile.dialect = Dialect::SEZNAM_2;
        hostile
    }),
    ("glob of many sets, a long URL", 100_000, |bytes| {
        let glob = format!("/*{}b", "[ab]*?".repeat(bytes / 6));
        Hostile {
            dialect: Dialect::SEZNAM_2,
            ..asked(
                true,
                group() + "Disallow: " + &glob,
                format!("/{}", "a".repeat(bytes)),
            )
        }
    }),
    ("glob of brackets, a long URL", 100_000, |brackets| Hostile {
        dialect: Dialect::SEZNAM_2,
        ..asked(
            false,
            group() + "Disallow: /" + &"[".repeat(brackets),
            format!("/{}", "[".repeat(brackets)),
        )
    }),
    ("keys without values", 1_000_000, |bytes| {
        asked(true, "a:\n".repeat(bytes / 3), "/a".into())
    }),
    ("blank lines", 1_000_000, |bytes| Hostile {
        dialect: Dialect::YANDEX,
        ..asked(true, "\n".repeat(bytes), "/a".into())
    }),
    ("blank lines between keys", 1_000_000, |bytes| Hostile {
        dialect: Dialect::YANDEX,
        ..asked(true, "a:\n\n".repeat(bytes / 4), "/a".into())
    }),
    ("equal wildcards", 34_000, |rules| {
        asked(
            true,
            group() + &"Disallow: /*a!\n".repeat(rules),
            runs_of_a(2_000),
        )
    }),
    ("short wildcards", 40_000, |rules| {
        // Each has three octets that occur in the URL, but never in this order.
        let mut body = group();
        for i in 0..rules {
            let letter = |of: usize| char::from(b'a' + (of % 26) as u8);
            let (first, second, third) = (letter(i), letter(i / 26), letter(i / 676));
            writeln!(body, "Disallow: /*{third}{second}{first}!").unwrap();
        }
        asked(true, body, alphabets(2_000))
    }),
    ("wildcards in the wrong order", 500 << 10, |bytes| {
        // What the first segment matches comes after all that the second one could match.
        let url = alphabets(1_000) + &alphabets(1_000).to_uppercase();
        let mut body = group();
        let mut at = 0;
        while body.len() < bytes {
            let (early, late) = (1 + at % 900, 1_001 + at / 900 % 900);
            writeln!(
                body,
                "Disallow: /*{}*{}",
                &url[late..late + 5],
                &url[early..early + 5]
            )
            .unwrap();
            at += 7;
        }
        asked(true, body, url)
    }),
    ("wildcards of one octet", 500 << 10, |bytes| {
        // No pair of octets shows that the URL has no `b`.
        let mut body = group();
        let mut i = 0;
        while body.len() < bytes {
            let segment = |length: usize| "a".repeat(1 + length);
            writeln!(body, "Disallow: /*{}*{}*b", segment(i % 200), segment(i / 200)).unwrap();
            i += 1;
        }
        asked(true, body, runs_of_a(2_000))
    }),
    (
        "wildcards that end within escapes, growing with the URL",
        500 << 10,
        |bytes| {
            // Octet by octet each of them matches, but an escape is one unit, in which no star
            // ends. No two are alike.
            let mut body = group();
            let mut i: u32 = 0;
            while body.len() < bytes {
                let segments = (0..14).map(|bit| if i >> bit & 1 == 0 { "*A" } else { "*2A" });
                writeln!(body, "Disallow: /x{}", segments.collect::<String>()).unwrap();
                i += 1;
            }
            Hostile {
                dialect: Dialect::SLURP,
                ..asked(true, body, format!("/x{}", "%2A".repeat(bytes / 96)))
            }
        },
    ),
    ("wildcards of many stars", 500 << 10, |bytes| {
        let mut body = group();
        let mut stars = 1_900;
        while body.len() < bytes {
            writeln!(body, "Disallow: /{}*b", "*a".repeat(stars)).unwrap();
            stars -= 1;
        }
        asked(true, body, runs_of_a(2_000))
    }),
    ("wildcards, growing with the URL", 250 << 10, |bytes| {
        let mut body = group();
        let mut i = 0;
        while body.len() < bytes {
            writeln!(body, "Disallow: /*a*ab{i}").unwrap();
            i += 1;
        }
        asked(true, body, runs_of_a(bytes / 4) + "b")
    }),
    ("equal globs", 500 << 10, |bytes| Hostile {
        dialect: Dialect::SEZNAM_2,
        ..asked(
            true,
            group() + &"Disallow: *??????????c*\n".repeat(bytes / 24),
            runs_of_a(2_000),
        )
    }),
    ("globs that differ", 500 << 10, |bytes| {
        let mut body = group();
        let mut i = 0;
        while body.len() < bytes {
            // Every `c` comes after every `a`.
            let unit = |bit: usize| ["?", "[ab]"][i >> bit & 1];
            let units: String = (0..17).map(unit).collect();
            writeln!(body, "Disallow: *c{units}a*").unwrap();
            i += 1;
        }
        Hostile {
            dialect: Dialect::SEZNAM_2,
            ..asked(true, body, runs_of_a(1_000) + &"c".repeat(1_000))
        }
    }),
    ("one glob of sets, as long as the URL", 200_000, |units| Hostile {
        dialect: Dialect::SEZNAM_2,
        ..asked(
            true,
            group() + "Disallow: *" + &"[ab]".repeat(units) + "[c]*",
            runs_of_a(2 * units),
        )
    }),
    ("a long URL", 1_000_000, |bytes| {
        let mut body = group();
        for i in 0..20 {
            writeln!(body, "Disallow: /*b{i}*c\nDisallow: /*%C3%A{}$", i % 10).unwrap();
        }
        asked(
            true,
            body,
            format!("https://example.com/{}", "a%c3%a9?".repeat(bytes / 8)),
        )
    }),
];

fn asked(is_allowed: bool, body: String, url: String) -> Hostile {
    Hostile {
        body: body.into_bytes(),
        dialect: Dialect::RFC_9309,
        url,
        is_allowed,
    }
}

fn group() -> String {
    "User-agent: *\n".into()
}

/// One rule, and a URL that it does not match before its end.
fn rule(pattern: &str, path: usize) -> Hostile {
    asked(
        true,
        group() + "Disallow: /" + pattern + "b",
        format!("/{}", "a".repeat(path)),
    )
}

/// Rules that each have to scan the whole path.
fn wildcards(bytes: usize, path: usize) -> Hostile {
    let mut body = group();
    let mut i = 0;
    while body.len() < bytes {
        writeln!(body, "Disallow: /*a*b{i}$").unwrap();
        i += 1;
    }
    asked(true, body, format!("/{}", "a".repeat(path)))
}

fn runs_of_a(path: usize) -> String {
    format!("/{}", "a".repeat(path))
}

/// The alphabet over and over, each time starting at another letter and with another step, so that
/// there are many distinct substrings.
fn alphabets(path: usize) -> String {
    let letter = |at: usize| {
        let (round, at) = (at / 26, at % 26);
        char::from(b'a' + ((at * [1, 3, 5, 7, 9, 11][round % 6] + round) % 26) as u8)
    };
    "/".chars().chain((0..path).map(letter)).collect()
}
