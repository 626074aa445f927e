//! One body, read in the dialect of each crawler that is asked about.

use alloc::boxed::Box;
use alloc::vec::Vec;
use std::sync::OnceLock;

use super::file::{ParseOptions, RobotsTxt};
use crate::dialect::Dialect;

/// A parsed file that is asked about crawlers with different dialects, for the bindings.
///
/// The body is read again for a dialect when a crawler with that dialect is first asked about, and
/// never if one dialect was chosen for all crawlers. Threads may share the value.
#[derive(Clone, Debug)]
pub struct Readings {
    chosen: Option<Dialect>,
    first: Reading,
}

#[derive(Clone, Debug)]
struct Reading {
    robots: RobotsTxt<'static>,
    /// The next dialect that was asked for. The list has no more members than there are dialects
    /// of well-known crawlers.
    next: OnceLock<Box<Reading>>,
}

impl Reading {
    fn new(robots: RobotsTxt<'static>) -> Self {
        Self {
            robots,
            next: OnceLock::new(),
        }
    }
}

impl Readings {
    /// Parses a body in the `chosen` dialect for every crawler, or else in each crawler's own
    /// dialect. The dialect of the options is ignored.
    #[must_use]
    pub fn new(options: &ParseOptions, chosen: Option<Dialect>, body: impl Into<Vec<u8>>) -> Self {
        let options = options.dialect(chosen.unwrap_or_default());
        Self {
            chosen,
            first: Reading::new(options.parse_owned(body)),
        }
    }

    /// The dialect that was chosen for every crawler.
    #[must_use]
    pub fn chosen(&self) -> Option<Dialect> {
        self.chosen
    }

    /// The file for questions without a crawler: in the chosen dialect, or else under RFC 9309.
    #[must_use]
    pub fn file(&self) -> &RobotsTxt<'static> {
        &self.first.robots
    }

    /// The file for a crawler with this dialect, unless another dialect was chosen.
    #[must_use]
    pub fn in_dialect(&self, documented: Dialect) -> &RobotsTxt<'static> {
        let mut reading = &self.first;
        while self.chosen.is_none() && reading.robots.dialect() != documented {
            reading = reading
                .next
                .get_or_init(|| Box::new(Reading::new(self.file().in_dialect(documented))));
        }
        &reading.robots
    }

    /// In how many dialects the body was read so far.
    #[must_use]
    pub fn count(&self) -> usize {
        let mut count = 1;
        let mut reading = &self.first;
        while let Some(next) = reading.next.get() {
            reading = next;
            count += 1;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fetch::Reply;

    const BODY: &[u8] = b"User-agent: *\n\nDisallow: /x\n";

    #[test]
    fn a_body_is_read_once_for_each_dialect_that_is_asked_for() {
        let readings = Readings::new(&ParseOptions::new(), None, BODY);
        for (dialect, is_allowed, count) in [
            (Dialect::RFC_9309, false, 1),
            (Dialect::YANDEX, true, 2),
            (Dialect::GOOGLE, false, 3),
            (Dialect::YANDEX, true, 3),
            (Dialect::RFC_9309, false, 3),
        ] {
            let robots = readings.in_dialect(dialect);
            assert_eq!(robots.dialect(), dialect);
            assert_eq!(robots.is_allowed("FooBot", "/x"), is_allowed, "{dialect}");
            assert_eq!(readings.count(), count, "{dialect}");
        }
        assert_eq!(readings.file().dialect(), Dialect::RFC_9309);
    }

    #[test]
    fn a_file_too_large_for_a_crawler_is_open_to_it_alone() {
        let body = [BODY, &b"# more text\n".repeat(50_000)[..]].concat();
        for options in [ParseOptions::new(), ParseOptions::new().max_bytes(1_000)] {
            let readings = Readings::new(&options, None, body.clone());
            assert_eq!(
                readings.in_dialect(Dialect::YANDEX).outcome().unwrap().name(),
                "allow-all"
            );
            assert!(!readings.in_dialect(Dialect::GOOGLE).is_allowed("FooBot", "/x"));
            let chosen = Readings::new(&options, Some(Dialect::YANDEX), body.clone());
            assert_eq!(
                chosen.in_dialect(Dialect::GOOGLE).outcome().unwrap().name(),
                "allow-all"
            );
        }
        // An outcome without a body has no size.
        let outcome = Dialect::YANDEX.fetch_policy.outcome(Reply::Oversized);
        let file = RobotsTxt::for_outcome(outcome).unwrap();
        assert_eq!(file.in_dialect(Dialect::GOOGLE).outcome(), Some(outcome));
    }

    #[test]
    fn a_chosen_dialect_is_that_of_every_crawler() {
        let readings = Readings::new(&ParseOptions::new(), Some(Dialect::YANDEX), BODY);
        for dialect in [Dialect::RFC_9309, Dialect::GOOGLE] {
            assert_eq!(readings.in_dialect(dialect).dialect(), Dialect::YANDEX);
        }
        assert_eq!((readings.chosen(), readings.count()), (Some(Dialect::YANDEX), 1));
    }

    #[test]
    fn every_dialect_has_the_body_that_the_options_left() {
        let utf16: Vec<u8> = "User-agent: *\nDisallow: /x\nDisallow: /yy\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let body = [&b"\xFF\xFE"[..], &utf16].concat();
        let options = ParseOptions::new().transcode_utf16(true).max_bytes(30);
        let readings = Readings::new(&options, None, &body[..]);
        let other = readings.in_dialect(Dialect::GOOGLE);
        assert_eq!(*other, options.dialect(Dialect::GOOGLE).parse_owned(body));
        assert_eq!(other.body(), readings.file().body());
        assert!(other.is_truncated());
        assert!(!other.is_allowed("FooBot", "/x"));
    }

    #[test]
    fn a_body_that_is_read_again_keeps_what_was_said_about_it() {
        let read = ParseOptions::new();
        let outcome = |status| Dialect::RFC_9309.fetch_policy.outcome(Reply::Status(status));
        let files = [
            read.parse(BODY),
            read.truncated(true).parse(BODY),
            read.keep_site_lines(true).parse(BODY),
            read.parse(b"<html>"),
            RobotsTxt::for_outcome(outcome(503)).unwrap(),
            RobotsTxt::for_outcome(outcome(404)).unwrap(),
        ];
        for (number, file) in files.iter().enumerate() {
            assert_eq!(file.in_dialect(file.dialect()), *file, "{number}");
            let again = file.in_dialect(Dialect::YANDEX);
            assert_eq!(again.dialect(), Dialect::YANDEX, "{number}");
            assert_eq!(again.format(), file.format(), "{number}");
            assert_eq!(again.in_dialect(file.dialect()), *file, "{number}");
            // It answers like the file that it was read from.
            let url = "/y";
            assert_eq!(
                again.check("FooBot", url).reason(),
                file.check("FooBot", url).reason()
            );
        }
        // An index belongs to one dialect.
        let indexed = read.indexed(true).parse(BODY);
        assert_eq!(indexed.in_dialect(Dialect::RFC_9309), files[0]);
    }
}
