//! Dialects: presets, and presets with some options changed.

use std::fmt;

use proptest::prelude::*;
use proptest::sample::select;
use robots_exclusion::Dialect;
use robots_exclusion::dialect::{
    GroupChoice, GroupEnd, KeySpelling, NameTest, PatternLanguage, PercentMode, RuleChoice, TargetSyntax,
};

/// A preset or, equally often, a preset with some options changed.
pub(crate) fn dialect() -> impl Strategy<Value = Dialect> {
    prop_oneof![preset(), turned()]
}

pub(crate) fn preset() -> impl Strategy<Value = Dialect> {
    select(
        Dialect::PRESETS
            .iter()
            .map(|(_, dialect)| *dialect)
            .collect::<Vec<_>>(),
    )
}

/// An option that is left alone three times out of four.
fn turn<T: Clone + fmt::Debug + 'static>(values: &[T]) -> impl Strategy<Value = Option<T>> {
    prop_oneof![3 => Just(None), 1 => select(values.to_vec()).prop_map(Some)]
}

fn turned() -> impl Strategy<Value = Dialect> {
    let groups = (
        turn(&[
            GroupEnd::UserAgentAfterRule,
            GroupEnd::BlankLine,
            GroupEnd::BlankLineOrUserAgent,
            GroupEnd::UserAgent,
        ]),
        turn(&[
            NameTest::ProductToken,
            NameTest::LettersWhole,
            NameTest::ValueInName,
            NameTest::NameInValue,
        ]),
        turn(&[None, Some("Yandex"), Some("foo"), Some("bot")]),
        turn(&[GroupChoice::Merge, GroupChoice::First]),
        turn(&[false, true]),
        turn(&[false, true]),
    );
    let rules = (
        turn(&[RuleChoice::Longest, RuleChoice::First, RuleChoice::AnyDisallow]),
        turn(&[
            PatternLanguage::Prefix,
            PatternLanguage::Wildcard,
            PatternLanguage::Glob,
        ]),
        turn(&[
            PercentMode::Rfc9309,
            PercentMode::Draft1996,
            PercentMode::RuleOnly,
        ]),
        turn(&[TargetSyntax::Rfc3986, TargetSyntax::GoogleLibrary]),
        turn(&[false, true]),
        turn(&[false, true]),
        turn(&[false, true]),
        turn(&[false, true]),
        turn(&[false, true]),
    );
    let lines = (
        turn(&[KeySpelling::Exact, KeySpelling::Misspelled, KeySpelling::Prefix]),
        turn(&[false, true]),
        turn(&[false, true]),
        turn(&[None, None, Some(0), Some(15), Some(17), Some(25), Some(25)]),
        turn(&[false, true]),
        turn(&[false, true]),
        turn(&[false, true]),
        turn(&[false, true]),
    );
    (preset(), groups, rules, lines).prop_map(|(mut dialect, groups, rules, lines)| {
        macro_rules! set {
            ($value:expr, $option:ident) => {
                if let Some(value) = $value {
                    dialect.$option = value;
                }
            };
        }
        set!(groups.0, group_end);
        set!(groups.1, name_test);
        set!(groups.2, family);
        set!(groups.3, group_choice);
        set!(groups.4, rules_before_groups);
        set!(groups.5, groups_need_rules);
        set!(rules.0, rule_choice);
        set!(rules.1, pattern_language);
        set!(rules.2, percent_mode);
        set!(rules.3, target_syntax);
        set!(rules.4, robot_version);
        set!(rules.5, robots_txt_allowed);
        set!(rules.6, index_html);
        set!(rules.7, supplies_leading_slash);
        set!(rules.8, both_spellings);
        set!(lines.0, key_spelling);
        set!(lines.1, allow_lines);
        set!(lines.2, several_names);
        set!(lines.6, several_paths);
        set!(lines.3, max_line_bytes);
        set!(lines.4, nul_ends_line);
        set!(lines.5, partial_bom);
        set!(lines.7, trims_invisible);
        dialect
    })
}
