/// <reference lib="esnext.disposable" />

/** A page, or in an index a sitemap. */
export interface SitemapEntry {
  loc: string;
  /** Whether it is a sitemap: an entry of an index. */
  isSitemap: boolean;
  /** A date, or a date and a time with its offset, such as `2007-11-02` or `2007-11-02T08:00:00+01:00`. */
  lastmod: string | null;
  changefreq: "always" | "hourly" | "daily" | "weekly" | "monthly" | "yearly" | "never" | null;
  priority: number | null;
  /** The URLs of the page's images. */
  images: string[];
  /** The page in other languages: a language and a URL each. */
  alternates: [language: string, url: string][];
  /** Where it begins, counted from 1. */
  line: number;
}

/** A violation of the protocol. It does not end reading. */
export interface SitemapProblem {
  kind: string;
  message: string;
  /** Counted from 1. */
  line: number;
  /** The beginning of what it is about. */
  excerpt: string;
  /** Whether an entry was left out because of it. */
  entryDropped: boolean;
}

/** The entries of a sitemap, each once: `for (const entry of readSitemap(file))`. */
export interface Sitemap extends IterableIterator<SitemapEntry> {
  /** The next entry. Entries are read some hundred at a time, so that problems may be known earlier than the entries before them. */
  next(): IteratorResult<SitemapEntry, undefined>;
  /** Ends the entries, as a loop does that is left early, and gives their memory back. */
  return(): IteratorResult<SitemapEntry, undefined>;
  [Symbol.iterator](): Sitemap;
  /** The problems so far; of a file with more than a thousand, the first thousand. */
  readonly problems: SitemapProblem[];
  /** The format, once the first entry was read. */
  readonly format: "urlset" | "index" | "text" | "rss" | "atom" | null;
  /** Like `return`. */
  free(): void;
  [Symbol.dispose](): void;
}

/**
 * Reads a sitemap, entry by entry: XML, text, RSS or Atom, also compressed with gzip. Nothing that the file refers to is fetched.
 *
 * Iterating throws an `ERR_INVALID_SITEMAP`, after the entries before that, at the limits of the protocol (50,000 entries, 52,428,800 bytes before
 * compression), and for XML or HTML that is no sitemap. Other files are lists of URLs in text.
 */
export function readSitemap(source: string | Uint8Array): Sitemap;
