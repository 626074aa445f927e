import type { AgentLike, AskOptions, Body, Dialect, Span, UrlLike, Verdict } from "./questions.js";

/** Names and values of meta tags or header fields: pairs, `Headers`, or an object, whose values may be arrays. */
export type NamesAndValues = Iterable<readonly [string, string]> | { readonly [name: string]: string | readonly string[] | undefined };

/** The parts of a page that address crawlers. Other tags and header fields may be passed too, and are ignored. */
export interface PageSources {
  /** Meta tags: their names and contents. */
  meta?: NamesAndValues;
  /** The header fields of the response: `X-Robots-Tag`, `Robots-Tag`, and `Link` for licenses. */
  headers?: NamesAndValues;
}

/** The rules of a page for one crawler. */
export interface PageRules {
  /** Whether the page may be shown in search results. */
  mayIndex: boolean;
  /** Whether the page's links may be followed. */
  mayFollow: boolean;
  /** Whether a cached copy may be shown. */
  mayArchive: boolean;
  /** Whether an excerpt may be shown. */
  mayShowSnippet: boolean;
  /** Whether a translation may be offered. */
  mayTranslate: boolean;
  /** Whether the page's images may be indexed. */
  mayIndexImages: boolean;
  /** Whether the page may be indexed as part of a page that embeds it. */
  mayIndexIfEmbedded: boolean;
  /** Whether the page's text may be used for AI. */
  mayUseForAi: boolean;
  /** Whether the page's images may be used for AI. */
  mayUseImagesForAi: boolean;
  /** Whether the page may be used to train models. */
  mayUseForTraining: boolean;
  /** In characters; -1 is no limit; `null` if not set. */
  maxSnippet: number | null;
  /** How large a preview of an image may be. */
  maxImagePreview: "none" | "standard" | "large" | null;
  /** In seconds; -1 is no limit; `null` if not set. */
  maxVideoPreview: number | null;
  /** When the page stops being available: a date in the form of RFC 3339, in UTC. */
  unavailableAfter: string | null;
  /** The URLs of license terms. */
  licenses: string[];
  /** Rules that were not understood. */
  unknown: string[];
}

/** The rules of a page for a crawler: robots meta tags, `X-Robots-Tag`, `Robots-Tag`. */
export function pageRules(agent: AgentLike, sources?: PageSources): PageRules;

export interface LintOptions {
  /**
   * The dialect for every crawler: lines that this dialect ignores and rules without effect in it count as mistakes. If absent, RFC 9309, and for
   * findings about a well-known crawler the dialect that its operator documents.
   */
  dialect?: Dialect;
  /** Codes such as `R010`, or their names. */
  disable?: readonly string[];
}

/** A replacement for the part from `start` to `end`: a string for a string, bytes for bytes. */
export interface Correction<B extends Body = Body> extends Span {
  text: B;
}

/** A finding of `lint`. Lines and columns are counted from 1; columns, like offsets, in UTF-16 code units of a string, in bytes otherwise. */
export interface Finding<B extends Body = Body> {
  code: string;
  name: string;
  severity: "error" | "warning" | "info";
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  span: Span;
  /** What is wrong. */
  message: string;
  /** What to do about it. */
  help: string;
  /** A URL that shows it. */
  witness: string | null;
  related: { line: number; span: Span; message: string }[];
  /** The correction that `fix` makes: it is proved to change no verdict, and keeps every sign of the author's intention. */
  correction: Correction<B> | null;
  /** Alternatives for a person to choose from. */
  suggestions: Correction<B>[];
}

/** Finds typos, ignored lines, redundant rules and likely mistakes. */
export function lint<B extends Body>(robots: B, options?: LintOptions): Finding<B extends string ? string : Uint8Array>[];

/** Findings with the same message, as one: the message is true for each line. */
export interface FindingSummary {
  code: string;
  name: string;
  severity: "error" | "warning" | "info";
  /** The first line. */
  line: number;
  /** The other lines. */
  also: number[];
  /** The lines of rules that have no effect because of this finding. */
  withoutEffect: number[];
  message: string;
  help: string;
  /** A text with the other places and the consequences. */
  note: string | null;
}

/** A report on a file for people. */
export interface Report<B extends Body = Body> {
  /**
   * The crawlers that the file blocks or allows unlike other crawlers, as text: crawlers that follow `*`, search engines, operators of AI models, and
   * web archives, each reading the file as its operator documents.
   */
  outcomes: string[];
  /** Findings that block crawlers come first, then other errors, and so on. */
  summary: FindingSummary[];
  /** All findings of `lint`, in the order of the file. */
  findings: Finding<B>[];
}

/** The findings of `lint` for people: the crawlers that the file blocks, then findings, with equal findings joined, the worst first. */
export function report<B extends Body>(robots: B, options?: LintOptions): Report<B extends string ? string : Uint8Array>;

/**
 * The file with corrections applied, which change no verdict. For the codes in `also`, a suggestion is applied too if a finding has exactly one;
 * suggestions may change verdicts.
 */
export function fix<B extends Body>(robots: B, options?: LintOptions & { also?: readonly string[] }): B extends string ? string : Uint8Array;

/** The body with one correction or suggestion applied. */
export function applyCorrection<B extends Body>(robots: B, correction: Correction): B extends string ? string : Uint8Array;

/** A URL whose verdict an edit changes. */
export interface Witness {
  /** A crawler; `*` for crawlers that no group names. */
  agent: string;
  url: string;
  allowedBefore: boolean;
  allowedAfter: boolean;
  ruleBefore: string | null;
  ruleAfter: string | null;
  lineBefore: number | null;
  lineAfter: number | null;
  text: string;
}

export type Impact = "critical" | "major" | "minor" | "info";

export type Effect = "closes-site" | "opens-site" | "closes" | "opens" | "both" | "undecided" | "keeps-closed" | "keeps-open" | "none";

/** One change of a file. */
export interface Change {
  /** Such as `rule-added`; `user-agent-removed` is a line that is lost, or misspelled, above rules that are still there, the cause of changes after it. */
  kind: string;
  impact: Impact;
  effect: Effect;
  agents: string[];
  lineBefore: number | null;
  lineAfter: number | null;
  /** The line as in the file, or a word that describes it. */
  line: string;
  witnesses: Witness[];
  /** The whole change in a sentence. */
  text: string;
}

/** The effect of a whole edit on crawlers that read in one dialect and are affected in the same way. */
export interface AgentEffect {
  agents: string[];
  effect: Effect;
  impact: Impact;
  description: string;
  witnesses: Witness[];
}

/** The effects of an edit. */
export interface Diff {
  /** Most severe first. */
  changes: Change[];
  effects: AgentEffect[];
  /**
   * Whether it is proved that no URL's verdict changes for any crawler in `effects`, where `*` stands for all crawlers that no group names, and for
   * all well-known crawlers. A crawler with several names follows the first name that a file contains: pass such crawlers in `agents`.
   */
  isWithoutEffect: boolean;
  isUndecided: boolean;
}

export interface DiffOptions extends AskOptions {
  /** Crawlers to compare, in addition to crawlers that the files name; as in an `Assertion`. */
  agents?: readonly string[];
}

/** The effects of an edit, decided for all URLs. */
export function diff(before: Body, after: Body, options?: DiffOptions): Diff;

/**
 * One assertion about a robots.txt: an `[[assert]]` of a policy for `robots test`, with the other
 * file's content instead of its name.
 *
 * Patterns are written as in robots.txt. Without agents, an assertion is about all crawlers that no group names (`*`); `equivalentTo` is also about
 * crawlers that either file names.
 */
export interface Assertion {
  /** All URLs that match one of these patterns are allowed. */
  allowed?: readonly string[];
  /** All URLs that match one of these patterns are disallowed. */
  disallowed?: readonly string[];
  /** URLs that match one of these patterns are left out. */
  except?: readonly string[];
  /** Product tokens, sets such as `@search`, `@all`, and `*` for all crawlers that no group names. */
  agents?: readonly string[];
  /** The dialect for every crawler. By default the dialect in the options of `test`, or else each crawler's own. */
  dialect?: Dialect;
  /** A robots.txt that gives the same verdict on every URL. */
  equivalentTo?: Body;
}

/** What is known about an assertion: true for every URL, false for a URL, or not decided within the step budget, which counts as failed. */
export type Outcome = "proved" | "refuted" | "undecided";

/** One statement about one crawler, and its outcome. */
export interface TestResult {
  /** The assertion's number, counted from 1. */
  assertion: number;
  agent: string;
  pattern: string | null;
  expected: "allowed" | "disallowed" | "equivalent";
  outcome: Outcome;
  /** A URL that refutes the assertion, the verdict on it, and if two files are compared, the verdict of the other file. */
  witness: (Verdict & { url: string; other?: Verdict }) | null;
  /** How the file was read. */
  dialect: string;
}

/**
 * Proves or refutes assertions about all URLs.
 *
 * @throws {RangeError} if an assertion is invalid.
 */
export function test(robots: Body, assertions: readonly Assertion[], options?: AskOptions): TestResult[];

export interface CompareOptions {
  /** As in an `Assertion`. By default the crawlers that the file names, and `*`. */
  agents?: readonly string[];
  /** By default all presets except those that a file must opt into, unless it does. */
  dialects?: readonly Dialect[];
  /** URLs that are always compared. */
  urls?: readonly (string | UrlLike)[];
  /** The maximum number of URLs to show for a crawler on which dialects disagree. */
  maxUrls?: number;
}

/** Two dialects, and whether they agree. */
export interface DialectPair {
  dialects: [string, string];
  /** Whether they agree about every URL. */
  outcome: Outcome;
  /** A URL on which they disagree. */
  url: string | null;
  /** Whether all disagreements were found. */
  complete: boolean;
}

/** A URL, and the verdict of each dialect. */
export interface ComparedUrl {
  url: string;
  differs: boolean;
  verdicts: (Verdict & { dialect: string })[];
}

/** A comparison of how dialects read a file for one crawler. */
export interface Comparison {
  agent: string;
  /** Dialects that are proved to agree about every URL, in sets. */
  agreeing: string[][];
  pairs: DialectPair[];
  rows: ComparedUrl[];
}

/** Where dialects disagree about a file, decided for all URLs: one comparison for each crawler. */
export function compareDialects(robots: Body, options?: CompareOptions): Comparison[];
