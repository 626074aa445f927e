//! The part of a document's tree that is needed to know what a tag means.

use html5gum::State;

/// How many open elements are remembered. Deeper elements are not distinguished.
const MAX_DEPTH: usize = 256;

/// Start tags that can appear in the head (HTML Standard, "in head" insertion mode) or before it.
const HEAD: [&[u8]; 13] = [
    b"html",
    b"head",
    b"base",
    b"basefont",
    b"bgsound",
    b"link",
    b"meta",
    b"title",
    b"noscript",
    b"noframes",
    b"style",
    b"script",
    b"template",
];

/// Start tags that end SVG and MathML (HTML Standard, "parsing tokens in foreign content"), but for
/// `font`, whose meaning there depends on its attributes.
const BREAKOUT: [&[u8]; 44] = [
    b"b",
    b"big",
    b"blockquote",
    b"body",
    b"br",
    b"center",
    b"code",
    b"dd",
    b"div",
    b"dl",
    b"dt",
    b"em",
    b"embed",
    b"h1",
    b"h2",
    b"h3",
    b"h4",
    b"h5",
    b"h6",
    b"head",
    b"hr",
    b"i",
    b"img",
    b"li",
    b"listing",
    b"menu",
    b"meta",
    b"nobr",
    b"ol",
    b"p",
    b"pre",
    b"ruby",
    b"s",
    b"small",
    b"span",
    b"strike",
    b"strong",
    b"sub",
    b"sup",
    b"table",
    b"tt",
    b"u",
    b"ul",
    b"var",
];

/// Elements of SVG whose content is HTML.
const SVG_POINTS: [&[u8]; 3] = [b"foreignobject", b"desc", b"title"];

/// Elements of MathML whose content is HTML. `annotation-xml` is left out, since its content is
/// HTML only with a certain attribute.
const MATH_POINTS: [&[u8]; 5] = [b"mi", b"mo", b"mn", b"ms", b"mtext"];

/// An open element that changes the meaning of tags inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    /// With the number of elements `template` of SVG that are open right inside it.
    Svg(u32),
    /// With the number of elements `template` of MathML that are open right inside it.
    Math(u32),
    /// One of [`SVG_POINTS`] or [`MATH_POINTS`].
    Point(&'static [u8]),
    Template,
}

/// Where in the document the tokenizer is.
#[derive(Debug)]
pub(super) struct Context {
    scripting: bool,
    /// Open elements, outermost first; at most [`MAX_DEPTH`].
    open: Vec<Element>,
    /// Templates among `open`.
    templates: usize,
    /// Templates that were opened inside a template when `open` was full. As long as one of them is
    /// open, other elements are not distinguished.
    deep_templates: u64,
    /// For each name of [`BREAKOUT`] whose elements are closed by end tags, how many HTML elements
    /// of this name are open, judging by their tags. No open element of SVG or MathML can have
    /// these names.
    html: [u32; BREAKOUT.len()],
    /// Whether the head has not ended yet.
    in_head: bool,
    /// Whether the tokenizer reads text that can only end at an end tag.
    in_text: bool,
}

impl Context {
    pub(super) fn new(scripting: bool) -> Self {
        Self {
            scripting,
            open: Vec::new(),
            templates: 0,
            deep_templates: 0,
            html: [0; BREAKOUT.len()],
            in_head: true,
            in_text: false,
        }
    }

    pub(super) fn in_head(&self) -> bool {
        self.in_head
    }

    /// Whether the tokenizer is inside a template, whose content is not part of the page.
    pub(super) fn in_template(&self) -> bool {
        self.templates > 0
    }

    /// Whether `<![CDATA[` begins a section of text, as it does in SVG and MathML, and right inside
    /// the elements whose other content is HTML (`title`, for one).
    pub(super) fn has_cdata(&self) -> bool {
        self.is_foreign() || matches!(self.open.last(), Some(Element::Point(_)))
    }

    /// Notes text. Only white space can appear in the head.
    pub(super) fn text(&mut self, text: &[u8]) {
        if self.in_head && !self.in_text && !self.in_template() {
            self.in_head = text.iter().all(u8::is_ascii_whitespace);
        }
    }

    /// Enters the element of a start tag, and returns how the tokenizer has to read its content.
    pub(super) fn start_tag(&mut self, name: &[u8], self_closing: bool) -> Option<State> {
        if self.is_foreign() {
            if !BREAKOUT.contains(&name) {
                self.foreign_start_tag(name, self_closing);
                return None;
            }
            self.leave_foreign();
        }
        if let Some(open) = self.html_count(name) {
            *open = open.saturating_add(1);
        }
        if !self.in_template() && !HEAD.contains(&name) {
            self.in_head = false;
        }
        let state = match name {
            b"template" if self.open.len() < MAX_DEPTH => {
                self.open.push(Element::Template);
                self.templates += 1;
                None
            }
            // `open` is full. Inside a template nothing counts, so all that matters is to find its
            // end: the first template takes the place of the deepest element, and those inside it
            // are counted. After the template, only the end of the replaced element is missed.
            b"template" => {
                if self.templates == 0 {
                    self.open[MAX_DEPTH - 1] = Element::Template;
                    self.templates = 1;
                } else {
                    self.deep_templates += 1;
                }
                None
            }
            b"svg" | b"math" if !self_closing => {
                self.push(if name == b"svg" {
                    Element::Svg(0)
                } else {
                    Element::Math(0)
                });
                None
            }
            b"title" | b"textarea" => Some(State::RcData),
            b"script" => Some(State::ScriptData),
            b"style" | b"iframe" | b"xmp" | b"noembed" | b"noframes" => Some(State::RawText),
            b"noscript" if self.scripting => Some(State::RawText),
            b"plaintext" => Some(State::PlainText),
            _ => None,
        };
        self.in_text = state.is_some();
        state
    }

    /// Leaves the element of an end tag.
    pub(super) fn end_tag(&mut self, name: &[u8]) {
        self.in_text = false;
        if let Some(open @ 1..) = self.html_count(name) {
            *open -= 1;
            // The end of an element of HTML closes unclosed SVG or MathML in it.
            self.leave_foreign();
        }
        match name {
            b"template" if self.leave_foreign_template() => {}
            b"template" if self.deep_templates > 0 => self.deep_templates -= 1,
            b"template" if self.templates > 0 => {
                while self.open.pop() != Some(Element::Template) {}
                self.templates -= 1;
            }
            b"svg" => self.leave(|element| matches!(element, Element::Svg(_))),
            b"math" => self.leave(|element| matches!(element, Element::Math(_))),
            b"br" | b"p" if self.is_foreign() => self.leave_foreign(),
            b"body" | b"html" | b"br" if !self.in_template() => self.in_head = false,
            _ => {
                if self
                    .open
                    .last()
                    .is_some_and(|open| matches!(open, Element::Point(point) if *point == name))
                {
                    self.open.pop();
                }
            }
        }
    }

    /// Whether start tags here begin SVG or MathML elements.
    pub(super) fn is_foreign(&self) -> bool {
        matches!(self.open.last(), Some(Element::Svg(_) | Element::Math(_)))
    }

    fn html_count(&mut self, name: &[u8]) -> Option<&mut u32> {
        if matches!(
            name,
            b"body" | b"head" | b"br" | b"embed" | b"hr" | b"img" | b"meta"
        ) {
            return None;
        }
        BREAKOUT
            .iter()
            .position(|known| *known == name)
            .map(|at| &mut self.html[at])
    }

    fn foreign_start_tag(&mut self, name: &[u8], self_closing: bool) {
        if self_closing {
            return;
        }
        if name == b"template"
            && let Some(Element::Svg(templates) | Element::Math(templates)) = self.open.last_mut()
        {
            *templates = templates.saturating_add(1);
            return;
        }
        let in_svg = matches!(self.open.last(), Some(Element::Svg(_)));
        let points: &[&'static [u8]] = if in_svg { &SVG_POINTS } else { &MATH_POINTS };
        if let Some(point) = points.iter().find(|point| **point == name) {
            self.push(Element::Point(point));
        } else if in_svg && name == b"svg" {
            self.push(Element::Svg(0));
        } else if !in_svg && name == b"math" {
            self.push(Element::Math(0));
        }
    }

    /// Closes SVG and MathML down to the nearest HTML.
    fn leave_foreign(&mut self) {
        while self.is_foreign() {
            self.open.pop();
        }
    }

    /// Closes the innermost element `template` of SVG or MathML, unless HTML is nearer. Tells
    /// whether there was one; otherwise the end tag is for a template of HTML.
    fn leave_foreign_template(&mut self) -> bool {
        for (depth, element) in self.open.iter_mut().enumerate().rev() {
            match element {
                Element::Svg(0) | Element::Math(0) => {}
                Element::Svg(templates) | Element::Math(templates) => {
                    *templates -= 1;
                    self.open.truncate(depth + 1);
                    return true;
                }
                Element::Point(_) | Element::Template => return false,
            }
        }
        false
    }

    /// Closes the last open element if it is the right one, or the one around it if the last one is
    /// a point.
    fn leave(&mut self, is_right: impl Fn(&Element) -> bool) {
        let point = matches!(self.open.last(), Some(Element::Point(_)));
        let depth = self.open.len().wrapping_sub(1 + usize::from(point));
        if self.open.get(depth).is_some_and(is_right) {
            self.open.truncate(depth);
        }
    }

    fn push(&mut self, element: Element) {
        if self.open.len() < MAX_DEPTH {
            self.open.push(element);
        }
    }
}
