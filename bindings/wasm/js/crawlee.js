// Crawlee's `RobotsTxtFile` with its sitemaps, which `core` does not read.

import { RobotsTxtFile as File, ofSite, originOf } from "./robots-parser.js";
import { notFetched, tooManySitemaps } from "./errors.js";
import { checkMethods } from "./signatures.js";
import { answerOf } from "./site.js";
import { readSitemap } from "./sitemap.js";

/** How much of a sitemap is fetched, compressed or not: as much as its reader takes. */
const LIMITS = { maxBytes: 52_428_800, maxRedirects: 5 };

/** How many indexes above a sitemap are followed. The protocol has one. */
const MAX_DEPTH = 3;

/** How many sitemaps are fetched by one call. An index lists up to 50,000. */
const MAX_SITEMAPS = 1_000;

/** For a file that was not fetched here. */
const FETCHING = { headers: [], allowPrivate: false };

/** Adds what the sitemap at a URL lists, as far as it can be fetched and read. */
async function readAt(url, namedBy, options, add) {
  const { answer, error } = await answerOf(namedBy, url, LIMITS, () => ({}), { fetch: globalThis.fetch, ...options });
  if (error !== null) throw error;
  if (answer?.body === undefined) throw notFetched(url, answer?.status);
  for (const entry of readSitemap(answer.body)) add(entry);
}

/** What sitemaps list, and the sitemaps that they list. */
async function loaded(urls, robots, { enqueueStrategy, maxDepth, nestedSitemapFilter, ...options }) {
  const [found, failed, seen] = [[], [], new Set(urls)];
  // Each with the URL of the file that names it.
  let next = [...seen].map((url) => ({ url, namedBy: robots?.href ?? null }));
  let fetched = 0;
  for (let depth = 0; next.length > 0 && depth <= maxDepth; depth += 1) {
    const nested = [];
    for (const { url, namedBy } of next) {
      if (fetched === MAX_SITEMAPS) {
        failed.push({ url, error: tooManySitemaps(url) });
        continue;
      }
      fetched += 1;
      const site = new URL(url);
      const add = ({ loc, isSitemap }) => {
        if (!ofSite(loc, site, enqueueStrategy)) return;
        if (!isSitemap) found.push(loc);
        else if (!seen.has(loc) && nestedSitemapFilter?.(loc) !== false) {
          seen.add(loc);
          nested.push({ url: loc, namedBy: url });
        }
      };
      try {
        await readAt(url, namedBy, options, add);
      } catch (error) {
        if (options.signal?.aborted) throw error;
        failed.push({ url, error });
      }
    }
    next = nested;
  }
  return { urls: found, failed };
}

export class RobotsTxtFile extends File {
  async #sitemaps({ enqueueStrategy = "same-hostname", maxDepth = MAX_DEPTH, ...options }) {
    const { site, fetching } = originOf(this);
    const urls = this.getSitemaps({ enqueueStrategy });
    return loaded(urls, site, { ...FETCHING, ...fetching, ...options, enqueueStrategy, maxDepth });
  }

  async parseSitemaps(options) {
    return this.#sitemaps(options);
  }

  async parseUrlsFromSitemaps(options) {
    return (await this.#sitemaps(options)).urls;
  }
}

checkMethods(RobotsTxtFile, "RobotsTxtFile");
