#![no_main]
//! Neither order nor repetition changes what a page says, and further statements never permit a
//! cautious crawler more.

use libfuzzer_sys::fuzz_target;
use robots_exclusion_fuzz::permissions;
use robots_exclusion_page::Combination;

fuzz_target!(|input: &[u8]| {
    let lines = input.split(|byte| *byte == b'\n');
    let said: Vec<_> = lines.filter_map(<[u8]>::split_first).collect();
    let reversed: Vec<_> = said.iter().copied().rev().collect();
    for mode in [
        Combination::MostRestrictive,
        Combination::Workshop1996,
        Combination::MostPermissive,
    ] {
        let all = permissions(mode, &said);
        assert_eq!(permissions(mode, &reversed), all);
        assert_eq!(permissions(mode, &said.repeat(2)), all);
        // A crawler that `Robots-Tag` names does not have to follow what it says to everyone.
        let adds_up = said.iter().all(|(channel, _)| *channel % 4 != 3);
        if mode == Combination::MostRestrictive && adds_up {
            let less = permissions(mode, said.get(1..).unwrap_or_default());
            assert!(all.0.iter().zip(less.0).all(|(all, less)| *all <= less));
        }
    }
});
