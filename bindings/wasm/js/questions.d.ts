/// <reference lib="esnext.disposable" />

/**
 * The `code` of every error of this package. Codes are stable, while the words of a message may change.
 *
 * - `ERR_INVALID_ARG_TYPE` (a `TypeError`), `ERR_INVALID_ARG_VALUE`, `ERR_TOO_LARGE`: an argument has a wrong type, has an invalid value, or is
 *   longer than the memory of an instance allows.
 * - `ERR_UNKNOWN_OPTION`, `ERR_UNKNOWN_DIALECT`, `ERR_UNKNOWN_SET`: the name is unknown.
 * - `ERR_INVALID_AGENT`: a text names no crawler, or several. `ERR_INVALID_URL`: a text is not a URL.
 * - `ERR_INVALID_SITEMAP`: a sitemap cannot be read any further. `ERR_NOT_FETCHED`, only among the `failed` of `parseSitemaps`: a server did not send it.
 * - `ERR_FREED`, `ERR_LOST`: an object was freed, or its WebAssembly instance failed. `ERR_TRAPPED`: the instance failed during this call; `cause`
 *   says why.
 * - `ERR_NOT_COPIED`, `ERR_ILLEGAL_CONSTRUCTOR`: an object cannot be copied, or cannot be made with this constructor.
 * - `ERR_NOT_PUBLIC`, only as `lastError` of a `Site` and among the `failed` of `parseSitemaps`: a public site leads to a private address.
 * - `ERR_INTERNAL`: a defect of this package.
 */
export type ErrorCode =
  | "ERR_FREED"
  | "ERR_ILLEGAL_CONSTRUCTOR"
  | "ERR_INTERNAL"
  | "ERR_INVALID_AGENT"
  | "ERR_INVALID_ARG_TYPE"
  | "ERR_INVALID_ARG_VALUE"
  | "ERR_INVALID_SITEMAP"
  | "ERR_INVALID_URL"
  | "ERR_LOST"
  | "ERR_NOT_COPIED"
  | "ERR_NOT_FETCHED"
  | "ERR_NOT_PUBLIC"
  | "ERR_TOO_LARGE"
  | "ERR_TRAPPED"
  | "ERR_UNKNOWN_DIALECT"
  | "ERR_UNKNOWN_OPTION"
  | "ERR_UNKNOWN_SET";

/** An error of this package. Errors of `fetch` and of the caller's own code are thrown as they are. */
export interface CodedError extends Error {
  code: ErrorCode;
}

/** The content of a robots.txt. Any content is valid. */
export type Body = string | Uint8Array;

/**
 * A crawler: a text that names it, in any form that `resolveAgent` reads; several texts, most preferred first, each of which is read like a single
 * name; a member of `agents()`; or a result of `userAgent`, `resolveAgent` or `token`. A text that names no crawler, or several, throws a
 * `RangeError`: an empty text, a URL, a set such as `@search`, names with commas.
 */
export type AgentLike = string | readonly string[] | Agent | UserAgent | Token;

/** A crawler for each of many questions. */
export interface EachAgent {
  readonly each: readonly AgentLike[];
}

/** A `URL`, or anything else with its text as `href`. */
export interface UrlLike {
  readonly href: string;
}

/** An absolute URL, or a path that begins with `/`. */
export type Url = string | UrlLike | Uint8Array;

/** The name of a preset. */
export type DialectName =
  | "rfc9309"
  | "lenient"
  | "google"
  | "original1994"
  | "draft1996"
  | "revisited"
  | "seznam"
  | "seznam2"
  | "yandex"
  | "baidu"
  | "slurp"
  | "diffbot";

/** How a file is read, option by option. `dialects` has the values of every preset. */
export interface DialectOptions {
  groupEnd?: string;
  nameTest?: string;
  groupChoice?: string;
  ruleChoice?: string;
  patternLanguage?: string;
  percentMode?: string;
  keySpelling?: string;
  targetSyntax?: string;
  rulesBeforeGroups?: boolean;
  groupsNeedRules?: boolean;
  robotVersion?: boolean;
  allowLines?: boolean;
  severalNames?: boolean;
  severalPaths?: boolean;
  suppliesLeadingSlash?: boolean;
  robotsTxtAllowed?: boolean;
  indexHtml?: boolean;
  bothSpellings?: boolean;
  trimsInvisible?: boolean;
  nulEndsLine?: boolean;
  crawlDelayLines?: boolean;
  requestRateLines?: boolean;
  partialBom?: boolean;
  maxLineBytes?: number | null;
}

/** A preset, or a preset with changed options: `{ preset: "google", indexHtml: false }`. The default preset is RFC 9309. */
export type Dialect = DialectName | (DialectOptions & { preset?: DialectName });

/** A preset with its options. */
export interface DialectPreset {
  name: DialectName;
  /** Whether a file is read in this dialect only if the file asks for it, as with `Robot-version: 2.0`. */
  needsOptIn: boolean;
  options: Required<DialectOptions>;
}

export interface AskOptions {
  /**
   * The dialect for every crawler. If absent, a well-known crawler reads the file as its operator documents (`dialect` of `Agent`), any other crawler
   * under RFC 9309.
   */
  dialect?: Dialect;
}

export interface ParseOptions extends AskOptions {
  /** Read at most this many bytes, dropping a partial last line. */
  maxBytes?: number;
  /** Convert a `Uint8Array` in UTF-16; without this, none of its lines are understood. */
  transcodeUtf16?: boolean;
}

/**
 * A part of a body, from `start` to `end`. Offsets count UTF-16 code units if the body is a string, so that `body.slice(start, end)` is the part;
 * bytes if the body is a `Uint8Array`.
 */
export interface Span {
  start: number;
  end: number;
}

export type Reason = "rule" | "no-matching-rule" | "no-group" | "robots-txt-itself" | "unreachable" | "forbidden" | "unavailable" | "agent-is-url";

/** The answer to a question, and the reasons for it. */
export interface Verdict {
  allowed: boolean;
  reason: Reason;
  /** The line of the rule that decided, counted from 1. */
  line: number | null;
  /** The rule that decided: as the file spells it, or in canonical form if compiled `Rules` answered. */
  rule: string | null;
  /** The name of the group that applies, or `*`. */
  group: string | null;
  /** Where the pattern of the rule is; `null` from compiled `Rules`, which keep no body. */
  span: Span | null;
  /** The whole answer in a sentence. */
  text: string;
  /**
   * What the operator of a well-known crawler says about obeying robots.txt; `"unknown"` for any other crawler, `null` from compiled
   * `Rules`, which keep no crawler.
   */
  obeys: "always" | "may-ignore" | "unknown" | null;
  /** A sentence for people if the crawler may ignore robots.txt. */
  note: string | null;
}

/** One Allow or Disallow. */
export interface Rule {
  isAllow: boolean;
  pattern: string;
  /** Counted from 1. */
  line: number;
  /** Where the pattern is; `null` from compiled `Rules`. */
  span: Span | null;
  /** The rule: spelled as in the file, such as `Disalow: /x`; in canonical form from compiled `Rules`. */
  text: string;
}

/** A rule that matches a URL. */
export interface MatchingRule extends Rule {
  /** Why the rule does not decide; `null` for the rule that does. */
  lostBy: "length" | "kind" | "order" | null;
}

/** The lines that share rules. */
export interface Group {
  agents: string[];
  line: number;
  span: Span;
  /** In seconds. */
  crawlDelay: number | null;
  requestRates: RequestRate[];
  visitTimes: TimeWindow[];
  rules: Rule[];
}

/** A part of the day in UTC, such as from `"06:00"` to `"08:45"`, both included. It may wrap around midnight. */
export interface TimeWindow {
  first: string;
  last: string;
}

/** A `Request-rate`: the number of requests in a number of seconds, during a part of the day, or always (`null`). */
export interface RequestRate {
  requests: number;
  seconds: number;
  window: TimeWindow | null;
}

/** A line of a file, of any kind. */
export interface Line {
  /** Counted from 1. */
  line: number;
  /**
   * A known key as its specification spells it, such as `Disallow`, also for a misspelling that the dialect forgives; `unknown` for another key,
   * `no-key` for text without a key, `comment` for a line with only a comment, or `blank`.
   */
  kind: string;
  /** The key as the file spells it. */
  key: string | null;
  /** The value, without white space around it and without the comment. */
  value: string | null;
  /** The comment, with its `#`. */
  comment: string | null;
  /** The line as written, without its line end. */
  text: string;
  span: Span;
}

export type Purpose = "search" | "ai-training" | "ai-search" | "assistant" | "archive" | "ads" | "seo" | "preview" | "other";

export type AgentSet = "search" | "ai-training" | "ai-search" | "user" | "preview" | "seo" | "archive" | "ads";

/** A well-known crawler. */
export interface Agent {
  token: string;
  /** The crawler's own token, then the tokens whose groups it falls back to. */
  tokens: string[];
  operator: string;
  purpose: Purpose;
  /** What the operator says about obeying robots.txt. */
  obeys: "always" | "may-ignore" | "unknown";
  /** Whether groups for `*` apply to the crawler. */
  obeysStar: boolean;
  /** Whether the crawler sends requests; some tokens only control the use of content that other crawlers fetched. */
  crawls: boolean;
  /** The dialect in which the crawler reads robots.txt, according to its operator. */
  dialect: DialectName;
}

/** The crawler that a header or another text names. */
export interface UserAgent {
  /** The text as written. */
  header: string;
  /** The well-known crawler, if it is one. */
  agent: Agent | null;
  /** The first token; `*` if there is no token, so that no group can name the crawler. */
  name: string;
  tokens: string[];
  obeysStar: boolean;
}

/** A product token alone. */
export interface Token {
  name: string;
  tokens: string[];
  obeysStar: true;
  isToken: true;
}

/**
 * Whether a crawler may fetch a URL, straight from a robots.txt.
 *
 * One pass over the file; nothing is kept. For a second question about the same file use `Rules` or
 * `RobotsTxt`.
 *
 * @throws {RangeError} if the text names no crawler, or several; if it is a URL, the arguments were probably swapped: no function accepts a URL
 *   as a name
 * @throws {Error} if the URL is not valid, such as `private/x` without a slash: see {@link urlProblem}. `RobotsTxt` and `Rules` give an answer
 *   for any text.
 */
export function isAllowed(robots: Body, agent: AgentLike, url: Url, options?: AskOptions): boolean;

/**
 * Why a text is neither a URL nor a path, and what to write instead, such as a `/` before `private/x`; `null` if it is a URL or a path.
 */
export function urlProblem(url: string): string | null;

/** Like `isAllowed`, with the rule that decides, its line, and its group. */
export function check(robots: Body, agent: AgentLike, url: Url, options?: AskOptions): Verdict;

/**
 * A parsed robots.txt, for any crawler. Parsing cannot fail: any content is a robots.txt.
 *
 * Unless a dialect is passed, each crawler reads the file in its own dialect: the file is parsed again for a dialect when a crawler with this dialect
 * is first asked about. Members without a crawler read it under RFC 9309.
 *
 * It lives in the memory of WebAssembly until `free` is called, a `using` declaration ends, or it is garbage collected.
 */
export class RobotsTxt {
  constructor(robots: Body, options?: ParseOptions);
  /** Whether a crawler may fetch a URL. */
  isAllowed(agent: AgentLike, url: Url): boolean;
  /**
   * Whether each of many URLs may be fetched, by one crawler or, with `{ each }`, by a crawler for each URL: the answers of `isAllowed`, in the order
   * of the URLs. The rules of each crawler are compiled once. An array of texts is one crawler with several names, as everywhere.
   *
   * @throws {RangeError} if `each` does not name as many crawlers as there are URLs
   */
  isAllowedBatch(agents: AgentLike | EachAgent, urls: readonly Url[]): boolean[];
  /** Like `isAllowed`, with the rule that decides, its line, and its group. */
  check(agent: AgentLike, url: Url): Verdict;
  /** The matching rules, beginning with the rule that decides; at most a thousand. */
  matchingRules(agent: AgentLike, url: Url): MatchingRule[];
  /** Compiles the rules of a crawler, for many questions. */
  rulesFor(agent: AgentLike): Rules;
  /** The groups that apply to a crawler. */
  groupsFor(agent: AgentLike): Group[];
  /** The groups in file order. */
  readonly groups: Group[];
  /** All lines. */
  readonly lines: Line[];
  /** The values of the `Sitemap` lines. */
  readonly sitemaps: string[];
  /** The values of the `Host` lines. */
  readonly hosts: string[];
  /** The URL without the parameters that `Clean-param` lines name. */
  cleanUrl(url: string | UrlLike): string;
  /** The body to which offsets refer: cut at `maxBytes`, and in UTF-8 if it was transcoded. */
  readonly body: Body;
  /** Whether only the beginning of the file was read. */
  readonly isTruncated: boolean;
  /** Gives its memory back. It cannot be asked any more. */
  free(): void;
  [Symbol.dispose](): void;
}

/** The compiled rules of one crawler: small, and independent of the file. Their memory is freed like that of a `RobotsTxt`. */
export class Rules {
  constructor(robots: Body, agent: AgentLike, options?: ParseOptions);
  /** For a robots.txt that does not exist (RFC 9309 section 2.3.1.3). */
  static allowAll(): Rules;
  /** For a robots.txt that cannot be reached (RFC 9309 section 2.3.1.4). */
  static disallowAll(): Rules;
  /** Reads the result of `toBytes`; other bytes throw. */
  static fromBytes(data: Uint8Array): Rules;
  /** The rules as bytes, which any machine can read. */
  toBytes(): Uint8Array;
  isAllowed(url: Url): boolean;
  /** The answers of `isAllowed` to many URLs, in their order, in less time. */
  isAllowedBatch(urls: readonly Url[]): boolean[];
  check(url: Url): Verdict;
  /** The rules, with patterns in canonical form. */
  toList(): Rule[];
  /** The name of the group that applies, or `*`. */
  readonly group: string | null;
  /** In seconds. */
  readonly crawlDelay: number | null;
  readonly requestRates: RequestRate[];
  /** When the site may be visited; if empty, always. */
  readonly visitTimes: TimeWindow[];
  /** The number of rules. */
  readonly length: number;
  /** Gives its memory back. It cannot be asked any more. */
  free(): void;
  [Symbol.dispose](): void;
}

/** The presets, with their options. */
export function dialects(): DialectPreset[];

/** All well-known crawlers, or all crawlers of a set. */
export function agents(set?: AgentSet): Agent[];

/** The names of the sets. */
export function agentSets(): AgentSet[];

/** The well-known crawler with this product token. */
export function agentByToken(token: string): Agent | null;

/**
 * The names in a whole `User-Agent` header, to be passed as a crawler.
 *
 * @throws {RangeError} if the text is a URL
 */
export function userAgent(header: string): UserAgent;

/**
 * The crawler that a text names, to be passed as a crawler: a product token (`FooBot`), a whole `User-Agent` header, or a well-known crawler's name
 * (`AdsBot-Google`), which then behaves as its operator documents. Every function of this package reads strings in this way.
 *
 * @throws {RangeError} if the text names no crawler, or several
 */
export function resolveAgent(written: string): UserAgent;

/**
 * A product token alone, to be passed as a crawler: `token("Googlebot-Image")` does not fall back to the groups of Googlebot, and reads files under
 * RFC 9309.
 *
 * @throws {RangeError} if the text can be no product token: it is empty, a set, a URL, or several names
 */
export function token(text: string): Token;
