//! Columns of answers.

use std::fmt::Write;
use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, StringBuilder, UInt32Builder};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use robots_exclusion::Verdict;

/// Questions that were asked wrongly, and so have null for an answer: probably columns were
/// swapped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refused {
    /// Rows in which the crawler is a URL, or otherwise not the name of one crawler.
    pub crawlers: usize,
    /// Rows in which the URL is not one: neither absolute nor a path that begins with `/`
    /// ([`Target::parse`](robots_exclusion::Target::parse)).
    pub urls: usize,
}

impl Refused {
    /// How many rows these are.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.crawlers + self.urls
    }
}

/// Collects answers, of one batch or of several.
#[derive(Debug)]
pub struct Answers {
    allowed: BooleanBuilder,
    details: Option<Details>,
    refused: Refused,
}

/// The columns that answers have only if asked for.
#[derive(Debug, Default)]
struct Details {
    reason: StringBuilder,
    line: UInt32Builder,
    rule: StringBuilder,
    group: StringBuilder,
}

impl Answers {
    /// No answers yet; with `detail` they say why.
    #[must_use]
    pub fn new(detail: bool) -> Self {
        Self {
            allowed: BooleanBuilder::new(),
            details: detail.then(Details::default),
            refused: Refused::default(),
        }
    }

    /// The number of answers so far.
    #[must_use]
    pub fn len(&self) -> usize {
        arrow_array::builder::ArrayBuilder::len(&self.allowed)
    }

    /// Whether there are no answers yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the answers say why.
    #[must_use]
    pub fn has_detail(&self) -> bool {
        self.details.is_some()
    }

    /// How many of the answers are null because the question was not asked as it should be.
    #[must_use]
    pub fn refused(&self) -> Refused {
        self.refused
    }

    /// The columns of answers, with their names and types.
    #[must_use]
    pub fn schema(detail: bool) -> SchemaRef {
        let mut fields = vec![Field::new("allowed", DataType::Boolean, true)];
        if detail {
            fields.push(Field::new("reason", DataType::Utf8, true));
            fields.push(Field::new("line", DataType::UInt32, true));
            fields.push(Field::new("rule", DataType::Utf8, true));
            fields.push(Field::new("group", DataType::Utf8, true));
        }
        Arc::new(Schema::new(fields))
    }

    /// The answers as columns.
    #[must_use]
    pub fn finish(mut self) -> RecordBatch {
        let rows = self.len();
        let mut columns: Vec<ArrayRef> = vec![Arc::new(self.allowed.finish())];
        let detail = self.details.is_some();
        if let Some(mut details) = self.details {
            columns.push(Arc::new(details.reason.finish()));
            columns.push(Arc::new(details.line.finish()));
            columns.push(Arc::new(details.rule.finish()));
            columns.push(Arc::new(details.group.finish()));
        }
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        RecordBatch::try_new_with_options(Self::schema(detail), columns, &options)
            .expect("each column has the type of the schema, and one value was appended to each in every row")
    }

    /// Appends the answers of another collection with the same columns.
    pub(crate) fn append(&mut self, mut other: Self) {
        self.allowed.append_array(&other.allowed.finish());
        self.refused.crawlers += other.refused.crawlers;
        self.refused.urls += other.refused.urls;
        if let (Some(details), Some(more)) = (&mut self.details, &mut other.details) {
            details.line.append_array(&more.line.finish());
            for (text, more) in [
                (&mut details.reason, &mut more.reason),
                (&mut details.rule, &mut more.rule),
                (&mut details.group, &mut more.group),
            ] {
                text.append_array(&more.finish())
                    .expect("the texts of one column take less than 2 GiB");
            }
        }
    }

    /// The answer to a question with a part that is null.
    pub(crate) fn push_null(&mut self) {
        self.allowed.append_null();
        if let Some(details) = &mut self.details {
            details.reason.append_null();
            details.line.append_null();
            details.rule.append_null();
            details.group.append_null();
        }
    }

    /// The answer to a question whose crawler is not one.
    #[cold]
    pub(crate) fn refuse_crawler(&mut self) {
        self.refused.crawlers += 1;
        self.push_null();
    }

    /// The answer to a question whose URL is not one.
    #[cold]
    pub(crate) fn refuse_url(&mut self) {
        self.refused.urls += 1;
        self.push_null();
    }

    /// An answer without details.
    #[inline]
    pub(crate) fn push_allowed(&mut self, allowed: bool) {
        self.allowed.append_value(allowed);
    }

    /// An answer with details, with the rule as the file spells it.
    pub(crate) fn push_verdict(&mut self, verdict: &Verdict<'_>) {
        self.allowed.append_value(verdict.is_allowed());
        if let Some(details) = &mut self.details {
            details.reason.append_value(verdict.reason().as_str());
            details.line.append_option(verdict.line());
            if let Some(rule) = verdict.rule() {
                // Writing to a builder cannot fail; the value ends where one is appended.
                let _ = write!(details.rule, "{rule}");
                details.rule.append_value("");
            } else {
                details.rule.append_null();
            }
            let group = verdict.group_name().map(String::from_utf8_lossy);
            details.group.append_option(group.as_deref());
        }
    }
}
