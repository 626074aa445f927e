//! The exit status: what it means, in every command.

/// What a command found, in the order in which one status takes precedence over another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Everything is allowed, or there is nothing to report.
    #[default]
    Clean,
    /// Something is disallowed, or there is something to report.
    Findings,
    /// A robots.txt could not be fetched.
    NotFetched,
    /// Wrong usage, or an input or the output failed, and messages said which.
    BadInput,
}

impl Status {
    /// The number that the process ends with.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Findings => 1,
            Self::BadInput => 2,
            Self::NotFetched => 3,
        }
    }

    /// Takes the other status if it has precedence.
    pub(crate) fn raise(&mut self, other: Self) {
        *self = other.max(*self);
    }

    /// [`Self::raise`] if something is the case.
    pub(crate) fn raise_if(&mut self, is_so: bool, other: Self) {
        if is_so {
            self.raise(other);
        }
    }

    /// [`Self::Findings`] if something was found, and [`Self::Clean`] otherwise.
    pub(crate) fn of_findings(is_any: bool) -> Self {
        if is_any { Self::Findings } else { Self::Clean }
    }
}

/// The statuses in a sentence, for `-h`.
pub(crate) const IN_SHORT: &str = "\
Exit status: 0 if nothing is disallowed or reported, 1 if something is, 2 on a usage, input or output error, 3 if \
a robots.txt could not be fetched. `robots --help` has the table for every command.";

/// What each status means in each command, for `--help`. 2 has the same meaning in all.
pub(crate) const TABLE: &str = "\
Exit status:

  COMMAND          0                     1                        3
  check            all allowed           something disallowed     not fetched
  check --expect   every verdict as      a verdict otherwise      unreachable
                   expected
  batch            all allowed           something disallowed     not fetched
  inspect          printed                                        not fetched
  lint             nothing at --fail-on  findings at --fail-on    not fetched
                   (default: error)      or above, or closed to
                                         --fail-on-closed
  audit            printed               undecided for a crawler  not fetched
  diff             nothing at --fail-on  changes at --fail-on     not fetched
                   (default: info)       or above, or undecided
  compare          all dialects agree    some disagree, or        not fetched
                                         undecided
  test             all assertions hold   one is refuted or        not fetched
                                         undecided
  minimize, fmt    written               undecided; with --check  not fetched
                                         also: it would change
  block, allow     written               no such file, or        not fetched
                                         undecided
  page             nothing denied        something denied
  signals          nothing refused       a use is refused         not fetched
  sitemap          printed               nothing could be read    a site was
                                                                  given up
  sitemap --check  no problems           problems, or an index    the same
                                         that was not followed
  sitemap --robots nothing disallowed    something disallowed     not fetched,
                   or out of scope       or out of scope          or given up
  sitemap --write  written               an entry was not         given up, and
                                         written, or there is     nothing was
                                         none                     written
  generate, man,   written
  completions

  2 in all commands: wrong usage, or an input or the output failed. If several
  apply, 2 comes before 3, and 3 before 1. \"Not fetched\" means that the site
  fails or does not answer (reason: unreachable), or that it answers but gives
  no robots.txt, as with a 404 or too many redirects (reason: unavailable);
  the dialect then decides the verdict. A closed pipe is not an error.";
