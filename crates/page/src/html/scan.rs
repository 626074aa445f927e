//! Receives what the tokenizer finds: keeps the names of tags, and those attributes of meta tags
//! and links that matter.

use html5gum::{Emitter, Error, State};

use super::context::Context;
use super::item::{MAX_LINK, MetaTag, PageItem};
use super::meta_place::MetaPlace;

/// The longest name of a tag or attribute that matters has 14 bytes (`data-nosnippet`).
const MAX_NAME: usize = 16;

/// Bytes kept of a `name` attribute. A tag with a longer name is skipped.
const MAX_META_NAME: usize = 256;

/// Bytes kept of a `content` attribute.
const MAX_CONTENT: usize = 16 * 1024;

/// The name of a tag or attribute, up to the length that matters. The tokenizer gives it in lower
/// case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Name {
    bytes: [u8; MAX_NAME],
    length: usize,
    /// Longer than any name that matters, and equal to none of them.
    overflow: bool,
}

impl Name {
    fn push(&mut self, bytes: &[u8]) {
        let end = self.length + bytes.len();
        if let Some(room) = self.bytes.get_mut(self.length..end) {
            room.copy_from_slice(bytes);
            self.length = end;
        } else {
            self.overflow = true;
        }
    }

    /// Empty if the name is longer than any that matters.
    fn as_bytes(&self) -> &[u8] {
        if self.overflow {
            b""
        } else {
            &self.bytes[..self.length]
        }
    }
}

/// The value of an attribute, up to a limit.
#[derive(Debug, Default)]
struct Value {
    bytes: Vec<u8>,
    /// Whether the tag has the attribute; a second attribute of the same name is ignored.
    present: bool,
    /// Whether the value was longer than the limit, not counting white space at its end.
    cut: bool,
}

impl Value {
    fn clear(&mut self) {
        self.bytes.clear();
        (self.present, self.cut) = (false, false);
    }

    fn push(&mut self, bytes: &[u8], limit: usize) {
        let room = limit - self.bytes.len();
        let (kept, rest) = bytes.split_at(bytes.len().min(room));
        self.cut |= !rest.trim_ascii().is_empty();
        self.bytes.extend_from_slice(kept);
    }
}

/// Where the value of the current attribute goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    /// Not known yet: the attribute's name may go on.
    Undecided,
    /// Of a meta tag.
    Name,
    Content,
    /// Of a link.
    Rel,
    Type,
    Href,
    Nowhere,
}

/// Follows the tokenizer and reports meta tags. Yields one token when nothing more can be found.
///
/// All buffers have a limit, so that no document can make the scan grow.
pub(super) struct Scan<F> {
    found: F,
    place: MetaPlace,
    context: Context,
    tag: Name,
    is_end_tag: bool,
    self_closing: bool,
    last_start_tag: Name,
    attribute: Name,
    target: Target,
    /// The `name` of a meta tag, or the `rel` of a link.
    name: Value,
    /// The `content` of a meta tag, or the `href` of a link.
    content: Value,
    /// The `type` of a link.
    media_type: Value,
    /// Whether the tag has the attribute `data-nosnippet`.
    has_nosnippet: bool,
    /// Whether `data-nosnippet` was reported.
    reported_nosnippet: bool,
}

impl<F: FnMut(PageItem<'_>)> Scan<F> {
    pub(super) fn new(place: MetaPlace, scripting: bool, found: F) -> Self {
        Self {
            found,
            place,
            context: Context::new(scripting),
            tag: Name::default(),
            is_end_tag: false,
            self_closing: false,
            last_start_tag: Name::default(),
            attribute: Name::default(),
            target: Target::Nowhere,
            name: Value::default(),
            content: Value::default(),
            media_type: Value::default(),
            has_nosnippet: false,
            reported_nosnippet: false,
        }
    }

    fn start(&mut self, is_end_tag: bool) {
        self.tag = Name::default();
        self.is_end_tag = is_end_tag;
        self.self_closing = false;
        self.target = Target::Nowhere;
        self.name.clear();
        self.content.clear();
        self.media_type.clear();
        self.has_nosnippet = false;
    }

    /// Decides, once the name of an attribute is complete, where its value goes.
    fn decide(&mut self) {
        if self.target != Target::Undecided {
            return;
        }
        let attribute = self.attribute.as_bytes();
        self.has_nosnippet |= attribute == b"data-nosnippet";
        let tag = if self.is_end_tag { b"" } else { self.tag.as_bytes() };
        let (value, target) = match (tag, attribute) {
            (b"meta", b"name") => (&mut self.name, Target::Name),
            (b"meta", b"content") => (&mut self.content, Target::Content),
            (b"link", b"rel") => (&mut self.name, Target::Rel),
            (b"link", b"href") => (&mut self.content, Target::Href),
            (b"link", b"type") => (&mut self.media_type, Target::Type),
            _ => {
                self.target = Target::Nowhere;
                return;
            }
        };
        self.target = if value.present { Target::Nowhere } else { target };
        value.present = true;
    }

    fn is_done(&self) -> bool {
        !self.place.reads_on(self.context.in_head())
    }

    fn report_meta(&mut self) {
        if !self.name.present || !self.content.present || self.name.cut {
            return;
        }
        let mut content = &self.content.bytes[..];
        if self.content.cut {
            let comma = content.iter().rposition(|&byte| byte == b',');
            // Half of a text is still a text, but half of an item is a different item:
            // `noindexifembedded`, which has no meaning, would become `noindex`.
            let is_text = self.name.bytes.trim_ascii().eq_ignore_ascii_case(b"description");
            let Some(end) = comma.or_else(|| is_text.then_some(content.len())) else {
                return;
            };
            content = &content[..end];
        }
        (self.found)(PageItem::Meta(MetaTag {
            name: &self.name.bytes,
            content,
        }));
    }

    fn report_link(&mut self) {
        let is_whole = !self.name.cut && !self.content.cut && !self.media_type.cut;
        if self.name.present && self.content.present && is_whole {
            (self.found)(PageItem::Link {
                rel: &self.name.bytes,
                media_type: &self.media_type.bytes,
                href: &self.content.bytes,
            });
        }
    }

    fn report(&mut self) {
        if self.has_nosnippet && !self.reported_nosnippet {
            self.reported_nosnippet = true;
            (self.found)(PageItem::DataNosnippet);
        }
        match self.tag.as_bytes() {
            b"meta" => self.report_meta(),
            // In SVG and MathML, an element `link` has another meaning, if any.
            b"link" if !self.context.is_foreign() => self.report_link(),
            _ => {}
        }
    }
}

impl<F: FnMut(PageItem<'_>)> Emitter for Scan<F> {
    type Token = ();

    /// Called for tokenizers that begin in the middle of a document.
    fn set_last_start_tag(&mut self, _: Option<&[u8]>) {}

    fn emit_eof(&mut self) {}

    fn emit_error(&mut self, _: Error) {}

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn pop_token(&mut self) -> Option<()> {
        self.is_done().then_some(())
    }

    fn emit_string(&mut self, text: &[u8]) {
        self.context.text(text);
    }

    fn init_start_tag(&mut self) {
        self.start(false);
    }

    fn init_end_tag(&mut self) {
        self.start(true);
    }

    fn init_comment(&mut self) {}

    fn emit_current_tag(&mut self) -> Option<State> {
        self.decide();
        let tag = self.tag;
        if self.is_end_tag {
            self.context.end_tag(tag.as_bytes());
            return None;
        }
        self.last_start_tag = tag;
        let state = self.context.start_tag(tag.as_bytes(), self.self_closing);
        if !self.context.in_template() && !self.is_done() {
            self.report();
        }
        state
    }

    fn emit_current_comment(&mut self) {}

    fn emit_current_doctype(&mut self) {}

    fn set_self_closing(&mut self) {
        self.self_closing = true;
    }

    fn set_force_quirks(&mut self) {}

    fn push_tag_name(&mut self, name: &[u8]) {
        self.tag.push(name);
    }

    fn push_comment(&mut self, _: &[u8]) {}

    fn push_doctype_name(&mut self, _: &[u8]) {}

    fn init_doctype(&mut self) {}

    fn init_attribute(&mut self) {
        self.decide();
        self.attribute = Name::default();
        self.target = Target::Undecided;
    }

    fn init_attribute_value(&mut self) {}

    fn push_attribute_name(&mut self, name: &[u8]) {
        self.attribute.push(name);
    }

    fn push_attribute_value(&mut self, value: &[u8]) {
        self.decide();
        match self.target {
            Target::Name => self.name.push(value, MAX_META_NAME),
            Target::Content => self.content.push(value, MAX_CONTENT),
            Target::Rel => self.name.push(value, MAX_LINK),
            Target::Href => self.content.push(value, MAX_LINK),
            Target::Type => self.media_type.push(value, MAX_LINK),
            Target::Nowhere | Target::Undecided => {}
        }
    }

    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}

    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}

    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}

    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        // The tokenizer calls this at the name of an end tag within raw text, which only the end
        // tag of the last opened element can end.
        self.tag == self.last_start_tag
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.context.has_cdata()
    }
}
