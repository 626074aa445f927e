#![no_main]
//! A value that is understood reads the same when it is written back; cleaning a URL twice is
//! cleaning it once. Input: the value, and on a second line the URL.

use libfuzzer_sys::fuzz_target;
use robots_exclusion::extension::{
    CleanParam, ContentSignal, HostLine, RequestRate, RobotVersion, SitemapLine, TimeWindow,
};
use robots_exclusion_page::{ContentUsage, UsagePreferences};

fuzz_target!(|input: &str| {
    let (value, url) = input.split_once('\n').unwrap_or((input, "/"));
    let value = value.as_bytes();
    macro_rules! written_back {
        ($($type:ident)*) => {$(
            if let Ok(read) = $type::parse(value) {
                let written = read.to_string();
                assert_eq!($type::parse(written.as_bytes()).as_ref(), Ok(&read), "{written:?}");
            }
        )*};
    }
    written_back!(RequestRate TimeWindow RobotVersion UsagePreferences);
    written_back!(CleanParam HostLine SitemapLine);
    let usage = ContentUsage::parse(value);
    let written = ContentUsage::parse(usage.to_string().as_bytes());
    assert!(usage.error().is_some() || written == usage, "{written:?}");
    let signal = ContentSignal::parse(value);
    assert_eq!(ContentSignal::parse(signal.to_string().as_bytes()), signal);
    if let Ok(clean) = CleanParam::parse(value) {
        let cleaned = clean.apply(url);
        assert_eq!(clean.apply(&cleaned), cleaned);
    }
});
