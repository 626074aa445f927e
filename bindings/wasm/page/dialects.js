// Dialects by names that a site owner knows.

/** Each crawler as its operator documents it; unknown crawlers as the standard says. */
export const AUTO = "auto";

const NAMES = {
  [AUTO]: "Each crawler as its operator documents it",
  rfc9309: "The standard (RFC 9309)",
  google: "Google",
  yandex: "Yandex",
  baidu: "Baidu",
  seznam: "Seznam",
  seznam2: "Seznam, robots.txt 2.0",
  slurp: "Yahoo! Slurp",
  diffbot: "Diffbot, which ignores Allow",
  lenient: "Forgiving: the standard, with misspelled lines read as meant",
  original1994: "The original of 1994",
  draft1996: "The draft of 1996",
  revisited: "The original, revisited (1990s)",
};

/** What people call a dialect, its name in the engine if nothing else is known. */
export function nameOf(dialect) {
  return NAMES[dialect] ?? dialect;
}

/** The options of questions about crawlers: without a dialect, each reads in its own. */
export function readingOf(dialect) {
  return dialect === AUTO ? {} : { dialect };
}

/** The dialect for questions that take only one: the standard, unless another is chosen. */
export function oneOf(dialect) {
  return dialect === AUTO ? "rfc9309" : dialect;
}
