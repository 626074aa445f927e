// What every function, constructor and method of the package takes, in one table, by which all of
// them read their arguments before anything else is done.

import {
  agentOf,
  arrayOf,
  askersOf,
  bodyOf,
  compiledOf,
  countOf,
  dialectOf,
  flagOf,
  foreignUrlOf,
  numberOf,
  openOf,
  optionsOf,
  shortUrlOf,
  stringsOf,
  textOf,
  timeOf,
  urlOf,
  urlsOf,
  writtenUrlOf,
} from "./arguments.js";
import { handles } from "./engine.js";
import { answeredOf, assertionsOf, correctionOf, fetchingOf, pageOptionsOf, proxyOf, robotsAnsweredOf, siteOptionsOf, sitemapsOf, strategyOptionsOf, visitingOf } from "./records.js";

const asking = optionsOf({ dialect: dialectOf });
const parsing = optionsOf({ dialect: dialectOf, maxBytes: countOf, transcodeUtf16: flagOf });
const linting = optionsOf({ dialect: dialectOf, disable: stringsOf });

/** A crawler as robots-parser takes it: a text, or nothing for one without a name. */
const nameOfCrawler = (ua) => textOf("a crawler")(ua || "*");

/** The handle of a `Crawler`, which may be freed before it is used. */
const crawlerOf = (crawler) => handles.Crawler(crawler);

/**
 * The arguments, by name, and what reads each. `#` comes before the name of a method, `.` before
 * that of a static one.
 */
const SIGNATURES = {
  isAllowed: { robots: bodyOf, agent: agentOf, url: urlOf, options: asking },
  check: { robots: bodyOf, agent: agentOf, url: urlOf, options: asking },
  urlProblem: { url: textOf("a URL that somebody wrote") },
  dialects: {},
  agents: { set: (set) => (set === undefined ? undefined : textOf("the name of a set")(set)) },
  agentSets: {},
  agentByToken: { token: textOf("a product token") },
  userAgent: { header: textOf("a User-Agent header") },
  resolveAgent: { written: textOf("a text that names a crawler") },
  token: { text: textOf("a product token") },
  isPublicAddress: { address: textOf("an IP address") },

  RobotsTxt: { robots: bodyOf, options: parsing },
  "RobotsTxt#isAllowed": { agent: agentOf, url: urlOf },
  "RobotsTxt#isAllowedBatch": { agents: askersOf, urls: urlsOf },
  "RobotsTxt#check": { agent: agentOf, url: urlOf },
  "RobotsTxt#matchingRules": { agent: agentOf, url: urlOf },
  "RobotsTxt#rulesFor": { agent: agentOf },
  "RobotsTxt#groupsFor": { agent: agentOf },
  "RobotsTxt#cleanUrl": { url: writtenUrlOf },
  "RobotsTxt#free": {},

  Rules: { robots: bodyOf, agent: agentOf, options: parsing },
  "Rules.allowAll": {},
  "Rules.disallowAll": {},
  "Rules.fromBytes": { data: compiledOf },
  "Rules#toBytes": {},
  "Rules#isAllowed": { url: shortUrlOf },
  "Rules#isAllowedBatch": { urls: urlsOf },
  "Rules#check": { url: urlOf },
  "Rules#toList": {},
  "Rules#free": {},

  Crawler: {
    agent: agentOf,
    options: optionsOf({ strict: flagOf, dialect: dialectOf, defaultDelay: numberOf, minDelay: numberOf, maxDelay: numberOf, maxWait: numberOf, maxOpen: openOf }),
  },
  "Crawler#free": {},

  Site: { url: urlOf, options: siteOptionsOf },
  "Site.restore": { text: textOf("a saved site"), options: siteOptionsOf },
  "Site#save": {},
  "Site#decide": { crawler: crawlerOf, url: urlOf, now: timeOf },
  "Site#nextDue": { crawler: crawlerOf, now: timeOf },
  "Site#nextPageAt": { crawler: crawlerOf, now: timeOf },
  "Site#requestHeaders": { crawler: crawlerOf, url: (url) => (url === undefined ? undefined : writtenUrlOf(url)) },
  "Site#onRobotsRequest": { now: timeOf },
  "Site#onRobotsAbort": {},
  "Site#onResponse": { crawler: crawlerOf, response: robotsAnsweredOf, now: timeOf },
  "Site#onFailure": { crawler: crawlerOf, now: timeOf },
  "Site#fetchRobots": { crawler: crawlerOf, options: fetchingOf },
  "Site#visit": { crawler: crawlerOf, url: writtenUrlOf, options: visitingOf },
  "Site#onPageRequest": { now: timeOf },
  "Site#onPageResponse": { response: answeredOf, now: timeOf },
  "Site#onPageFailure": { now: timeOf },
  "Site#onPageAbort": {},
  "Site#rules": { crawler: crawlerOf },
  "Site#sitemaps": { crawler: crawlerOf },
  "Site#free": {},

  // The interfaces of other packages: those take any value for a URL, and a file that is not there.
  robotsParser: { url: foreignUrlOf, contents: (contents) => bodyOf(contents ?? "") },
  "ParsedRobots#isAllowed": { url: foreignUrlOf, ua: nameOfCrawler },
  "ParsedRobots#isDisallowed": { url: foreignUrlOf, ua: nameOfCrawler },
  "ParsedRobots#getMatchingLineNumber": { url: foreignUrlOf, ua: nameOfCrawler },
  "ParsedRobots#getCrawlDelay": { ua: nameOfCrawler },
  "ParsedRobots#getSitemaps": {},
  "ParsedRobots#getPreferredHost": {},
  "ParsedRobots#free": {},
  "RobotsTxtFile.find": { url: writtenUrlOf, proxyUrl: proxyOf, options: fetchingOf },
  "RobotsTxtFile.load": { url: writtenUrlOf, proxyUrl: proxyOf, options: fetchingOf },
  "RobotsTxtFile.from": { url: foreignUrlOf, content: (content) => bodyOf(content) },
  "RobotsTxtFile#isAllowed": { url: foreignUrlOf, userAgent: nameOfCrawler },
  "RobotsTxtFile#getSitemaps": { options: strategyOptionsOf },
  "RobotsTxtFile#parseSitemaps": { options: sitemapsOf },
  "RobotsTxtFile#parseUrlsFromSitemaps": { options: sitemapsOf },
  "RobotsTxtFile#free": {},

  readSitemap: { source: (source) => bodyOf(source, "a sitemap").bytes },
  "Sitemap#next": {},
  "Sitemap#return": {},
  "Sitemap#free": {},
  pageRules: { agent: agentOf, sources: pageOptionsOf },
  lint: { robots: bodyOf, options: linting },
  report: { robots: bodyOf, options: linting },
  fix: { robots: bodyOf, options: optionsOf({ also: stringsOf, dialect: dialectOf, disable: stringsOf }) },
  applyCorrection: { robots: bodyOf, correction: correctionOf },
  diff: { before: bodyOf, after: bodyOf, options: optionsOf({ agents: stringsOf, dialect: dialectOf }) },
  test: { robots: bodyOf, assertions: assertionsOf, options: asking },
  compareDialects: {
    robots: bodyOf,
    options: optionsOf({ agents: stringsOf, dialects: arrayOf(dialectOf, "dialects"), urls: arrayOf(writtenUrlOf, "URLs"), maxUrls: countOf }),
  },
};

/** Those that return promises, which wrong arguments reject. */
const PROMISED = new Set(["Site#fetchRobots", "Site#visit", "RobotsTxtFile.find", "RobotsTxtFile.load", "RobotsTxtFile#parseSitemaps", "RobotsTxtFile#parseUrlsFromSitemaps"]);

function readersOf(name) {
  const row = SIGNATURES[name];
  // Found as soon as the package is loaded.
  if (row === undefined) throw new Error(`what ${name} takes is not in the table`);
  return Object.entries(row);
}

/** The arguments of a constructor, read. */
export function argumentsOf(name, given) {
  return readersOf(name).map(([argument, read], index) => read(given[index], argument));
}

/** A function that reads its arguments, and then calls another with them. */
export function checked(name, call) {
  const readers = readersOf(name);
  const [[first, read] = [], [second, readSecond] = []] = readers;
  let wrapped;
  if (PROMISED.has(name)) {
    wrapped = async function (...given) {
      return call.apply(this, argumentsOf(name, given));
    };
  } else if (readers.length === 0) {
    wrapped = function () {
      return call.call(this);
    };
  } else if (readers.length === 1) {
    // Those that are asked most are not slowed down by arrays.
    wrapped = function (one) {
      return call.call(this, read(one, first));
    };
  } else if (readers.length === 2) {
    wrapped = function (one, two) {
      return call.call(this, read(one, first), readSecond(two, second));
    };
  } else {
    wrapped = function (...given) {
      return call.apply(this, argumentsOf(name, given));
    };
  }
  // A bundler may have renamed what is called.
  return Object.defineProperty(wrapped, "name", { value: name.split(/[#.]/u).at(-1) });
}

/** Makes every method of a class read its arguments. */
export function checkMethods(type, name) {
  for (const [owner, separator] of [[type.prototype, "#"], [type, "."]]) {
    // Those named by symbols take no arguments.
    for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
      if (typeof value !== "function" || key === "constructor") continue;
      Object.defineProperty(owner, key, { value: checked(`${name}${separator}${key}`, value) });
    }
  }
}
