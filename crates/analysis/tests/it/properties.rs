//! What statements say of any two files, held against crawlers and URLs of many kinds.

use proptest::prelude::*;

use crate::generate::{self, Case, config};

proptest! {
    // Each case asks hundreds of crawlers.
    #![proptest_config(ProptestConfig { cases: config().cases / 20, max_shrink_iters: 500, ..config() })]

    /// See [`statements`](crate::statements).
    #[test]
    fn statements_are_true_of_crawlers_and_urls_that_no_file_names(
        (case, lines) in generate::edited(generate::dialect()),
        choices in prop::collection::vec(any::<u8>(), 8..64),
    ) {
        let edited = Case { lines, ..case.clone() };
        crate::statements::check(case.dialect, &case.body(), &edited.body(), &choices);
    }
}
