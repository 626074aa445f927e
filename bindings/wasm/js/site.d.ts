// The state that a crawler keeps about a site.

import type { AgentLike, Body, Dialect, Rules, Url, Verdict } from "./questions.js";

/** How a {@link Crawler} reads files, and how fast it crawls. */
export interface CrawlerOptions {
  /** RFC 9309 to the letter, instead of politely. */
  strict?: boolean;
  /** How files are read and answers are treated. The default is `"lenient"`, or `"rfc9309"` if strict. */
  dialect?: Dialect;
  /** Seconds between two fetches, from the end of one to the start of the next, if a site asks for no delay: 1 by default, and 0 if strict. */
  defaultDelay?: number;
  /** The minimum delay in seconds if a site asks for a delay: 1 by default, and 0 if strict. `Crawl-delay: 0` does not mean a thousand requests a second. */
  minDelay?: number;
  /** The longest delay in seconds that is followed: an hour by default, at most twelve. A site that asks for a longer delay is skipped: it is `too-slow`. */
  maxDelay?: number;
  /**
   * The longest wait in seconds for which a URL is kept: 60 by default. A longer wait is `give-up-until` instead of `wait-until`, unless it is the
   * delay that the site asks for.
   */
  maxWait?: number;
  /**
   * How many requests may be open at a time, robots.txt included, from 1 to 254; without a limit by default. With 1, a server that needs half a minute
   * for a page gets one request in that time. `visit` reports when a page was answered; if you record requests yourself, report it too
   * ({@link Site.onPageAbort} if you gave up): a page that is never reported counts as open until five minutes after the last request.
   */
  maxOpen?: number;
}

/**
 * A crawler: which rules apply to it, how it reads them, and how fast it crawls if a site does not say.
 *
 * It is polite, unless it is strict: it obeys misspelled lines, converts files in UTF-16, waits a second between pages, and treats 429 (Too Many
 * Requests) as a failure.
 */
export class Crawler {
  constructor(agent: AgentLike, options?: CrawlerOptions);
  /** The product token: the first of the crawler's names, without a version. `*` if it has no name. */
  readonly name: string;
  /** How many redirects of robots.txt the crawler follows. */
  readonly maxRedirects: number;
  /** How many bytes of a robots.txt the crawler reads. */
  readonly maxBytes: number;
  /** Gives its memory back. */
  free(): void;
  [Symbol.dispose](): void;
}

/**
 * Why nothing is requested before a time:
 *
 * - `"delay"`: the delay between two requests is not over: the delay that the site asks for, the crawler's own, or a longer delay after the server
 *   failed or answered 429.
 * - `"pause"`: the server asked for a pause (`Retry-After`).
 * - `"visit-time"`: the site may only be visited at certain hours (`Visit-time`).
 * - `"robots-unreachable"`: robots.txt cannot be reached, so nothing may be fetched. It is due again at that time.
 * - `"robots-in-flight"`: robots.txt is being fetched. Ask again once its answer is recorded; at that time the answer counts as lost.
 * - `"request-in-flight"`: as many requests are open as the server gets at a time (`maxOpen`). Ask again once the end of a request is recorded, or at
 *   that time.
 */
export type WaitReason = "delay" | "pause" | "visit-time" | "robots-unreachable" | "robots-in-flight" | "request-in-flight";

/** A decision without a time. */
export interface PlainDecision<A extends string> {
  action: A;
  until: null;
  reason: null;
  delay: null;
}

/**
 * `wait-until`: ask again at `until`, after a short wait or the delay that the site asks for. `give-up-until`: drop the URL, or keep it until then,
 * because robots.txt cannot be reached or the wait is longer than `maxWait`.
 */
export interface WaitDecision {
  action: "wait-until" | "give-up-until";
  /** When to ask again, as `Date.now()` counts. */
  until: number;
  /** Why to wait or to give up. */
  reason: WaitReason;
  delay: null;
}

/** Fetch nothing of this site, because it asks for a longer delay than `maxDelay`. */
export interface TooSlowDecision {
  action: "too-slow";
  until: null;
  reason: null;
  /** The delay in seconds that the site asks for. */
  delay: number;
}

/**
 * What to do about a URL now, by its `action`: fetch robots.txt first, and ask again (`"fetch-robots"`); fetch the URL (`"fetch-page"`); do not fetch
 * it, because the rules disallow it (`"skip"`), or because the site is `"too-slow"`; ask the site to which the URL belongs (`"not-this-site"`); wait,
 * or give up. A loop that sleeps after `"wait-until"` and drops a URL after `"give-up-until"` comes to an end, whatever the server does.
 */
export type Decision = PlainDecision<"fetch-robots" | "fetch-page" | "skip" | "not-this-site"> | WaitDecision | TooSlowDecision;

/**
 * The result of {@link Site.visit}: `response` is the answer if the page was requested (`"page"`), and `null` for every other `action`, which says
 * why, as in a {@link Decision}.
 */
export type Visit<R extends Answered = PageResponse> =
  | (PlainDecision<"page"> & { response: R })
  | ((PlainDecision<"fetch-robots" | "skip" | "not-this-site"> | WaitDecision | TooSlowDecision) & { response: null });

/** How to treat the answer to a request for robots.txt. */
export interface RobotsOutcome {
  /** The file's rules decide; every URL may be fetched; no URL may be fetched; the rules of the last good copy decide; or ask again later. */
  action: "parse" | "allow-all" | "disallow-all" | "use-copy" | "try-later";
  /** Why, such as `"unavailable"` or `"unreachable"`; `null` if there is a file. */
  cause: string | null;
  /** Both as a text for people. */
  text: string;
}

/** Header fields: `Headers`, pairs, or an object, as in Node.js. */
export type HeaderFields =
  | Iterable<readonly [string, string]>
  | { readonly [name: string]: string | readonly string[] | undefined };

/** How a server answered. */
export interface Answered {
  /** The final status, after redirects. */
  status: number;
  headers?: HeaderFields;
}

/** How a server answered a request for robots.txt. */
export interface RobotsAnswered extends Answered {
  /** The decompressed body. It is read up to the crawler's limit. */
  body?: Body | undefined;
  /** Whether the body is already decompressed although there is a `Content-Encoding`, as with `fetch`; otherwise such a body counts as unreachable. */
  decoded?: boolean;
  /** The URL that answered, if redirects of robots.txt led there: its `ETag` and `Last-Modified` are sent to this URL alone. */
  url?: string | { readonly href: string };
}

/** The part of a `Response` that is always known, for programs whose configuration does not know `Response`. */
export interface PlainResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly url: string;
  readonly headers: Iterable<[string, string]> & { get(name: string): string | null };
  /** A stream, or `null`. */
  readonly body: any;
  text(): Promise<string>;
  json(): Promise<any>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The `Response` that `fetch` returns in the program's environment. */
export type PageResponse = typeof globalThis extends { Response: { prototype: infer R extends Answered } } ? R : PlainResponse;

/** How {@link Site.fetchRobots} and {@link Site.visit} fetch. */
export interface FetchOptions<R extends Answered = PageResponse> {
  /** Replaces the global `fetch`. It gets `headers` (`Headers`), `redirect: "manual"` and `signal`, and returns a `Response` or a similar object. */
  fetch?: (url: string, init: any) => Promise<R>;
  /**
   * Header fields to send, above all `User-Agent`. If robots.txt redirects to another origin (scheme, host or port), only `User-Agent`, `Accept` and
   * `Accept-Encoding` are sent: the site chooses the target, so `Authorization`, `Cookie` and all other fields are left out, even if a further
   * redirect leads back.
   */
  headers?: Iterable<readonly [string, string]> | { readonly [name: string]: string };
  /**
   * An `AbortSignal` that ends the request. After a `TimeoutError`, such as that of `AbortSignal.timeout`, robots.txt counts as unreachable, and a
   * page as not answered. With any other reason, the caller gave up, and only the request is recorded: other visits need not wait for it. If the
   * signal is already aborted, nothing is requested, and its reason is thrown.
   */
  signal?: { readonly aborted: boolean };
  /**
   * Follow redirects of robots.txt from a public host to a private address; by default robots.txt then counts as unreachable. Only the URL is
   * checked: addresses, and `localhost`. For names that resolve to private addresses see {@link isPublicAddress}.
   */
  allowPrivate?: boolean;
}

/** The options of {@link Site.visit}: how it fetches, and a callback for skipped pages. */
export interface VisitOptions<R extends Answered = PageResponse> extends FetchOptions<R> {
  /** Is called with the URL, and with the verdict of the rules in force, if the page is not fetched because they disallow it. */
  onSkip?: (skipped: { url: string; verdict: Verdict }) => void;
}

/** Options of a {@link Site}. */
export interface SiteOptions {
  /** Returns the time, as `Date.now()` does, if a call passes none: for tests and simulations. */
  clock?: () => number | Date;
}

/**
 * Whether an IP address belongs to the public Internet: not to this machine, a private network, or a special purpose.
 *
 * A service that fetches URLs from strangers must not let them reach its own network. A URL does not show to which address its host name resolves, so
 * the address must be checked for the same connection that is then made. With the package undici:
 *
 * ```js
 * import { lookup } from "node:dns";
 * import { Agent, fetch } from "undici";
 *
 * const publicLookup = (host, options, done) =>
 *   lookup(host, { ...options, all: true }, (error, found) => {
 *     const addresses = (found ?? []).filter(({ address }) => isPublicAddress(address));
 *     if (error || addresses.length === 0) done(error ?? new Error(`${host} has no public address`));
 *     else if (options.all) done(null, addresses);
 *     else done(null, addresses[0].address, addresses[0].family);
 *   });
 * const dispatcher = new Agent({ connect: { lookup: publicLookup } });
 * await site.visit(crawler, url, { fetch: (url, init) => fetch(url, { ...init, dispatcher }) });
 * ```
 *
 * If the host is an address, there is no lookup: also check the hosts of URLs from strangers.
 *
 * @throws {Error} if the text is not an IP address
 */
export function isPublicAddress(address: string): boolean;

/**
 * What a crawler knows about one site (scheme, host and port). If no time is passed, the time is that of the site's clock, which is `Date.now()`
 * unless you pass another. Keep one `Site` for each site and each crawler.
 */
export class Site {
  /** @throws {Error} if the URL is not an absolute `http` or `https` URL */
  constructor(url: Url, options?: SiteOptions);
  /** Reads the result of {@link Site.save}, from this or another language. */
  static restore(text: string, options?: SiteOptions): Site;
  /** The site as JSON. */
  save(): string;
  readonly origin: string;
  /** What to do about a URL of this site now. Changes nothing: report to the site what you then do. */
  decide(crawler: Crawler, url: Url, now?: number | Date): Decision;
  /**
   * When to look at this site again: the earliest time, from `now` on, at which `decide` may ask for a request, for any URL. For schedulers that keep
   * sites in a queue by time.
   */
  nextDue(crawler: Crawler, now?: number | Date): number;
  /** When the next page may be fetched, considering only delays, pauses and hours. */
  nextPageAt(crawler: Crawler, now?: number | Date): number;
  /**
   * Fetches robots.txt, and records the request and its result. For Node.js, Deno and Bun: in a browser redirects cannot be counted, and count as
   * failures.
   */
  fetchRobots(crawler: Crawler, options?: FetchOptions<any>): Promise<RobotsOutcome>;
  /**
   * Fetches robots.txt if it is due, decides, and fetches the page if it may be fetched now; records each step. `response` is the `Response`, whose
   * redirects are not followed, or `null` if the page was not fetched: see `action`, `reason`, `delay` and `until`. After robots.txt, which is a
   * request like any other, the page waits for the delay. The target of a page's redirect is a URL to visit, on this site or another. Several visits
   * of one site fetch its robots.txt once: later visits wait for that fetch. Like {@link Site.fetchRobots}, this is not for browsers.
   *
   * @throws whatever `fetch` throws for the page. The request counts for the delay, and slows the
   *   crawler down like 503, unless the caller gave up (see `signal`). For robots.txt, a network
   *   error is an answer ({@link Site.lastError}), but a mistake in `fetch` itself, such as a
   *   `ReferenceError`, is thrown. If the page's body breaks off later, call `onPageFailure`.
   */
  visit<R extends Answered = PageResponse>(crawler: Crawler, url: string | { readonly href: string }, options?: VisitOptions<R>): Promise<Visit<R>>;
  /**
   * The header fields to send with a request for robots.txt besides your own, so that the server can answer 304 (Not Modified). If you follow
   * redirects yourself, ask again for each URL: its answer may be the one that is kept.
   */
  requestHeaders(crawler: Crawler, url?: string | { readonly href: string }): { [name: string]: string };
  /**
   * For a caller that fetches robots.txt in another way: records that it is being requested now. The next delay counts from its answer, or
   * from here, and until `onResponse` or `onFailure` any other task that asks must wait (`"robots-in-flight"`), for at most a minute.
   */
  onRobotsRequest(now?: number | Date): void;
  /**
   * Records that the crawler itself gave up a request for robots.txt before an answer. Nothing is learned about the site, and no other task has to
   * wait for the answer. The delay counts from the request.
   */
  onRobotsAbort(): void;
  /**
   * For a caller that fetches robots.txt in another way: records the answer. Its `Retry-After` also delays pages, even if the last good copy of the
   * file is used.
   */
  onResponse(crawler: Crawler, response: RobotsAnswered, now?: number | Date): RobotsOutcome;
  /** Records that a request for robots.txt failed without an answer. */
  onFailure(crawler: Crawler, now?: number | Date): RobotsOutcome;
  /** Records that a page of the site is being requested now. The next delay counts from its answer, or from here. */
  onPageRequest(now?: number | Date): void;
  /**
   * Records how the site answered a request for a page: 429 and 5xx slow the crawler down, and `Retry-After` stops it for a while. Status 0, which
   * `fetch` gives a response that it hides, means that there was no answer, as with `onPageFailure`.
   */
  onPageResponse(response: Answered, now?: number | Date): void;
  /**
   * Records that a request for a page failed without an answer, or that its body broke off: no connection, a connection reset, no answer in time. It
   * slows the crawler down like 503.
   */
  onPageFailure(now?: number | Date): void;
  /** Records that the crawler itself gave up a request for a page before an answer. It says nothing about the server; the delay counts from the request. */
  onPageAbort(): void;
  /** A copy of the rules in force for a crawler, or `null` if robots.txt was never requested for it. */
  rules(crawler: Crawler): Rules | null;
  /** The Sitemap lines of the rules in force. */
  sitemaps(crawler: Crawler): string[];
  /** The outcome of the last request for robots.txt. */
  readonly outcome: RobotsOutcome | null;
  /** When to request robots.txt again: 0 if it was never requested. */
  readonly nextFetchAt: number;
  /** Since when robots.txt cannot be reached; `null` if the last request for it was answered, or there was no request. */
  readonly failingSince: number | null;
  /** The error that `fetch` threw for the last robots.txt of `visit` or `fetchRobots`; `null` if it was answered. It is not saved. */
  readonly lastError: unknown;
  /** Gives its memory back. */
  free(): void;
  [Symbol.dispose](): void;
}
