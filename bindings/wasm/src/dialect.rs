//! Dialects: their names and options.

use std::str::FromStr;

use robots_exclusion::Dialect;
use robots_exclusion::error::ParseNameError;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::failure::{Code, Failure};
use crate::plain;

fn value_named<T: FromStr<Err = ParseNameError>>(option: &str, value: &str) -> Result<T, Failure> {
    let found = value.parse();
    found.map_err(|error| Failure::value(format!("{option} is {value:?}: {error}")))
}

fn switch(option: &str, value: &str) -> Result<bool, Failure> {
    value
        .parse()
        .map_err(|_| Failure::value(format!("{option} is {value:?}: not one of true, false")))
}

fn count(option: &str, value: &str) -> Result<Option<u32>, Failure> {
    if value == "null" {
        return Ok(None);
    }
    let count = value.parse().map(Some);
    count.map_err(|_| Failure::value(format!("{option} is {value:?}: neither null nor a number")))
}

/// For each option its name in JavaScript, and its field.
macro_rules! options {
    (
        switches: $($switch:literal $is:ident),+;
        choices: $($choice:literal $chosen:ident),+ $(,)?
    ) => {
        /// A dialect with one option changed.
        fn with_option(mut dialect: Dialect, option: &str, value: &str) -> Result<Dialect, Failure> {
            match option {
                $($switch => dialect.$is = switch(option, value)?,)+
                $($choice => dialect.$chosen = value_named(option, value)?,)+
                "maxLineBytes" => dialect.max_line_bytes = count(option, value)?,
                _ => {
                    let known = [$($switch,)+ $($choice,)+ "maxLineBytes"].join(", ");
                    let message = format!("{option} is not an option; known options: {known}");
                    return Err(Failure::new(Code::Option, message));
                }
            }
            Ok(dialect)
        }

        #[derive(Serialize)]
        #[serde(untagged)]
        enum Value {
            Switch(bool),
            Choice(&'static str),
            Count(Option<u32>),
        }

        /// The options by name.
        fn options_of(dialect: &Dialect) -> Vec<(&'static str, Value)> {
            vec![
                $(($switch, Value::Switch(dialect.$is)),)+
                $(($choice, Value::Choice(dialect.$chosen.as_str())),)+
                ("maxLineBytes", Value::Count(dialect.max_line_bytes)),
            ]
        }
    };
}

options! {
    switches:
        "rulesBeforeGroups" rules_before_groups,
        "groupsNeedRules" groups_need_rules,
        "robotVersion" robot_version,
        "allowLines" allow_lines,
        "severalNames" several_names,
        "severalPaths" several_paths,
        "suppliesLeadingSlash" supplies_leading_slash,
        "robotsTxtAllowed" robots_txt_allowed,
        "indexHtml" index_html,
        "bothSpellings" both_spellings,
        "trimsInvisible" trims_invisible,
        "nulEndsLine" nul_ends_line,
        "crawlDelayLines" crawl_delay_lines,
        "requestRateLines" request_rate_lines,
        "partialBom" partial_bom;
    choices:
        "groupEnd" group_end,
        "nameTest" name_test,
        "groupChoice" group_choice,
        "ruleChoice" rule_choice,
        "patternLanguage" pattern_language,
        "percentMode" percent_mode,
        "keySpelling" key_spelling,
        "targetSyntax" target_syntax,
}

/// A preset and changed options: `google`, or `google indexHtml=false maxLineBytes=null`.
pub(crate) fn named(spelling: &str) -> Result<Dialect, Failure> {
    let mut words = spelling.split(' ');
    let name = words.next().unwrap_or_default();
    let presets = Dialect::PRESETS;
    let preset = presets.iter().find(|(preset, _)| *preset == name);
    let (_, dialect) = preset.ok_or_else(|| {
        let known: Vec<&str> = presets.iter().map(|(name, _)| *name).collect();
        let known = known.join(", ");
        Failure::new(
            Code::Dialect,
            format!("no dialect is named {name:?}; there are {known}"),
        )
    })?;
    words.try_fold(*dialect, |dialect, word| {
        let (option, value) = word.split_once('=').unwrap_or((word, ""));
        with_option(dialect, option, value)
    })
}

/// The dialect that was chosen for every crawler; without one, each reads in its own.
pub(crate) fn chosen(spelling: Option<&str>) -> Result<Option<Dialect>, Failure> {
    spelling.map(named).transpose()
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Preset {
    name: &'static str,
    /// Whether a file is only read so if it says so, as by `Robot-version: 2.0`.
    needs_opt_in: bool,
    options: std::collections::BTreeMap<&'static str, Value>,
}

/// The presets.
#[wasm_bindgen(js_name = dialects)]
pub fn dialects() -> Result<JsValue, Failure> {
    let presets = Dialect::PRESETS.iter().map(|(name, dialect)| Preset {
        name,
        needs_opt_in: dialect.needs_opt_in(),
        options: options_of(dialect).into_iter().collect(),
    });
    plain(&presets.collect::<Vec<_>>())
}
