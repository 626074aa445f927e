#![no_main]
//! A file does not differ from itself. Effects fit the verdicts: on the URL asked about, and on
//! each witness. Input: a question, whose body is two, separated by a line `===`.

use libfuzzer_sys::fuzz_target;
use robots_exclusion::agents;
use robots_exclusion::agents::UserAgent;
use robots_exclusion::{AgentList, RobotsTxt};
use robots_exclusion_analysis::decide::Universe;
use robots_exclusion_analysis::diff::{DiffOptions, Effect, compare};
use robots_exclusion_fuzz::Question;

/// A crawler as `diff` reads its name: a well-known one as its operator documents it.
fn list(name: &str) -> AgentList<'static> {
    let known = agents::by_token(name).map(AgentList::from);
    known.unwrap_or_else(|| AgentList::from(name).into_owned())
}

fuzz_target!(|question: Question| {
    let ruler = b"\n===\n";
    let at = question.body.windows(ruler.len()).position(|part| part == ruler);
    let (old, new) = question.body.split_at(at.unwrap_or(question.body.len()));
    let options = RobotsTxt::options().dialect(question.dialect);
    let (old, new) = (
        options.parse(old),
        options.parse(new.strip_prefix(ruler).unwrap_or(new)),
    );
    assert_eq!(compare(&old, &old).changes(), []);
    let named = question.agents.iter().fold(DiffOptions::new(), |diff, agent| {
        diff.agent(UserAgent::resolve(agent))
    });
    let diff = named.compare(&old, &new);
    for witness in diff.effects().iter().flat_map(|effect| effect.witnesses()) {
        let crawler = list(witness.agent());
        let is_allowed = |robots: &RobotsTxt<'_>| robots.check(&crawler, witness.url()).is_allowed();
        assert_eq!(is_allowed(&old), witness.before().is_allowed(), "{witness:?}");
        assert_eq!(is_allowed(&new), witness.after().is_allowed(), "{witness:?}");
    }
    // Only request targets are decided about; see `decide`.
    let url = &question.url;
    if !url.starts_with('/') || url.starts_with("//") || !url.bytes().all(Universe::is_raw) {
        return;
    }
    for (agent, effect) in diff.agents() {
        let was = old.is_allowed(list(agent), &question.url);
        let is = new.is_allowed(list(agent), &question.url);
        match effect.effect() {
            Effect::None => assert_eq!(was, is, "{agent} {diff:?}"),
            Effect::Opens => assert!(was <= is, "{agent} {diff:?}"),
            Effect::Closes => assert!(was >= is, "{agent} {diff:?}"),
            _ => {}
        }
    }
});
