//! The words of preferences about the use of content, in one table.
//!
//! `Content-Signal` has the signals `search`, `ai-input`, `ai-train` and `use`, which Cloudflare
//! explains in the files that it writes. `Content-Usage` has the categories `train-ai` and `search`
//! of draft-ietf-aipref-vocab-08; earlier drafts had `ai`, `genai`, `tdm` and `bots`. Sites write
//! the words of one in the other, words of an older draft, and words that nobody has defined.

use std::collections::BTreeMap;

use robots_exclusion::companions::offset_in;
use robots_exclusion::companions::whitespace::is_blank;

/// A vocabulary.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lint) enum Vocabulary {
    /// `Content-Signal`.
    Signals,
    /// `Content-Usage`.
    Usage,
}

/// A use of content, with the words for it.
struct Use {
    /// The signal, and the category, that stands for it.
    words: (Option<&'static str>, Option<&'static str>),
    /// Spellings of it.
    variants: &'static [&'static str],
    /// Words that nobody has defined, for a use of this kind or several such.
    invented: &'static [&'static str],
    /// What it is.
    what: &'static str,
}

const USES: [Use; 3] = [
    Use {
        words: (Some("ai-train"), Some("train-ai")),
        variants: &[
            "ai-train",
            "ai-training",
            "aitrain",
            "aitraining",
            "train-ai",
            "training-ai",
            "trainai",
            "training",
            "train",
            "ai-trained",
            "train-genai",
            "genai-train",
            "genai-training",
        ],
        invented: &[
            "llm-train",
            "llm-training",
            "model-training",
            "ai-finetune",
            "ai-fine-tuning",
        ],
        what: "training AI models",
    },
    Use {
        words: (Some("ai-input"), None),
        variants: &["ai-input", "ai-inputs", "aiinput", "ai-in"],
        invented: &[
            "ai-retrieval",
            "ai-rag",
            "rag",
            "ai-grounding",
            "grounding",
            "ai-search",
            "ai-answer",
            "ai-answers",
            "ai-summarization",
            "ai-summarisation",
            "ai-summary",
            "ai-inference",
            "ai-output",
        ],
        what: "answers of AI models",
    },
    Use {
        words: (Some("search"), Some("search")),
        variants: &["search", "searching", "searches", "search-index"],
        invented: &["index", "indexing", "search-engine", "search-engines"],
        what: "search results",
    },
];

/// Words for several uses at once.
const BROAD: [&str; 12] = [
    "ai",
    "genai",
    "gen-ai",
    "generative-ai",
    "llm",
    "llms",
    "ml",
    "tdm",
    "bots",
    "all",
    "ai-use",
    "ai-all",
];

/// What a word is in a vocabulary.
pub(in crate::lint) enum Word {
    /// It is a word of the vocabulary.
    Known,
    /// It is a spelling of this word.
    Variant(&'static str),
    /// It is not a word of the vocabulary; the help says what may be intended.
    Unknown(String),
}

impl Vocabulary {
    /// All words, in a sentence.
    pub(in crate::lint) fn listed(self) -> &'static str {
        match self {
            Self::Signals => "`search`, `ai-input`, `ai-train` and `use`",
            Self::Usage => "`train-ai` and `search`",
        }
    }

    fn own(self, row: &Use) -> Option<&'static str> {
        match self {
            Self::Signals => row.words.0,
            Self::Usage => row.words.1,
        }
    }

    /// What a word is. Case counts in `Content-Usage`.
    pub(in crate::lint) fn word(self, word: &str) -> Word {
        let plain = word.to_ascii_lowercase().replace(['_', ' '], "-");
        let is_spelled = match self {
            Self::Signals => true,
            Self::Usage => plain == word,
        };
        if self == Self::Signals && plain == "use" {
            return Word::Known;
        }
        let row = USES.iter().find(|row| row.variants.contains(&&plain[..]));
        if let Some(known) = row.and_then(|row| self.own(row)) {
            let is_same =
                known == plain && is_spelled && (self == Self::Usage || word.eq_ignore_ascii_case(known));
            return if is_same {
                Word::Known
            } else {
                Word::Variant(known)
            };
        }
        let invented = || USES.iter().find(|row| row.invented.contains(&&plain[..]));
        Word::Unknown(match row.or_else(invented) {
            Some(row) => match self.own(row) {
                Some(known) => format!("write `{known}`, which is about {}, if that is meant", row.what),
                None => format!(
                    "there is no word for {}; the words are {}",
                    row.what,
                    self.listed()
                ),
            },
            None if BROAD.contains(&&plain[..]) => match self {
                Self::Signals => {
                    "write `ai-train` for training AI models, `ai-input` for answers of AI models, or both"
                        .into()
                }
                Self::Usage => {
                    "write `train-ai` if training AI models is meant; there is no word for all uses".into()
                }
            },
            None => format!("the words are {}", self.listed()),
        })
    }

    /// The value that a word for yes or no stands for; `None` if it is unclear what it says.
    pub(in crate::lint) fn said(self, said: &str) -> Option<&'static str> {
        let is_any = |words: &[&str]| words.iter().any(|word| said.eq_ignore_ascii_case(word));
        let is_yes = is_any(&["y", "yes", "true", "allow", "allowed", "on", "?1"]);
        let is_no = is_any(&["n", "no", "false", "disallow", "deny", "none", "off", "?0"]);
        match self {
            Self::Signals => is_yes.then_some("yes").or(is_no.then_some("no")),
            Self::Usage => is_yes.then_some("y").or(is_no.then_some("n")),
        }
    }

    /// Whether a value is read as it is written.
    pub(in crate::lint) fn reads(self, key: &str, said: &str) -> bool {
        match self {
            Self::Signals if key.eq_ignore_ascii_case("use") => ["immediate", "reference", "full"]
                .iter()
                .any(|known| said.eq_ignore_ascii_case(known)),
            Self::Signals => said.eq_ignore_ascii_case("yes") || said.eq_ignore_ascii_case("no"),
            Self::Usage => matches!(said, "y" | "n"),
        }
    }
}

/// An item of a list of preferences.
#[derive(Clone, Copy)]
pub(in crate::lint) struct Item<'v> {
    pub(in crate::lint) key: &'v str,
    pub(in crate::lint) said: &'v str,
}

/// The items of a list, which may be separated by semicolons; a path may come before the first. Items
/// without a sign are left out.
pub(in crate::lint) fn items(value: &str) -> impl Iterator<Item = Item<'_>> {
    value.split([',', ';']).filter_map(|item| {
        let (key, said) = item.split_once('=')?;
        let key = key.trim_ascii();
        let start = key.bytes().rposition(is_blank).map_or(0, |blank| blank + 1);
        Some(Item {
            key: &key[start..],
            said: said.trim_ascii(),
        })
    })
}

/// Whether a list refuses a use, or may, in words that are not read, while it permits another in words that
/// are. A change that writes such a list would mend a permission and lose a refusal. So would one of a
/// list that both refuses and permits a use: which of the two counts is for its reader to say.
pub(in crate::lint) fn loses_refusal(vocabulary: Vocabulary, value: &str) -> bool {
    let is_read = |item: &Item<'_>| {
        matches!(vocabulary.word(item.key), Word::Known) && vocabulary.reads(item.key, item.said)
    };
    let permits = |item: &Item<'_>| matches!(vocabulary.said(item.said), Some("yes" | "y"));
    let is_use = |item: &Item<'_>| item.key.eq_ignore_ascii_case("use");
    let is_unread = items(value).any(|item| !is_read(&item) && !permits(&item));
    let is_permitted = items(value).any(|item| is_read(&item) && (permits(&item) || is_use(&item)));
    is_unread && is_permitted || contradicts_itself(value)
}

/// Whether a list says two things about one use. Of the two, only one counts, and which is for the
/// reader of the list to say: it may be the permission.
fn contradicts_itself(value: &str) -> bool {
    let mut said = BTreeMap::new();
    items(value).any(|item| {
        let own = item.said.to_ascii_lowercase();
        let first = said.entry(item.key.to_ascii_lowercase());
        *first.or_insert_with(|| own.clone()) != own
    })
}

/// The list with each item in the words of the vocabulary, where it is clear which words are
/// intended, and with commas between items. `None` if nothing would change, or if a refusal would
/// be lost.
pub(in crate::lint) fn mended(vocabulary: Vocabulary, value: &str) -> Option<String> {
    let mut text = String::with_capacity(value.len());
    let mut from = 0;
    for item in items(value) {
        let (key, is_known) = match vocabulary.word(item.key) {
            Word::Variant(known) => (known, true),
            Word::Known => (item.key, true),
            Word::Unknown(_) => (item.key, false),
        };
        let said = match vocabulary.said(item.said) {
            // `use` has words of its own.
            Some(said) if is_known && !vocabulary.reads(key, item.said) && vocabulary.reads(key, said) => {
                said
            }
            _ => item.said,
        };
        for (old, new) in [(item.key, key), (item.said, said)] {
            let start = offset_in(value.as_bytes(), old.as_bytes());
            text.push_str(&value[from..start].replace(';', ","));
            text.push_str(new);
            from = start + old.len();
        }
    }
    text.push_str(&value[from..].replace(';', ","));
    (text != value && !loses_refusal(vocabulary, &text)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::Vocabulary::{Signals, Usage};
    use super::*;

    #[test]
    fn a_list_is_mended_as_a_whole_or_not_at_all() {
        for (vocabulary, value, expected) in [
            (Usage, "ai-train=no, search=yes", Some("train-ai=n, search=y")),
            (Usage, "train-ai=n;search=y", Some("train-ai=n,search=y")),
            (Usage, "/x ai-train=no", Some("/x train-ai=n")),
            (Usage, "TRAIN-AI=N", Some("train-ai=n")),
            (Usage, "train-ai = no", Some("train-ai = n")),
            (
                Usage,
                "search=yes, ai-training=allow",
                Some("search=y, train-ai=y"),
            ),
            // The refusal cannot be written.
            (Usage, "genai=no, search=yes", None),
            (Usage, "ai-input=n, search=yes", None),
            (Usage, "train-ai=perhaps, search=yes", None),
            // There is no permission that would count alone.
            (Usage, "genai=no, search=no", Some("genai=no, search=n")),
            (Usage, "genai=yes, search=yes", Some("genai=yes, search=y")),
            (Usage, "train-ai=n", None),
            (
                Signals,
                "ai_training=no, search=yes",
                Some("ai-train=no, search=yes"),
            ),
            (Signals, "searching=yes, genai=no", None),
            (Signals, "searching=yes, ai-search=no", None),
            (Signals, "use=reference", None),
            (Signals, "use=none", None),
            // One of the two counts, and it may be the permission.
            (Usage, "ai-train=no, train-ai=yes", None),
            (Usage, "ai-train=no, train-ai=y", None),
            (Usage, "ai-train=no, train-ai=no", Some("train-ai=n, train-ai=n")),
            (Signals, "ai_train=no, ai-train=yes", None),
        ] {
            assert_eq!(mended(vocabulary, value).as_deref(), expected, "{value}");
        }
    }

    #[test]
    fn words_of_one_for_the_other() {
        let is_known = |vocabulary: Vocabulary, word| matches!(vocabulary.word(word), Word::Known);
        for (word, of_signals, of_usage) in [
            ("search", true, true),
            ("ai-train", true, false),
            ("AI-Train", true, false),
            ("train-ai", false, true),
            ("Train-AI", false, false),
            ("use", true, false),
            ("genai", false, false),
        ] {
            assert_eq!(
                (is_known(Signals, word), is_known(Usage, word)),
                (of_signals, of_usage),
                "{word}"
            );
        }
        for (vocabulary, word, help) in [
            (
                Signals,
                "ai-retrieval",
                "write `ai-input`, which is about answers of AI models, if that is meant",
            ),
            (
                Signals,
                "genai",
                "write `ai-train` for training AI models, `ai-input` for answers of AI models, or both",
            ),
            (
                Signals,
                "ai-personalization",
                "the words are `search`, `ai-input`, `ai-train` and `use`",
            ),
            (
                Usage,
                "ai-input",
                "there is no word for answers of AI models; the words are `train-ai` and `search`",
            ),
        ] {
            let Word::Unknown(found) = vocabulary.word(word) else {
                panic!("{word}")
            };
            assert_eq!(found, help, "{word}");
        }
    }
}
