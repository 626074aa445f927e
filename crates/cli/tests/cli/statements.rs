//! What the program writes in place of a file, and what it says is equivalent, held against
//! crawlers that no file names and URLs as clients spell them.

use proptest::prelude::*;
use robots_exclusion::Dialect;

use crate::it::{generate, statements};
use crate::{file, run, run_with, status, stderr};

/// The generators of the library's properties write each dialect in its own form; the program knows
/// presets.
fn preset() -> impl Strategy<Value = (&'static str, Dialect)> {
    prop::sample::select(Dialect::PRESETS.to_vec())
}

proptest! {
    // Each case starts the program five times, and asks hundreds of crawlers about each result.
    #![proptest_config(ProptestConfig { cases: generate::config().cases / 100, max_shrink_iters: 100, ..generate::config() })]

    #[test]
    fn what_is_written_or_called_equivalent_has_the_same_verdicts(
        (name, dialect) in preset(),
        (case, lines) in generate::edited(Just(Dialect::RFC_9309)),
        choices in prop::collection::vec(any::<u8>(), 8..64),
    ) {
        let edited = generate::Case { lines, ..case.clone() };
        let (body, other) = (case.body(), edited.body());
        for command in ["fmt", "minimize"] {
            let output = run_with(&[command, "-", "--dialect", name], &body);
            if status(&output) == 2 {
                // Web pages, for example, are left alone.
                let said = stderr(&output);
                prop_assert!(said.contains("is left alone") || said.contains("nothing is written"), "{said}");
                continue;
            }
            statements::check_verdicts(command, dialect, &body, &output.stdout, &choices);
            let output = run_with(&[command, "-", "--all-dialects"], &body);
            if status(&output) == 2 {
                continue;
            }
            // What reads every group as globs has to be asked for.
            for (_, dialect) in Dialect::PRESETS.iter().filter(|(_, dialect)| !dialect.needs_opt_in()) {
                statements::check_verdicts(command, *dialect, &body, &output.stdout, &choices);
            }
        }
        let own = file("statements", "robots.txt", &body);
        file("statements", "other.txt", &other);
        let policy = file("statements", "policy.toml", "[[assert]]\nequivalent-to = \"other.txt\"\n");
        let output = run(&["test", &policy, &own, "--dialect", name]);
        if status(&output) == 0 {
            statements::check_equivalent(dialect, &body, &other, &choices);
        }
    }
}
