// The interfaces of the package robots-parser and of Crawlee's `RobotsTxtFile`, which crawlers are
// written for, with the verdicts of this package.

import { IS_ANY_TEXT, bodyOf, parsedUrl, parsingOf, urlOf } from "./arguments.js";
import { Handle, INSPECT, guarded, native } from "./engine.js";
import { freed, notConstructed } from "./errors.js";
import { checkMethods, checked } from "./signatures.js";
import { Crawler, Site, answerOf } from "./site.js";

// Relative URLs belong to a site of their own, which differs from every real one.
const NOWHERE = "http://relative.invalid/";

const parse = (url) => (url === undefined ? null : parsedUrl(url, NOWHERE));

/**
 * A path and query that the URL parser leaves as they are: nothing that it encodes, no fragment,
 * and no segment that begins with a dot, which may be `..`. Most are, and the parser takes longer
 * than the question.
 */
const PLAIN = /^(?:\/(?!\.|%2e)|[\w\-~!$&()*+,;=:@%?.])*$/iu;

/** How many crawlers a file keeps compiled rules of. */
const MAX_CRAWLERS = 100;

class ParsedRobots {
  #origin;
  #bytes;
  #parsing;
  #isPlain;
  #isWhole;
  #file = null;
  #rules = new Map();

  constructor(url, { bytes, isText }, options) {
    const { origin, protocol } = parse(url) ?? {};
    this.#origin = origin;
    this.#isPlain = /^https?:$/u.test(protocol ?? "");
    // A copy, as the caller may write to the array.
    this.#bytes = isText ? bytes : bytes.slice();
    // As robots-parser reads for every crawler, not each in its own way.
    this.#parsing = parsingOf({ dialect: "rfc9309", ...options });
    this.#isWhole = options === undefined;
  }

  #read() {
    if (this.#bytes === null) throw freed("file");
    return this.#bytes;
  }

  /** The file, parsed once somebody asks for what is outside of groups. */
  #parsed() {
    const bytes = this.#read();
    this.#file ??= new Handle("file", () => new native.RobotsTxt(bytes, false, ...this.#parsing));
    return this.#file;
  }

  /** The rules of a crawler, compiled once. */
  #rulesFor(name) {
    const bytes = this.#read();
    let rules = this.#rules.get(name);
    if (!rules) {
      rules = new Handle("file", () => new native.Rules(bytes, [name], IS_ANY_TEXT, ...this.#parsing));
      this.#remember(name, rules);
    }
    return rules;
  }

  #remember(name, rules) {
    this.#rules.set(name, rules);
    if (this.#rules.size <= MAX_CRAWLERS) return;
    const [[oldest, others]] = this.#rules;
    this.#rules.delete(oldest);
    others?.free();
  }

  /** The path and query, or `null` if the URL is not one of the site's. */
  #targetOf(url) {
    if (this.#isPlain && url?.startsWith(this.#origin) && url[this.#origin.length] === "/") {
      const target = url.slice(this.#origin.length);
      if (PLAIN.test(target)) return target;
    }
    const parsed = parse(url);
    if (parsed === null || parsed.origin !== this.#origin) return null;
    // `search` has no empty query, but clients send its question mark, and rules may have it.
    const [{ length }] = parsed.href.split("#", 1);
    return parsed.pathname + (parsed.search || (parsed.href[length - 1] === "?" ? "?" : ""));
  }

  #isAllowed(url, name) {
    const target = this.#targetOf(url);
    if (target === null) return undefined;
    // The first question of a crawler is answered in one pass over the file, in less time than it
    // takes to compile rules: often there is no second.
    if (!this.#rules.has(name) && this.#isWhole) {
      const [bytes, [dialect]] = [this.#read(), this.#parsing];
      this.#remember(name, null);
      return guarded(() => native.isAllowed(bytes, [name], IS_ANY_TEXT, urlOf(target), dialect));
    }
    return this.#rulesFor(name).with((rules) => rules.isTextAllowed(target));
  }

  isAllowed(url, name) {
    return this.#isAllowed(url, name);
  }

  isDisallowed(url, name) {
    return !this.#isAllowed(url, name);
  }

  getMatchingLineNumber(url, name) {
    const target = this.#targetOf(url);
    if (target === null) return -1;
    return this.#rulesFor(name).with((rules) => rules.check(urlOf(target))).line ?? -1;
  }

  getCrawlDelay(name) {
    return this.#rulesFor(name).with((rules) => rules.crawlDelay);
  }

  [INSPECT]() {
    return `ParsedRobots { ${this.#bytes === null ? "freed" : `origin: ${JSON.stringify(this.#origin)}, bytes: ${this.#bytes.length}`} }`;
  }

  getSitemaps() {
    return this.#parsed().with((file) => file.sitemaps);
  }

  getPreferredHost() {
    return this.#parsed().with((file) => file.hosts).at(-1)?.toLowerCase() ?? null;
  }

  free() {
    for (const rules of this.#rules.values()) rules?.free();
    this.#rules.clear();
    this.#file?.free();
    this.#bytes = null;
  }
}

checkMethods(ParsedRobots, "ParsedRobots");

export const robotsParser = checked("robotsParser", (url, contents) => {
  return new ParsedRobots(url, contents);
});

const CLOSED = "User-agent: *\nDisallow: /\n";

// A dot at the end of a host name changes nothing.
const isSameHost = (url, site) => url.hostname.replace(/\.$/u, "") === site.hostname.replace(/\.$/u, "");

/** Which URLs belong to a site. */
const STRATEGIES = {
  all: () => true,
  "same-hostname": isSameHost,
  "same-origin": (url, site) => url.protocol === site.protocol && url.port === site.port && isSameHost(url, site),
};

/** Whether a URL belongs to a site, if there is one to compare it with. None but those of HTTP do. */
export function ofSite(url, site, strategy = "same-hostname") {
  const parsed = parsedUrl(url);
  return parsed !== null && /^https?:$/u.test(parsed.protocol) && (site === null || STRATEGIES[strategy](parsed, site));
}

/** Tells the constructor of `RobotsTxtFile` that it is called from here. */
const MADE = Symbol("made by the module");

/** The class that a static method was called on, or this one if the method was taken from it. */
const classOf = (called) => (typeof called === "function" && called.prototype instanceof RobotsTxtFile ? called : RobotsTxtFile);

/** The URL of a `RobotsTxtFile`, if it is known, and what it was fetched with: for the class that reads its sitemaps. */
export let originOf;

export class RobotsTxtFile {
  #robots;
  #site;
  #fetching;

  static {
    originOf = (file) => ({ site: file.#site, fetching: file.#fetching });
  }

  constructor(made, robots, site, fetching) {
    if (made !== MADE) throw notConstructed("RobotsTxtFile.from(url, content) and RobotsTxtFile.find(url) make a RobotsTxtFile");
    this.#robots = robots;
    this.#site = site;
    this.#fetching = fetching;
  }

  static from(url, content) {
    return new (classOf(this))(MADE, new ParsedRobots(url, content), url === undefined ? null : parsedUrl(url), {});
  }

  static async find(url, given, options) {
    const fetching = given ?? options;
    const crawler = new Crawler("*");
    const site = new Site(url);
    try {
      const { origin } = site;
      const place = `${origin}/robots.txt`;
      const { answer } = await answerOf(place, place, crawler, () => ({}), fetching);
      const { action } = answer === null ? site.onFailure(crawler) : site.onResponse(crawler, answer);
      const content = { parse: answer?.body, "allow-all": "" }[action] ?? CLOSED;
      const parsing = { maxBytes: crawler.maxBytes, transcodeUtf16: true };
      return new (classOf(this))(MADE, new ParsedRobots(place, bodyOf(content), parsing), new URL(place), fetching);
    } finally {
      crawler.free();
      site.free();
    }
  }

  static async load(url, given, options) {
    return RobotsTxtFile.find.call(this, url, given, options);
  }

  isAllowed(url, userAgent) {
    return this.#robots.isAllowed(url, userAgent) ?? true;
  }

  [INSPECT]() {
    return this.#robots[INSPECT]().replace("ParsedRobots", "RobotsTxtFile");
  }

  getSitemaps({ enqueueStrategy }) {
    return this.#robots.getSitemaps().filter((url) => ofSite(url, this.#site, enqueueStrategy));
  }

  free() {
    this.#robots.free();
  }
}

checkMethods(RobotsTxtFile, "RobotsTxtFile");
