// The interface of the package robots-parser, which crawlers such as Crawlee are written for, with the verdicts of this one.

import { parsedUrl } from "./arguments.js";
import { RobotsTxt } from "./questions.js";

// Relative URLs belong to one site, which is none of the others.
const NOWHERE = "http://relative.invalid/";

const parse = (url) => parsedUrl(url, NOWHERE);

class ParsedRobots {
  #origin;
  #robots;
  #rules = new Map();

  constructor(url, contents) {
    this.#origin = parse(url)?.origin;
    this.#robots = new RobotsTxt(contents ?? "");
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
