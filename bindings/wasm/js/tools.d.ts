import type { AgentLike, AskOptions, Body, Dialect, Span, UrlLike, Verdict } from "./questions.js";

/** Names and values of meta tags or header fields: pairs, `Headers`, or an object, whose values may be arrays. */
export type NamesAndValues = Iterable<readonly [string, string]> | { readonly [name: string]: string | readonly string[] | undefined };

/** Where a page says something to crawlers. What is not for crawlers may be passed too, and does not matter. */
export interface PageSources {
  /** Meta tags: their names and contents. */
  meta?: NamesAndValues;
  /** The header fields of the response: `X-Robots-Tag`, `Robots-Tag`, and `Link` for licenses. */
  headers?: NamesAndValues;
}

/** What a page itself says to one crawler. */
export interface PageRules {
  /** Whether the page may be shown in search results. */
  mayIndex: boolean;
  /** Whether its links may be followed. */
  mayFollow: boolean;
  /** Whether a cached copy may be shown. */
  mayArchive: boolean;
  /** Whether an excerpt may be shown. */
  mayShowSnippet: boolean;
  /** Whether a translation may be offered. */
  mayTranslate: boolean;
  /** Whether the images on it may be indexed. */
  mayIndexImages: boolean;
  /** Whether it may be indexed where another page embeds it. */
  mayIndexIfEmbedded: boolean;
  /** Whether its text may be used for AI. */
  mayUseForAi: boolean;
  /** Whether its images may be used for AI. */
  mayUseImagesForAi: boolean;
  /** Whether it may be used to train models. */
  mayUseForTraining: boolean;
  /** In characters; -1 is no limit; `null` if nothing is said. */
  maxSnippet: number | null;
  /** How large a preview of an image may be. */
  maxImagePreview: "none" | "standard" | "large" | null;
  /** In seconds; -1 is no limit; `null` if nothing is said. */
  maxVideoPreview: number | null;
  /** When it stops being available: a date in the form of RFC 3339, in UTC. */
  unavailableAfter: string | null;
  /** The URLs of license terms. */
  licenses: string[];
  /** What was not understood. */
  unknown: string[];
}

/** What a page itself says to a crawler: robots meta tags, `X-Robots-Tag`, `Robots-Tag`. */
export function pageRules(agent: AgentLike, sources?: PageSources): PageRules;

export interface LintOptions {
  /**
   * How every crawler reads the file: what counts as a mistake is a line that this dialect ignores, a rule that has no effect in it. If absent,
   * RFC 9309, and for what is said of a well-known crawler the dialect that its operator documents.
   */
  dialect?: Dialect;
  /** Codes such as `R010`, or their names. */
  disable?: readonly string[];
}

/** Text in place of the part from `start` to `end`: a string for a string, bytes for bytes. */
export interface Correction<B extends Body = Body> extends Span {
  text: B;
}

/** What `lint` finds. Lines and columns are counted from 1; columns, like offsets, in UTF-16 code units of a string, in bytes otherwise. */
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
  /** What `fix` changes: it is proved to change no verdict, and removes no sign of the author's intention. */
  correction: Correction<B> | null;
  /** Alternatives for a person to choose from. */
  suggestions: Correction<B>[];
}

/** Finds typos, ignored lines, redundant rules and likely mistakes. */
export function lint<B extends Body>(robots: B, options?: LintOptions): Finding<B extends string ? string : Uint8Array>[];

/** Findings that say the same, as one: the message is true of each line. */
export interface FindingSummary {
  code: string;
  name: string;
  severity: "error" | "warning" | "info";
  /** The first line. */
  line: number;
  /** The other lines. */
  also: number[];
  /** The lines of rules that have no effect because of it. */
  withoutEffect: number[];
  message: string;
  help: string;
  /** Where else it is, and what follows from it, in words. */
  note: string | null;
}

/** What people read of a file. */
export interface Report<B extends Body = Body> {
  /**
   * Whom the file shuts out or lets in unlike others, in words: all that follow `*`, search engines, operators
   * of AI models, and web archives, each read as its operator documents it.
   */
  outcomes: string[];
  /** What shuts crawlers out comes first, then other errors, and so on. */
  summary: FindingSummary[];
  /** All that `lint` finds, in the order of the file. */
  findings: Finding<B>[];
}

/** The findings of `lint` for people: the crawlers that the file shuts out, then findings, with equal ones joined, the worst first. */
export function report<B extends Body>(robots: B, options?: LintOptions): Report<B extends string ? string : Uint8Array>;

/**
 * The file with corrections made, which change no verdict. For the codes in `also`, suggestions are made too where a finding has
 * exactly one; these may change verdicts.
 */
export function fix<B extends Body>(robots: B, options?: LintOptions & { also?: readonly string[] }): B extends string ? string : Uint8Array;

/** The body with one correction or suggestion made. */
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
  kind: string;
  impact: Impact;
  effect: Effect;
  agents: string[];
  lineBefore: number | null;
  lineAfter: number | null;
  /** The line as the file has it, or a word for what there is. */
  line: string;
  witnesses: Witness[];
  /** All of it in a sentence. */
  text: string;
}

/** The effect of a whole edit on crawlers that read in one dialect, and that it affects alike. */
export interface AgentEffect {
  agents: string[];
  effect: Effect;
  impact: Impact;
  description: string;
  witnesses: Witness[];
}

/** All that an edit changes. */
export interface Diff {
  /** Most severe first. */
  changes: Change[];
  effects: AgentEffect[];
  /**
   * Whether it is proved that no URL's verdict changes for any crawler in `effects`, where `*` stands for all that no group
   * names, and for all that are well known. A crawler of several names follows the first that a file names: ask with `agents`.
   */
  isWithoutEffect: boolean;
  isUndecided: boolean;
}

export interface DiffOptions extends AskOptions {
  /** Crawlers to compare for, besides those that the files name; as in an `Assertion`. */
  agents?: readonly string[];
}

/** What an edit changes, decided for all URLs. */
export function diff(before: Body, after: Body, options?: DiffOptions): Diff;

/**
 * One assertion about a robots.txt: an `[[assert]]` of a policy for `robots test`, with the other
 * file's content instead of its name.
 *
 * Patterns are written as in robots.txt. Without agents, it is about all crawlers that no group names
 * (`*`); `equivalentTo` is also about crawlers that either file names.
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
  /** How the file is read for every crawler. By default as the options of `test` say, or else for each as it reads. */
  dialect?: Dialect;
  /** A robots.txt that gives the same verdict on every URL. */
  equivalentTo?: Body;
}

/** What is known about an assertion: true of every URL, not true of a URL, or not decided with the work allowed, which counts as failed. */
export type Outcome = "proved" | "refuted" | "undecided";

/** One statement about one crawler, and what is known about it. */
export interface TestResult {
  /** The assertion's number, counted from 1. */
  assertion: number;
  agent: string;
  pattern: string | null;
  expected: "allowed" | "disallowed" | "equivalent";
  outcome: Outcome;
  /** A URL that refutes the assertion, the verdict on it, and where two files are compared, the verdict of the other file. */
  witness: (Verdict & { url: string; other?: Verdict }) | null;
  /** How the file was read. */
  dialect: string;
}

/**
 * Proves or refutes assertions about all URLs.
 *
 * @throws {RangeError} if an assertion makes no sense.
 */
export function test(robots: Body, assertions: readonly Assertion[], options?: AskOptions): TestResult[];

export interface CompareOptions {
  /** As in an `Assertion`. By default the crawlers that the file names, and `*`. */
  agents?: readonly string[];
  /** By default all presets except presets that a file must opt into and does not. */
  dialects?: readonly Dialect[];
  /** URLs to ask about in any case. */
  urls?: readonly (string | UrlLike)[];
  /** How many URLs on which dialects disagree are shown for a crawler at most. */
  maxUrls?: number;
}

/** Two dialects, and what is known about them. */
export interface DialectPair {
  dialects: [string, string];
  /** Whether they agree about every URL. */
  outcome: Outcome;
  /** A URL on which they disagree. */
  url: string | null;
  /** Whether each way to disagree was found. */
  complete: boolean;
}

/** A URL, and what each dialect says. */
export interface ComparedUrl {
  url: string;
  differs: boolean;
  verdicts: (Verdict & { dialect: string })[];
}

/** What dialects make of a file for one crawler. */
export interface Comparison {
  agent: string;
  /** Dialects that are proved to agree about every URL, in sets. */
  agreeing: string[][];
  pairs: DialectPair[];
  rows: ComparedUrl[];
}

/** Where dialects disagree about a file, decided for all URLs: one comparison for each crawler. */
export function compareDialects(robots: Body, options?: CompareOptions): Comparison[];
