// The interfaces of the package robots-parser and of Crawlee's `RobotsTxtFile`, which crawlers are
// written for, with the verdicts of this package.

import { parsedUrl, textOfUrl } from "./arguments.js";
import { RobotsTxt } from "./questions.js";
import { Crawler, Site, robotsAnswer } from "./site.js";

// Relative URLs belong to one site, which is none of the others.
const NOWHERE = "http://relative.invalid/";

const parse = (url) => parsedUrl(url, NOWHERE);

class ParsedRobots {
  #origin;
  #robots;
  #rules = new Map();

  constructor(url, contents, options) {
    this.#origin = parse(url)?.origin;
    this.#robots = new RobotsTxt(contents ?? "", options);
  }

  /** The rules of a crawler, compiled once. */
  #rulesFor(ua) {
    const agent = ua || "*";
    let rules = this.#rules.get(agent);
    if (rules === undefined) {
      rules = this.#robots.rulesFor(agent);
      this.#rules.set(agent, rules);
    }
    return rules;
  }

  /** The verdict, or nothing if the URL is not one of the site's. */
  #check(url, ua) {
    const target = parse(url);
    if (target === null || target.origin !== this.#origin) return undefined;
    return this.#rulesFor(ua).check(target.pathname + target.search);
  }

  isAllowed(url, ua) {
    return this.#check(url, ua)?.allowed;
  }

  isDisallowed(url, ua) {
    return !this.isAllowed(url, ua);
  }

  getMatchingLineNumber(url, ua) {
    return this.#check(url, ua)?.line ?? -1;
  }

  getCrawlDelay(ua) {
    return this.#rulesFor(ua).crawlDelay ?? undefined;
  }

  getSitemaps() {
    return this.#robots.sitemaps;
  }

  getPreferredHost() {
    return this.#robots.hosts.at(-1)?.toLowerCase() ?? null;
  }

  free() {
    for (const rules of this.#rules.values()) rules.free();
    this.#rules.clear();
    this.#robots.free();
  }
}

export function robotsParser(url, contents) {
  return new ParsedRobots(url, contents);
}

const CLOSED = "User-agent: *\nDisallow: /\n";

export class RobotsTxtFile {
  #robots;

  constructor(url, content, options) {
    this.#robots = new ParsedRobots(url, content, options);
  }

  static from(url, content) {
    return new this(url, content);
  }

  static async find(url, options) {
    const crawler = new Crawler("*");
    const site = new Site(textOfUrl(url));
    try {
      const { origin } = site;
      const answer = await robotsAnswer(origin, crawler, {}, options);
      const { action } = answer === null ? site.onFailure(crawler) : site.onResponse(crawler, answer);
      const content = { parse: answer?.body, "allow-all": "" }[action] ?? CLOSED;
      return new this(`${origin}/robots.txt`, content, { maxBytes: crawler.maxBytes, transcodeUtf16: true });
    } finally {
      crawler.free();
      site.free();
    }
  }

  isAllowed(url, userAgent = "*") {
    return this.#robots.isAllowed(url, userAgent) ?? true;
  }

  getSitemaps() {
    return this.#robots.getSitemaps();
  }

  free() {
    this.#robots.free();
  }
}
