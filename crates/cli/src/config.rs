//! `robots.toml`: what a project asks of its robots.txt, so that no command line has to repeat it.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use robots_exclusion_analysis::lint::{Code, Severity};
use serde::{Deserialize, Deserializer};

use crate::dialects::DialectChoice;
use crate::failure::Failure;
use crate::severity::{self, FailOn};

/// The file that is read if it is in the current directory and no other is named.
const NAME: &str = "robots.toml";

/// The configuration. The command line takes precedence.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Config {
    /// For all commands that take one `--dialect`, and for `minimize` and `fmt`.
    pub(crate) dialect: Option<DialectChoice>,
    /// For `check`, `audit` and `sitemap` without `-a`.
    pub(crate) agents: Vec<String>,
    /// The policy of `robots test`. Paths are relative to the folder of the configuration.
    pub(crate) policy: Option<PathBuf>,
    pub(crate) lint: LintConfig,
}

/// For `robots lint`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct LintConfig {
    pub(crate) fail_on: Option<FailOn>,
    pub(crate) min_severity: Option<Severity>,
    pub(crate) fail_on_closed: Option<Vec<String>>,
    /// Other severities for codes; `None` is off.
    #[serde(deserialize_with = "severities")]
    pub(crate) severity: Vec<(Code, Option<Severity>)>,
    pub(crate) baseline: Option<PathBuf>,
}

impl Config {
    /// Reads the file that is named, or else `robots.toml` if there is one.
    ///
    /// # Errors
    ///
    /// If the file that is named cannot be read, or its contents make no sense.
    pub(crate) fn load(named: Option<&Path>) -> Result<Self, Failure> {
        let path = named.unwrap_or(Path::new(NAME));
        let name = path.display().to_string();
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if named.is_none() && error.kind() == io::ErrorKind::NotFound => {
                return Ok(Self::default());
            }
            Err(error) => return Err(Failure::Input { name, error }),
        };
        let mut config: Self =
            toml::from_str(&text).map_err(|error| Failure::malformed(name, error.to_string().trim_end()))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for path in [&mut config.policy, &mut config.lint.baseline]
            .into_iter()
            .flatten()
        {
            *path = folder.join(&*path);
        }
        Ok(config)
    }
}

fn severities<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(Code, Option<Severity>)>, D::Error> {
    BTreeMap::<String, String>::deserialize(deserializer)?
        .into_iter()
        .map(|(code, level)| severity::level(&code, &level).map_err(serde::de::Error::custom))
        .collect()
}
