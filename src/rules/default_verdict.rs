//! The verdict if no rule decides, and the facts that are added to every verdict.

use core::fmt;

use crate::matching::outcome::{Cause, Outcome};
use crate::matching::verdict::Verdict;

/// The verdict where no rule decides: bits in one byte, because rules are kept by the million.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct DefaultVerdict(u8);

const DISALLOWS: u8 = 1;
const EXEMPTS_ROBOTS_TXT: u8 = 1 << 1;
const IS_TRUNCATED: u8 = 1 << 2;
const AGENT_IS_URL: u8 = 1 << 3;
/// Above this bit: 0, or one more than the place of the cause in [`Cause::ALL`].
const CAUSE: u32 = 4;
const _: () = assert!(Cause::ALL.len() < 1 << (u8::BITS - CAUSE));

impl DefaultVerdict {
    /// Everything is allowed if no rule decides. If `exempts_robots_txt`, `/robots.txt` is allowed
    /// whatever the rules say.
    pub(super) const fn allow(exempts_robots_txt: bool) -> Self {
        Self(if exempts_robots_txt { EXEMPTS_ROBOTS_TXT } else { 0 })
    }

    /// There is no file to ask: everything is disallowed except `/robots.txt`.
    pub(super) const DISALLOW: Self = Self(DISALLOWS | EXEMPTS_ROBOTS_TXT);

    /// The verdict of an outcome; `None` if a file or a copy of it decides instead.
    pub(super) fn of(outcome: Outcome) -> Option<Self> {
        let (allows, cause) = outcome.decides()?;
        let place = Cause::ALL.iter().position(|other| *other == cause)?;
        let base = if allows { Self::allow(true) } else { Self::DISALLOW };
        Some(Self(base.0 | (place as u8 + 1) << CAUSE))
    }

    /// One more than the last place.
    #[cfg(feature = "std")]
    pub(super) const PLACES: usize = 1 << u8::BITS;

    /// A number for each verdict.
    #[cfg(feature = "std")]
    pub(super) const fn place(self) -> usize {
        self.0 as usize
    }

    const fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }

    const fn with(self, bit: u8, yes: bool) -> Self {
        Self(if yes { self.0 | bit } else { self.0 & !bit })
    }

    #[inline]
    pub(super) const fn allows(self) -> bool {
        !self.has(DISALLOWS)
    }

    /// Whether `/robots.txt` is allowed whatever the rules say.
    #[inline]
    pub(super) const fn exempts_robots_txt(self) -> bool {
        self.has(EXEMPTS_ROBOTS_TXT)
    }

    /// Whether only the beginning of the file was read.
    pub(super) const fn is_truncated(self) -> bool {
        self.has(IS_TRUNCATED)
    }

    pub(super) const fn truncated(self, yes: bool) -> Self {
        self.with(IS_TRUNCATED, yes)
    }

    /// Whether the name of the crawler is a URL: agent and URL were given in the wrong order.
    const fn agent_is_url(self) -> bool {
        self.has(AGENT_IS_URL)
    }

    pub(super) const fn with_agent_is_url(self, yes: bool) -> Self {
        self.with(AGENT_IS_URL, yes)
    }

    /// Whether there is no file to ask.
    #[inline]
    pub(super) const fn lacks_a_file(self) -> bool {
        self.0 & DISALLOWS != 0 || self.0 >> CAUSE != 0
    }

    /// Whether there is anything to add to a verdict.
    #[inline]
    pub(super) const fn says_more(self) -> bool {
        self.0 & (IS_TRUNCATED | AGENT_IS_URL) != 0
    }

    /// Adds the facts that are the same for every verdict.
    #[cold]
    pub(super) fn say(self, verdict: &mut Verdict<'_>) {
        verdict.set_truncated(self.is_truncated());
        if self.agent_is_url() {
            verdict.set_agent_is_url();
        }
    }

    /// The cause, if there is no file and the cause is known.
    pub(super) fn cause(self) -> Option<Cause> {
        let place = usize::from(self.0 >> CAUSE).checked_sub(1)?;
        Cause::ALL.get(place).copied()
    }

    pub(super) const fn to_bits(self) -> u8 {
        self.0
    }

    /// Reads bits that were written; `None` if they are not valid.
    pub(super) fn from_bits(bits: u8) -> Option<Self> {
        let read = Self(bits);
        let has_cause = bits >> CAUSE != 0;
        let is_sound = (!has_cause || read.cause().is_some()) && (read.allows() || read.exempts_robots_txt());
        is_sound.then_some(read)
    }
}

impl fmt::Debug for DefaultVerdict {
    /// Lists only the flags that are set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.allows() { "Allow" } else { "Disallow" })?;
        if let Some(cause) = self.cause() {
            write!(f, ", because {}", cause.description())?;
        }
        if self.is_truncated() {
            f.write_str(", file cut")?;
        }
        if self.agent_is_url() {
            f.write_str(", the agent is a URL")?;
        }
        Ok(())
    }
}
