//! Blocking and allowing crawlers: what the edited files say, asked of the library itself.

use robots_exclusion::agents::{self, UserAgent};
use robots_exclusion::{ParseOptions, RobotsTxt};
use robots_exclusion_analysis::decide::Budget;
use robots_exclusion_analysis::edit::{AccessEdit, EditError, Edited};

use crate::library::shared;

fn edit(edit: AccessEdit, names: &[&str]) -> AccessEdit {
    names
        .iter()
        .fold(edit, |edit, name| edit.crawler(UserAgent::resolve(name)))
}

fn applied(wanted: &AccessEdit, body: &str) -> Result<Edited, EditError> {
    wanted.apply(body.as_bytes(), &mut Budget::default())
}

fn text(edited: &Edited) -> &str {
    core::str::from_utf8(edited.body()).expect("text")
}

#[track_caller]
fn assert_edited(wanted: &AccessEdit, body: &str, expected: &str) -> Edited {
    let edited = applied(wanted, body).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(text(&edited), expected);
    let again = applied(wanted, expected).expect("it is as asked");
    assert_eq!(text(&again), expected, "a second time");
    assert!(!again.unchanged().is_empty());
    edited
}

#[test]
fn a_crawler_without_a_group_gets_one() {
    let block = edit(AccessEdit::block(), &["GPTBot"]);
    let rest =
        "# all\nUser-agent: *\nDisallow: /admin/ # staff\nCrawl-delay: 5\nSitemap: https://e.com/s.xml";
    assert_edited(
        &block,
        rest,
        &format!("{rest}\n\nUser-agent: GPTBot\nDisallow: /\nCrawl-delay: 5\n"),
    );
    assert_edited(&block, "", "User-agent: GPTBot\nDisallow: /\n");
    let part = edit(AccessEdit::block().path("/search/"), &["GPTBot", "CCBot"]);
    assert_edited(
        &part,
        "User-agent: *\r\nDisallow: /admin/\r\n",
        "User-agent: *\r\nDisallow: /admin/\r\n\r\nUser-agent: GPTBot\r\nUser-agent: CCBot\r\nDisallow: /search/\r\nDisallow: /admin/\r\n",
    );
}

#[test]
fn who_may_ignore_the_file_is_listed() {
    let block = edit(AccessEdit::block(), &["GPTBot", "ChatGPT-User"]);
    let edited = applied(&block, "User-agent: *\nDisallow:\n").expect("a file");
    assert_eq!(edited.may_ignore(), ["ChatGPT-User"]);
    let block = edit(AccessEdit::block(), &["GPTBot"]);
    let edited = applied(&block, "User-agent: *\nDisallow:\n").expect("a file");
    assert!(edited.may_ignore().is_empty());
}

#[test]
fn a_group_of_the_crawler_alone_is_changed_in_place() {
    let block = edit(AccessEdit::block(), &["GPTBot"]);
    assert_edited(
        &block,
        "User-agent: GPTBot\nDisallow: /a\nAllow: /a/b # fine\n\nUser-agent: *\nDisallow: /x\n",
        "User-agent: GPTBot\nDisallow: /\nDisallow: /a\n# fine\n\nUser-agent: *\nDisallow: /x\n",
    );
    let allow = edit(AccessEdit::allow(), &["GPTBot"]);
    assert_edited(
        &allow,
        "User-agent: GPTBot\nDisallow: / # no\n\nUser-agent: *\nDisallow: /x\n",
        "User-agent: GPTBot\nDisallow: /x\n# no\n\nUser-agent: *\nDisallow: /x\n",
    );
    // What is closed to nobody else is open to it.
    assert_edited(
        &allow,
        "User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nAllow: /x\n",
        "User-agent: GPTBot\nAllow: /\n\nUser-agent: *\nAllow: /x\n",
    );
    // An exception of what is closed stays one, and what is blocked and allowed again is as before.
    let star = "User-agent: *\nDisallow: /x\nAllow: /x/y\n";
    let blocked = assert_edited(
        &block,
        star,
        &format!("{star}\nUser-agent: GPTBot\nDisallow: /\n"),
    );
    assert_edited(
        &allow,
        text(&blocked),
        &format!("{star}\nUser-agent: GPTBot\nDisallow: /x\nAllow: /x/y\n"),
    );
    // A rule that is there is not written again, and one that says the opposite goes.
    assert_edited(
        &block,
        "User-agent: GPTBot\nDisallow: /\nAllow: /b\n",
        "User-agent: GPTBot\nDisallow: /\n",
    );
    assert_edited(
        &edit(AccessEdit::allow().path("/blog/"), &["GPTBot"]),
        "User-agent: GPTBot\nDisallow: /blog/\nDisallow: /c\n",
        "User-agent: GPTBot\nAllow: /blog/\nDisallow: /c\n",
    );
    // The last line of the file names the group.
    assert_edited(
        &block,
        "User-agent: *\nDisallow: /x\n\nUser-agent: GPTBot",
        "User-agent: *\nDisallow: /x\n\nUser-agent: GPTBot\nDisallow: /\n",
    );
}

/// A name is taken off a group that others follow.
#[test]
fn a_group_of_several_is_divided() {
    let body = "User-agent: FooBot\nUser-agent: GPTBot # OpenAI\nDisallow: /a\n";
    assert_edited(
        &edit(AccessEdit::block(), &["GPTBot"]),
        body,
        "User-agent: FooBot\n# OpenAI\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /\n",
    );
    // Both names on one group, and one of them on another.
    let body = "User-agent: FooBot\nUser-agent: GPTBot\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /b\n";
    assert_edited(
        &edit(AccessEdit::allow().path("/a/b"), &["GPTBot"]),
        body,
        "User-agent: FooBot\nDisallow: /a\n\nUser-agent: GPTBot\nAllow: /a/b\nDisallow: /a\nDisallow: /b\n",
    );
}

/// The rules of `*` that close a part of the site stay closed to the crawler that is let in.
#[test]
fn what_narrower_rules_close_stays_closed() {
    let body = "User-agent: *\nDisallow: /\nDisallow: /styleguide\nDisallow: /follow-up\n";
    let edited = assert_edited(
        &edit(AccessEdit::allow(), &["FooBot"]),
        body,
        &format!("{body}\nUser-agent: FooBot\nDisallow: /styleguide\nDisallow: /follow-up\n"),
    );
    let robots = RobotsTxt::parse(edited.body());
    assert!(robots.is_allowed("FooBot", "/") && !robots.is_allowed("FooBot", "/follow-up/1"));
    assert!(!robots.is_allowed("BarBot", "/"));
}

#[test]
fn crawlers_that_fall_back_to_the_name_get_a_group_of_their_own() {
    let body = "User-agent: *\nDisallow: /admin/\n";
    let wanted = edit(AccessEdit::block(), &["Googlebot"]);
    let edited = applied(&wanted, body).expect("it can be had");
    assert!(edited.separated().contains(&"Applebot".to_owned()), "{edited:?}");
    assert!(edited.separated().contains(&"Googlebot-Image".to_owned()));
    assert_eq!(edited.families(), ["Googlebot-"]);
    assert!(edited.nameless().contains(&"Bravebot"), "{edited:?}");
    let robots = RobotsTxt::parse(edited.body());
    for agent in agents::ALL.iter().filter(|agent| agent.obeys_star()) {
        // Without a name of its own, a crawler follows Googlebot.
        let expected = agent.name() != "Googlebot" && !agent.is_nameless();
        assert_eq!(robots.is_allowed(agent, "/"), expected, "{}", agent.name());
        assert!(!robots.is_allowed(agent, "/admin/"), "{}", agent.name());
    }
    // One that is blocked as well needs none.
    let both = edit(AccessEdit::block(), &["Googlebot", "Applebot"]);
    let edited = applied(&both, body).expect("it can be had");
    assert!(!edited.separated().contains(&"Applebot".to_owned()));
}

#[test]
fn an_allow_of_any_depth_is_outweighed_under_the_path() {
    let body = "User-agent: *\nAllow: /*.css$\nDisallow: /tmp/\n";
    assert_edited(
        &edit(AccessEdit::block().path("/private/"), &["GPTBot"]),
        body,
        &format!(
            "{body}\nUser-agent: GPTBot\nDisallow: /private/\nDisallow: /private/*.css$\nAllow: /*.css$\nDisallow: /tmp/\n"
        ),
    );
}

#[test]
fn each_crawler_is_asked_as_it_reads() {
    // The blank line ends the group for Yandex and Baidu, so that to them all is allowed.
    let body = "User-agent: *\n\nDisallow: /x\n";
    for (name, path) in [
        ("YandexBot", "/"),
        ("Baiduspider", "/a/"),
        ("SeznamBot", "/"),
        ("Googlebot", "/b"),
    ] {
        let wanted = edit(AccessEdit::block().path(path), &[name]);
        let edited = applied(&wanted, body).unwrap_or_else(|error| panic!("{name}: {error}"));
        for agent in agents::ALL {
            let options = ParseOptions::new().dialect(agent.dialect());
            for url in ["/", "/a/", "/a/b", "/b", "/x", "/x/y"] {
                let [before, after] =
                    [body.as_bytes(), edited.body()].map(|body| options.check(body, agent, url).is_allowed());
                let follows = agent.is_nameless() && agent.tokens() == [name];
                let is_asked = (agent.name() == name || follows) && url.starts_with(path);
                assert_eq!(after, before && !is_asked, "{name}: {} {url}", agent.name());
            }
        }
    }
}

#[test]
fn what_cannot_be_had_has_a_reason() {
    let wanted = |path| edit(AccessEdit::block().path(path), &["FooBot"]);
    for path in ["", "x", "/a b", "/a#b", "/a\nDisallow: /"] {
        let error = applied(&wanted(path), "").expect_err(path);
        assert!(matches!(error, EditError::Path(_)), "{error}");
    }
    let star = AccessEdit::block().crawler("*");
    assert_eq!(applied(&star, "").expect_err("no crawler"), EditError::Star);
    let error = applied(&wanted("/"), "<!DOCTYPE html>\n<html></html>\n").expect_err("no text");
    assert!(matches!(error, EditError::Format(_)), "{error}");
    // The Allow is longer than what any Disallow of this path can be.
    let body = "User-agent: *\nAllow: /a*bcdefgh/ijk\n";
    let error = applied(&wanted("/ab"), body).expect_err("outweighed");
    let EditError::NotMet { crawler, rule, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!((&crawler[..], &rule[..]), ("FooBot", "Allow: /a*bcdefgh/ijk"));
}

/// Every edit of every hostile kind of file ends, and is as asked or has a reason.
#[test]
fn hostile_files() {
    let files = [
        "\u{FEFF}User-agent: *\nDisallow: /",
        "User-agent: GPTBot",
        "User-agent: GPTBot\n\n\nUser-agent: *",
        "Disallow: /x\nUser-agent: *\nDisallow: /y",
        "User-agent: a\nCrawl-delay: 1\nUser-agent: GPTBot\nDisallow: /x\n",
        "User-agent: GPTBot, FooBot\nDisallow: /x\n",
        "user agent = GPTBot\ndisalow = /x\n",
        "User-agent: GPTBot\rDisallow: /x\rUser-agent: *\rDisallow: /",
        "User-agent: *\0\nDisallow: /\0x\n",
        "User-agent: GPTBot/1.0\nDisallow: /x\nUser-agent: GPTBot\nAllow: /\n",
        "User-agent: *\nAllow: /*$\nDisallow: /*\n",
    ];
    for body in files {
        for path in ["/", "/a", "/*.css$", "/x%2Fy", "/$"] {
            for wanted in [AccessEdit::block(), AccessEdit::allow()] {
                let wanted = edit(wanted.path(path), &["GPTBot", "Googlebot-Image"]);
                let Ok(edited) = applied(&wanted, body) else {
                    continue;
                };
                let (old, new) = (RobotsTxt::parse(body), RobotsTxt::parse(edited.body()));
                for url in ["/", "/a", "/b.css", "/x/y", "/robots.txt"] {
                    for name in ["FooBot", "*", "a"] {
                        assert_eq!(
                            old.is_allowed(name, url),
                            new.is_allowed(name, url),
                            "{body:?} {path} {name} {url}"
                        );
                    }
                }
            }
        }
    }
}

/// Real files: whatever is edited is as asked by the verdicts of the library, and nothing else changes.
#[test]
#[ignore = "reads the real files of ROBOTS_SHARED"]
fn real_files() {
    let files = shared::corpus(97);
    let block = edit(AccessEdit::block(), &["GPTBot", "CCBot"]);
    let part = edit(
        AccessEdit::block().path("/wp-content/"),
        &["bingbot", "YandexBot"],
    );
    let allow = edit(AccessEdit::allow(), &["Googlebot-Image", "Baiduspider"]);
    let (mut done, mut refused) = (0, Vec::new());
    for (name, body) in files {
        for (what, wanted) in [("block", &block), ("part", &part), ("allow", &allow)] {
            let edited = match wanted.apply(&body, &mut Budget::default()) {
                Ok(edited) => edited,
                // A page in place of a file, of which the corpus has some.
                Err(EditError::Format(_)) => continue,
                Err(error) => {
                    refused.push(format!("{name}, {what}: {error}"));
                    continue;
                }
            };
            done += 1;
            let blocked: &[&str] = match what {
                "block" => &["GPTBot", "CCBot"],
                "part" => &["bingbot", "YandexBot"],
                _ => &["Googlebot-Image", "Baiduspider"],
            };
            let urls = [
                "/",
                "/a",
                "/wp-content/x.css",
                "/wp-admin/",
                "/search?q=1",
                "/index.html",
            ];
            for agent in agents::ALL {
                let options = ParseOptions::new().dialect(agent.dialect());
                let [before, after] = [&body[..], edited.body()].map(|body| options.rules_for(body, agent));
                for url in urls {
                    let (before, after) = (before.is_allowed(url), after.is_allowed(url));
                    let is_of_edit = blocked.contains(&agent.name());
                    match what {
                        "block" if is_of_edit => assert!(!after, "{name} {} {url}", agent.name()),
                        "part" if is_of_edit && url.starts_with("/wp-content/") => {
                            assert!(!after, "{name} {} {url}", agent.name());
                        }
                        "allow" if is_of_edit => assert!(after || !before, "{name} {} {url}", agent.name()),
                        _ => assert_eq!(before, after, "{name} {what} {} {url}", agent.name()),
                    }
                }
            }
        }
    }
    println!("{done} edits, refused: {refused:#?}");
    assert!(refused.len() * 20 <= done, "{} of {done}", refused.len());
}

/// A path of any depth, such as a kind of files, is blocked also where a longer Allow opens a folder.
#[test]
fn a_kind_of_files_is_blocked_below_what_is_allowed() {
    let body = "User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n";
    assert_edited(
        &edit(AccessEdit::block().path("/*.pdf$"), &["GPTBot"]),
        body,
        &format!(
            "{body}\nUser-agent: GPTBot\nDisallow: /*.pdf$\nDisallow: /wp-admin/admin-ajax.php*.pdf$\nDisallow: /wp-admin/\n\
             Allow: /wp-admin/admin-ajax.php\n"
        ),
    );
    assert_edited(
        &edit(AccessEdit::block().path("/x/$"), &["GPTBot"]),
        "User-agent: GPTBot\nAllow: /x/$\nDisallow: /y\n",
        "User-agent: GPTBot\nDisallow: /x/$\nDisallow: /y\n",
    );
}

/// Who follows another's groups is blocked with that crawler or not at all.
#[test]
fn a_crawler_without_a_name_closes_nothing_to_the_one_it_follows() {
    let body = "User-agent: *\nDisallow: /admin/\n";
    for (kind, body) in [
        (AccessEdit::block(), body),
        (AccessEdit::allow(), "User-agent: *\nDisallow: /\n"),
    ] {
        let error = applied(&edit(kind, &["TavilyBot"]), body).unwrap_err();
        let expected = EditError::Nameless {
            crawler: "TavilyBot".into(),
            follows: "Googlebot".into(),
        };
        assert_eq!(error, expected);
    }
    let edited = applied(&edit(AccessEdit::block(), &["Bravebot", "OAI-SearchBot"]), body).unwrap();
    assert_eq!(edited.left_out(), ["Bravebot"]);
    assert!(!text(&edited).contains("Googlebot"), "{}", text(&edited));
    let edited = applied(&edit(AccessEdit::block(), &["Bravebot", "Googlebot"]), body).unwrap();
    assert!(edited.left_out().is_empty() && edited.nameless().contains(&"Bravebot"));
}

/// What `*` keeps from everybody stays closed, whatever else the crawler's own group says, in the bytes in which
/// it is written; but not to those that do not obey `*`.
#[test]
fn who_is_allowed_again_obeys_the_rules_of_everybody() {
    let allow = |name: &str, body: &[u8]| {
        edit(AccessEdit::allow(), &[name])
            .apply(body, &mut Budget::default())
            .unwrap()
    };
    let own = b"User-agent: GPTBot\nAllow: /robots.txt\nDisallow: /\n\nUser-agent: *\nDisallow: /admin/\n";
    let edited = allow("GPTBot", own);
    let robots = RobotsTxt::parse(edited.body());
    assert!(robots.is_allowed("GPTBot", "/x") && !robots.is_allowed("GPTBot", "/admin/"));
    let bytes = b"User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /caf\xE9/\n";
    let edited = allow("GPTBot", bytes);
    let robots = RobotsTxt::parse(edited.body());
    assert!(robots.is_allowed("GPTBot", "/x") && !robots.is_allowed("GPTBot", "/caf%E9/"));
    let ads = b"User-agent: AdsBot-Google\nDisallow: /\n\nUser-agent: *\nDisallow: /lp/\n";
    let edited = allow("AdsBot-Google", ads);
    assert!(RobotsTxt::parse(edited.body()).is_allowed("AdsBot-Google", "/lp/"));
}

/// A rule that is there is not written again, wherever it is, and what a longer Allow opens is closed.
#[test]
fn a_rule_that_is_there_is_completed() {
    let block = edit(AccessEdit::block().path("/a/"), &["FooBot"]);
    for rules in [
        "Disallow: /a/\nAllow: /*.css$\n",
        "Disallow: /b/\nDisallow: /a/\nAllow: /*.css$\n",
    ] {
        let edited = applied(&block, &format!("User-agent: FooBot\n{rules}")).unwrap();
        assert_eq!(
            text(&edited).matches("Disallow: /a/\n").count(),
            1,
            "{}",
            text(&edited)
        );
        assert!(text(&edited).contains("Disallow: /a/*.css$"), "{}", text(&edited));
    }
    for name in ["GPT*", "f\u{f6}\u{f6}bot", "Some thing"] {
        let error = edit(AccessEdit::block(), &[name]).apply(b"", &mut Budget::default());
        assert!(matches!(error, Err(EditError::Name(_))), "{name}: {error:?}");
    }
    let twice = edit(AccessEdit::block(), &["FooBot", "Bravebot", "bravebot"]);
    assert_eq!(applied(&twice, "").unwrap().left_out(), ["Bravebot"]);
}

/// A group without a rule, and one with the names of others that a `Crawl-delay` does not end.
#[test]
fn groups_without_rules_end_before_the_new_one() {
    let block = || AccessEdit::block().path("/y");
    assert_edited(
        &edit(block(), &["FooBot"]),
        "User-agent: *\nCrawl-delay: 5",
        "User-agent: *\nCrawl-delay: 5\nDisallow:\n\nUser-agent: FooBot\nDisallow: /y\nCrawl-delay: 5\n",
    );
    assert_edited(
        &edit(block(), &["FooBot"]),
        "User-agent: FooBot\nCrawl-delay: 5\n\nUser-agent: *\nDisallow: /x\n",
        "\nUser-agent: *\nDisallow: /x\n\nUser-agent: FooBot\nCrawl-delay: 5\nDisallow: /y\nDisallow: /x\n",
    );
}

/// In groups of robots.txt 2.0 a pattern matches whole paths.
#[test]
fn globs_go_on_to_the_end() {
    assert_edited(
        &edit(AccessEdit::block().path("/z"), &["SeznamBot"]),
        "User-agent: SeznamBot\nRobot-version: 2.0\nDisallow: /y*\n\nUser-agent: *\nDisallow: /x\n",
        "User-agent: SeznamBot\nRobot-version: 2.0\nDisallow: /z*\nDisallow: /y*\n\nUser-agent: *\nDisallow: /x\n",
    );
}
