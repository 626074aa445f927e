#![no_main]
//! A file does not differ from itself; where no difference in groups and rules is found, the verdict is the same.
//! Input: a question, whose body is two, parted by a line `===`.

use libfuzzer_sys::fuzz_target;
use robots_exclusion::RobotsTxt;
use robots_exclusion::diff::{ChangeKind::*, diff};
use robots_exclusion_fuzz::Question;

fuzz_target!(|question: Question| {
    let ruler = b"\n===\n";
    let at = question.body.windows(ruler.len()).position(|part| part == ruler);
    let (old, new) = question.body.split_at(at.unwrap_or(question.body.len()));
    let options = RobotsTxt::options().dialect(question.dialect);
    let (old, new) = (
        options.parse(old),
        options.parse(new.strip_prefix(ruler).unwrap_or(new)),
    );
    assert_eq!(diff(&old, &old), []);
    let beside_rules = [LineAdded, LineRemoved, SitemapAdded, SitemapRemoved];
    let changes = diff(&old, &new);
    assert_eq!(diff(&new, &old).is_empty(), changes.is_empty());
    if changes.iter().all(|change| beside_rules.contains(&change.kind())) {
        question.with_agents(|agents| {
            // Google's library takes a User-agent line with a broken name for one that names a crawler without a name. A diff speaks of
            // crawlers that have one.
            if agents.tokens().contains(&"") {
                return;
            }
            let is_allowed = |robots: &RobotsTxt<'_>| robots.check(agents, &question.url).is_allowed();
            assert_eq!(is_allowed(&old), is_allowed(&new), "{changes:?}");
        });
    }
});
