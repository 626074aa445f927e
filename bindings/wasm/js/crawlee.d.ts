import type { Body } from "./questions.js";
import { RobotsTxtFile as File } from "./robots-parser.js";
import type { EnqueueStrategy } from "./robots-parser.js";
import type { FetchOptions } from "./site.js";

export interface SitemapsOptions extends FetchOptions<any> {
  /** Keep the sitemaps that belong to the site of robots.txt, and their entries that belong to the site of their sitemap; by default `same-hostname`. */
  enqueueStrategy?: EnqueueStrategy;
  /** How many indexes above a sitemap are followed: 3 by default, where the protocol has one. */
  maxDepth?: number;
  /** Whether to fetch a sitemap that an index lists. */
  nestedSitemapFilter?: (url: string) => boolean;
}

/** What sitemaps list. */
export interface ParsedSitemaps {
  /** The URLs of pages, in the order of the sitemaps. */
  urls: string[];
  /** The sitemaps that could not be fetched, or not be read to their end. What was read before that is in `urls`. */
  failed: { url: string; error: Error }[];
}

/** The robots.txt of a site with the methods of Crawlee's class of this name, which `robots-exclusion/core` has without sitemaps. */
export class RobotsTxtFile extends File {
  private constructor();
  static find(url: string | { readonly href: string }, options?: FetchOptions<any>): Promise<RobotsTxtFile>;
  static find(url: string | { readonly href: string }, proxyUrl: undefined, options?: FetchOptions<any>): Promise<RobotsTxtFile>;
  static load(url: string | { readonly href: string }, options?: FetchOptions<any>): Promise<RobotsTxtFile>;
  static load(url: string | { readonly href: string }, proxyUrl: undefined, options?: FetchOptions<any>): Promise<RobotsTxtFile>;
  static from(url: string, content: Body): RobotsTxtFile;
  /**
   * Fetches the sitemaps of `getSitemaps`, and the sitemaps that those list, and reads them: each once, in sequence, in any format that `readSitemap`
   * reads. They are fetched with what was passed to `find`, unless other options are passed. Five redirects are followed, none from a public host
   * to a private address, and a file of which no URL is known counts as public; another origin is sent no credentials. A call fetches a thousand
   * sitemaps; the others are in `failed`.
   *
   * Nothing is thrown for sitemaps that fail: they are in `failed`. If `signal` is aborted, its reason is thrown.
   */
  parseSitemaps(options?: SitemapsOptions): Promise<ParsedSitemaps>;
  /** The URLs of all pages that the sitemaps list: `urls` of `parseSitemaps`. */
  parseUrlsFromSitemaps(options?: SitemapsOptions): Promise<string[]>;
}
