//! Properties that hold for any page.

use proptest::prelude::*;
use robots_exclusion_page::{Combination, DocumentTags, PageRules, PageRulesBuilder, UtcTime};

/// One thing a page says.
#[derive(Clone, Debug)]
enum Said {
    Meta(&'static str, String),
    XRobotsTag(String),
    RobotsTag(String),
}

fn read(page: &mut PageRulesBuilder, said: &Said) {
    match said {
        Said::Meta(name, content) => page.meta(name, content),
        Said::XRobotsTag(value) => page.header("X-Robots-Tag", value),
        Said::RobotsTag(value) => page.header("Robots-Tag", value),
    };
}

fn read_all<'a>(combination: Combination, said: impl IntoIterator<Item = &'a Said>) -> PageRules {
    let mut page = PageRules::builder("FooBot");
    page.combination(combination);
    said.into_iter().for_each(|said| read(&mut page, said));
    page.build()
}

/// Text made of meaningful pieces and, now and then, of anything.
fn list() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => prop::sample::select(vec![
            "all", "none", "index", "noindex", "follow", "nofollow", "noarchive", "archive", "nosnippet", "noai", "noodp",
            "indexifembedded", "max-snippet:", "max-snippet:0", "max-snippet:30", "max-snippet:-1", "max-video-preview:3",
            "max-image-preview:large", "max-image-preview:none", "unavailable_after:", "Friday", "25-Jun-10 15:00:00 PST",
            "25 Jun 2030 15:00:00 PST", "2031-02-03", "foobot:", "otherbot:", "*:", "foobot=", "otherbot=", "*=", ";",
            ",", ", ", ",", ",", " ", "é",
        ]).prop_map(String::from),
        1 => any::<String>(),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn said() -> impl Strategy<Value = Said> {
    let name = prop::sample::select(vec!["robots", "FooBot", "OtherBot"]);
    prop_oneof![
        (name, list()).prop_map(|(name, list)| Said::Meta(name, list)),
        list().prop_map(Said::XRobotsTag),
        list().prop_map(Said::RobotsTag),
    ]
}

fn combination() -> impl Strategy<Value = Combination> {
    prop::sample::select(vec![
        Combination::MostRestrictive,
        Combination::Workshop1996,
        Combination::MostPermissive,
    ])
}

/// Whether nothing that `looser` denies is permitted by `stricter`.
fn is_at_least_as_strict(stricter: &PageRules, looser: &PageRules) -> bool {
    fn limit<T: Ord>(stricter: Option<T>, looser: Option<T>) -> bool {
        match (stricter, looser) {
            (Some(stricter), Some(looser)) => stricter <= looser,
            (_, looser) => looser.is_none(),
        }
    }
    stricter.may_index() <= looser.may_index()
        && stricter.may_follow() <= looser.may_follow()
        && stricter.may_archive() <= looser.may_archive()
        && stricter.may_show_snippet() <= looser.may_show_snippet()
        && stricter.may_translate() <= looser.may_translate()
        && stricter.may_index_images() <= looser.may_index_images()
        && stricter.may_use_for_ai() <= looser.may_use_for_ai()
        && stricter.may_use_images_for_ai() <= looser.may_use_images_for_ai()
        && stricter.may_use_for_training() <= looser.may_use_for_training()
        && limit(stricter.max_snippet(), looser.max_snippet())
        && limit(stricter.max_image_preview(), looser.max_image_preview())
        && limit(stricter.max_video_preview(), looser.max_video_preview())
        && limit(stricter.unavailable_after(), looser.unavailable_after())
}

proptest! {
    #[test]
    fn any_bytes_are_read(name in any::<Vec<u8>>(), value in any::<Vec<u8>>(), agent in any::<String>()) {
        let rules = PageRules::builder(&agent)
            .meta(&name, &value).meta("robots", &value).header(&name, &value).header("X-Robots-Tag", &value).header("Robots-Tag", &value)
            .build();
        prop_assert!(rules.notes().count() <= 64);
        prop_assert!(!rules.may_index_if_embedded() || !rules.may_index());
        DocumentTags::default().meta(&name, &value);
    }

    #[test]
    fn any_date_is_read_or_refused(text in "[ -~]{0,70}|[0-9]{1,4}[- ][A-Za-z0-9]{1,9}[- ][0-9]{1,4}[ T][0-9:.,+ A-Z-]{0,20}") {
        if let Some(time) = UtcTime::parse(&text) {
            // Displayed times parse back to the same time.
            prop_assert_eq!(UtcTime::parse(&time.to_string()), Some(time));
            prop_assert_eq!(UtcTime::from_unix_seconds(time.as_unix_seconds()), Some(time));
        }
    }

    #[test]
    fn any_moment_reads_back_in_three_forms(seconds in -62_167_219_200_i64..=253_402_207_200) {
        let time = UtcTime::from_unix_seconds(seconds).expect("in range");
        prop_assert_eq!(UtcTime::parse(&time.to_string()), Some(time));
        let stamp = jiff::Timestamp::from_second(seconds).expect("in range");
        // Years below 1000 have fewer than four digits in the older forms, where they mean other
        // years.
        if stamp >= "1000-01-01T00:00:00Z".parse::<jiff::Timestamp>().expect("a date") {
            for form in ["%A, %d-%b-%Y %H:%M:%S GMT", "%a, %d %b %Y %H:%M:%S UT", "%d %B %Y %H:%M:%S +00:00"] {
                let text = stamp.strftime(form).to_string();
                prop_assert_eq!(UtcTime::parse(&text), Some(time), "{}", text);
                let rules = PageRules::from_meta(format!("noindex, unavailable_after: {text}, nofollow"));
                prop_assert_eq!(rules.unavailable_after(), Some(time));
                prop_assert!(!rules.may_index() && !rules.may_follow() && rules.notes().count() == 0);
            }
        }
    }

    #[test]
    fn order_and_repetition_do_not_matter(
        combination in combination(),
        (said, shuffled) in prop::collection::vec(said(), 0..6)
            .prop_flat_map(|said| (Just(said.clone()), Just(said).prop_shuffle())),
    ) {
        let rules = read_all(combination, &said);
        prop_assert_eq!(&read_all(combination, &shuffled), &rules);
        prop_assert_eq!(&read_all(combination, said.iter().chain(&shuffled)), &rules);
    }

    #[test]
    fn saying_more_never_permits_more(said in prop::collection::vec(said(), 1..6)) {
        // In `Robots-Tag`, the crawler's own section replaces what applies to others.
        let said: Vec<Said> = said.into_iter().filter(|said| !matches!(said, Said::RobotsTag(_))).collect();
        for n in 1..=said.len() {
            let less = read_all(Combination::MostRestrictive, &said[..n - 1]);
            let more = read_all(Combination::MostRestrictive, &said[..n]);
            prop_assert!(is_at_least_as_strict(&more, &less), "{:?}", &said[..n]);
        }
    }

    #[test]
    fn combinations_are_ordered(said in prop::collection::vec(said(), 0..6)) {
        let [strict, workshop, loose] =
            [Combination::MostRestrictive, Combination::Workshop1996, Combination::MostPermissive]
                .map(|combination| read_all(combination, &said));
        prop_assert!(is_at_least_as_strict(&strict, &workshop));
        prop_assert!(is_at_least_as_strict(&strict, &loose));
    }

    #[test]
    fn one_tag_or_several_are_the_same(lists in prop::collection::vec("[a-z:0-9 -]{0,20}|noindex|nofollow|max-snippet:[0-9]{1,3}", 0..6)) {
        let mut several = PageRules::builder("");
        lists.iter().for_each(|list| { several.meta("robots", list); });
        prop_assert_eq!(PageRules::from_meta(lists.join(",")), several.build());
    }
}
