//! Gathering the statements of a page to one crawler.

use super::{
    addressee::{self, Addressee, Name},
    combination::{Combination, Gathered},
    header, license,
    page_rules::PageRules,
};
use robots_exclusion::agents::UserAgent;

/// Gathers the statements of a page to one crawler, from meta tags and header fields in any order.
///
/// Every method that reads takes text in any encoding that extends ASCII, and never fails:
/// statements without effect are listed in [`PageRules::notes`]. Memory does not grow with the
/// length of the text.
///
/// # Complexity
///
/// Linear in the text that is read.
///
/// # Examples
///
/// ```
/// use robots_exclusion_page::{Combination, PageRules};
///
/// let mut page = PageRules::builder("Googlebot-News");
/// page.alias("Googlebot");
/// for (name, value) in [("Content-Type", "text/html"), ("X-Robots-Tag", "googlebot: nosnippet")] {
///     page.header(name, value);
/// }
/// page.meta("googlebot-news", "noindex").meta("robots", "index");
///
/// let rules = page.build();
/// assert!(!rules.may_index() && !rules.may_show_snippet());
/// // The same page, read by a crawler that gives precedence to permissions:
/// assert!(page.combination(Combination::MostPermissive).build().may_index());
/// ```
#[derive(Clone, Debug)]
pub struct PageRulesBuilder {
    /// The names under which tags and sections are for the crawler.
    names: Vec<Name>,
    combination: Combination,
    /// The rules of meta tags and `X-Robots-Tag` for everyone and for the crawler, combined.
    said: Gathered,
    /// The rules of `Robots-Tag` for everyone.
    field_everyone: Gathered,
    /// The rules of `Robots-Tag` for the crawler, if the field names it. They replace
    /// `field_everyone`.
    field_own: Option<Gathered>,
}

impl PageRulesBuilder {
    /// A builder for a crawler: with the names that its operator documents, and the operator's way
    /// to resolve contradictions.
    pub(super) fn new(crawler: &UserAgent<'_>) -> Self {
        let own = Name::token(crawler.tokens().first().copied().unwrap_or_default());
        let agent = crawler.agent();
        let documented = agent.into_iter().flat_map(|agent| agent.page_names());
        Self {
            names: [own].into_iter().chain(documented.map(Name::from)).collect(),
            combination: agent.map_or_else(Combination::default, |agent| agent.contradictions().into()),
            said: Gathered::default(),
            field_everyone: Gathered::default(),
            field_own: None,
        }
    }

    /// Adds a product token that the crawler answers to. It counts for text that is read after this
    /// call.
    pub fn alias(&mut self, agent: &str) -> &mut Self {
        self.names.push(Name::token(agent));
        self
    }

    /// How contradictions of a page are resolved. The default is [`Combination::MostRestrictive`],
    /// or the documented way of the operator of a [well-known crawler](PageRules::builder).
    pub fn combination(&mut self, combination: Combination) -> &mut Self {
        self.combination = combination;
        self
    }

    /// Reads a meta tag with this name and content.
    ///
    /// A tag that is named neither `robots` nor after the crawler changes nothing, so all meta tags
    /// of a page may be passed. White space around the name is ignored.
    pub fn meta(&mut self, name: impl AsRef<[u8]>, content: impl AsRef<[u8]>) -> &mut Self {
        let name = name.as_ref().trim_ascii();
        let addressed = addressee::of_meta_tag(&self.names, name);
        if addressed != Addressee::Others {
            header::read_list(&header::text(content.as_ref()), addressed, &mut self.said);
        }
        self
    }

    /// Reads a field of the HTTP response: `X-Robots-Tag`, `Robots-Tag`, or `Link` for licenses, in
    /// any case. Other fields change nothing, so all fields of a response may be passed.
    ///
    /// In an `X-Robots-Tag`, `agent:` before a rule means that this rule and the following rules,
    /// up to the next `agent:`, apply only to that crawler; after `*:` and `robots:`, rules apply
    /// to everyone. So pass field lines one by one if possible: in `otherbot: nofollow` and
    /// `noindex`, joined to one value by a comma, `noindex` is for `otherbot` alone.
    ///
    /// `Robots-Tag` is a draft (draft-illyes-repext-00): `*=noindex, nosnippet; FooBot=nosnippet`.
    /// A crawler that is named obeys its own sections and not the sections for everyone, even if
    /// its own sections are empty; several sections of one name, in one value or several, add up.
    /// The draft defines `noindex` and `nosnippet` and lets a crawler ignore the rest; here all
    /// names of the [module](super) are understood.
    pub fn header(&mut self, name: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> &mut Self {
        let name = name.as_ref().trim_ascii();
        if name.eq_ignore_ascii_case(b"x-robots-tag") {
            self.x_robots_tag(value)
        } else if name.eq_ignore_ascii_case(b"robots-tag") {
            self.robots_tag(value)
        } else if name.eq_ignore_ascii_case(b"link") {
            let said = &mut self.said;
            license::read_link(&header::text(value.as_ref()), |url| said.license(url));
            self
        } else {
            self
        }
    }

    /// Reads a `<link>` element. It counts if it leads to a license in the format of RSL: `rel` has
    /// the word `license`, and `media_type` is `application/rsl+xml`.
    pub fn link(&mut self, rel: &str, media_type: &str, href: &str) -> &mut Self {
        if license::is_rsl(rel, media_type) {
            self.said.license(href);
        }
        self
    }

    /// Notes that an element of the page has the attribute `data-nosnippet`.
    pub(super) fn data_nosnippet(&mut self) {
        self.said.data_nosnippet();
    }

    /// Reads one value of an `X-Robots-Tag` field, as [`header`](Self::header) describes it.
    fn x_robots_tag(&mut self, value: impl AsRef<[u8]>) -> &mut Self {
        let Self { names, said, .. } = self;
        header::read_x_robots_tag(
            &header::text(value.as_ref()),
            |name| addressee::of_section(names, name),
            said,
        );
        self
    }

    /// Reads one value of a `Robots-Tag` field, as [`header`](Self::header) describes it.
    fn robots_tag(&mut self, value: impl AsRef<[u8]>) -> &mut Self {
        let Self {
            names,
            field_everyone,
            field_own,
            ..
        } = self;
        let text = header::text(value.as_ref());
        header::read_robots_tag(
            &text,
            |name| addressee::of_section(names, name),
            field_everyone,
            field_own,
        );
        self
    }

    /// The effective rules of all text read so far. The builder can read more afterwards.
    #[must_use]
    pub fn build(&self) -> PageRules {
        let mut gathered = self.said.clone();
        gathered.merge(self.field_own.as_ref().unwrap_or(&self.field_everyone));
        gathered.resolve(self.combination)
    }
}
