// The interfaces of the package robots-parser and of Crawlee's `RobotsTxtFile`.
//
// Like those packages, both read a file under RFC 9309 for every crawler, while `isAllowed` and `RobotsTxt` read it for a well-known crawler in the
// dialect of its operator. A crawler is a name or a header, and a well-known crawler follows groups as its operator documents: AdsBot-Google ignores
// `*`, unlike in robots-parser and Crawlee. Text that names no crawler is read as a header, and never rejected.

import type { Body } from "./questions.js";
import type { FetchOptions } from "./site.js";

/** A parsed file with the methods of the package robots-parser. */
export interface ParsedRobots {
  /** Whether a crawler may fetch a URL; `undefined` if the URL does not belong to the site. Without `ua`, the crawler has no name. */
  isAllowed(url: string, ua?: string): boolean | undefined;
  isDisallowed(url: string, ua?: string): boolean | undefined;
  /** The line of the rule that decides, counted from 1, or -1. */
  getMatchingLineNumber(url: string, ua?: string): number;
  /** In seconds. */
  getCrawlDelay(ua?: string): number | undefined;
  getSitemaps(): string[];
  getPreferredHost(): string | null;
  /** Gives its memory back. */
  free(): void;
}

/**
 * Parses the robots.txt at a URL: a replacement for `robotsParser` of the package robots-parser. Every crawler reads the file under RFC 9309;
 * `isAllowed` of this package reads it in the crawler's own dialect.
 */
export function robotsParser(url: string, contents: Body | null | undefined): ParsedRobots;

/** Which URLs belong to a site: those with its host name, those with its scheme, host and port, or all. Crawlee's `same-domain` is not known here. */
export type EnqueueStrategy = "all" | "same-hostname" | "same-origin";

/**
 * The robots.txt of a site with the methods of Crawlee's class of this name. Every crawler reads it under RFC 9309.
 */
export class RobotsTxtFile {
  protected constructor();
  /**
   * Fetches the robots.txt of the site to which a URL belongs, once: up to five redirects are followed, and 512,000 bytes are read. If there is none,
   * everything may be fetched. If it cannot be reached or read, or the server asks to come back later (429, 5xx), nothing may be fetched, and nothing
   * is thrown. For a crawler of many pages, use `Site`, which also knows when to ask again.
   *
   * The options may also be the third argument, as in Crawlee, whose second is the URL of a proxy: for a proxy, pass a `fetch` that uses it.
   *
   * @throws {Error} if the URL is not an absolute `http` or `https` URL
   */
  static find(url: string | { readonly href: string }, options?: FetchOptions<any>): Promise<RobotsTxtFile>;
  static find(url: string | { readonly href: string }, proxyUrl: undefined, options?: FetchOptions<any>): Promise<RobotsTxtFile>;
  /** Like `find`. */
  static load(url: string | { readonly href: string }, options?: FetchOptions<any>): Promise<RobotsTxtFile>;
  static load(url: string | { readonly href: string }, proxyUrl: undefined, options?: FetchOptions<any>): Promise<RobotsTxtFile>;
  /** The robots.txt at a URL, with its content. */
  static from(url: string, content: Body): RobotsTxtFile;
  /** Whether a crawler may fetch a URL. `true` for a URL of another site, to which the file does not apply. Without `userAgent`, the crawler has no name. */
  isAllowed(url: string, userAgent?: string): boolean;
  /**
   * The URLs of the `Sitemap` lines that belong to the site, by default those with its host name, as in Crawlee 3.18; `{ enqueueStrategy: "all" }` is
   * all. Only absolute `http` and `https` URLs are among them.
   */
  getSitemaps(options?: { enqueueStrategy?: EnqueueStrategy }): string[];
  /** Gives its memory back. */
  free(): void;
}
