//! How severe findings are, unless the user says otherwise.

use super::Code;
use robots_exclusion::identifiers;

/// How severe a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; the file does what it says.
    Info,
    /// The file probably does not do what was meant, at least for some crawlers.
    Warning,
    /// A line, or the whole file, has no effect, or an effect that cannot have been meant.
    Error,
}

identifiers! {
    Severity {
        Info = "info",
        Warning = "warning",
        Error = "error",
    }
}

impl Code {
    /// How severe it is unless [`LintOptions::severity`](super::LintOptions::severity) says
    /// otherwise.
    #[must_use]
    pub fn default_severity(self) -> Severity {
        // There is no `_` arm, so a new code does not compile until it is listed under one of the
        // three severities.
        match self {
            Self::HtmlBody
            | Self::Utf16
            | Self::NulByte
            | Self::OverSizeLimit
            | Self::MisspelledKey
            | Self::MissingColon
            | Self::TwoDirectives
            | Self::RuleOutsideGroup
            | Self::UnmatchableName
            | Self::NoLeadingSlash
            | Self::SeveralPaths
            | Self::RelativeSitemap
            | Self::BadSitemap
            | Self::UnreachableSitemap
            | Self::RelativeLicense => Severity::Error,
            Self::CarriageReturn
            | Self::LongLine
            | Self::NotUtf8
            | Self::TooManyRules
            | Self::ForgivenKey
            | Self::ForgivenColon
            | Self::UnknownKey
            | Self::StrayText
            | Self::RetiredKey
            | Self::PrefixTrap
            | Self::RepeatedGroup
            | Self::GroupHidesStar
            | Self::FusedGroups
            | Self::CutName
            | Self::EverythingBlocked
            | Self::AssetsBlocked
            | Self::InnerDollar
            | Self::LiteralWildcard
            | Self::UnreachableRule
            | Self::Contradiction
            | Self::UnescapedBlank
            | Self::BrokenEscape
            | Self::CommentInValue
            | Self::GlobCoversOne
            | Self::HtmlEntity
            | Self::MatchesNothing
            | Self::MisspelledName
            | Self::LongRule
            | Self::RegularExpression
            | Self::BlockedSitemap
            | Self::BadExtensionValue
            | Self::ExtensionOutsideGroup
            | Self::MisplacedVersion
            | Self::UnknownUsage
            | Self::BadIgnore => Severity::Warning,
            Self::ByteOrderMark
            | Self::NicheKey
            | Self::BlankLineInGroup
            | Self::RepeatedName
            | Self::TrailingStar
            | Self::EmptyRule
            | Self::DuplicateRule
            | Self::RedundantRule
            | Self::EqualLength
            | Self::UnescapedNonAscii
            | Self::LowerCaseEscape
            | Self::EscapedWildcard
            | Self::NeedlessEscape
            | Self::HintedSecret
            | Self::NameSuffix
            | Self::RetiredName
            | Self::IgnoresStar
            | Self::ForeignSitemap
            | Self::RepeatedSitemap
            | Self::RepeatedExtension => Severity::Info,
        }
    }
}
