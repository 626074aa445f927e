// What a crawler remembers about a site, and how it asks for robots.txt with `fetch`.

import { nameOf, parsedUrl, timeOf, urlOf } from "./arguments.js";
import { Handle, INSPECT, guarded, handles, native } from "./engine.js";
import { notCopied, notPublic, notUrl, wrongType } from "./errors.js";
import { rulesMadeBy } from "./questions.js";
import { answeredOf, responseOf, robotsAnsweredOf } from "./records.js";
import { argumentsOf, checkMethods, checked } from "./signatures.js";

const REDIRECTS = [301, 302, 303, 307, 308];

/** What of the caller's header fields other origins are sent, to which a robots.txt redirects: who asks, and for what. */
const FOR_EVERYONE = ["accept", "accept-encoding", "user-agent"];

function cannotBeCopiedUseSave() {
  throw notCopied("a Crawler or Site cannot be copied: use save() and restore() of Site");
}

export class Crawler {
  toJSON = cannotBeCopiedUseSave;
  #handle;

  static {
    handles.Crawler = (crawler) => {
      if (typeof crawler !== "object" || crawler === null || !(#handle in crawler)) throw wrongType(`expected a Crawler, not ${nameOf(crawler)}`);
      return crawler.#handle;
    };
  }

  constructor(...given) {
    const [{ tokens, follows }, { strict = false, dialect, defaultDelay, minDelay, maxDelay, maxWait, maxOpen }] = argumentsOf("Crawler", given);
    this.#handle = new Handle("Crawler", () => new native.Crawler(tokens, follows, strict, dialect, defaultDelay, minDelay, maxDelay, maxWait, maxOpen));
  }

  get name() {
    return this.#handle.with((crawler) => crawler.name);
  }

  get maxRedirects() {
    return this.#handle.with((crawler) => crawler.maxRedirects);
  }

  get maxBytes() {
    return this.#handle.with((crawler) => crawler.maxBytes);
  }

  [INSPECT]() {
    return this.#handle.shown(({ name }) => `name: ${JSON.stringify(name)}`);
  }

  free() {
    this.#handle.free();
  }
}

/** Tells the constructor of `Site` that what follows makes the object within WebAssembly. */
const MADE = Symbol("made by the module");

const made = ([url, options]) => [MADE, () => new native.Site(url), options];

export class Site {
  toJSON = cannotBeCopiedUseSave;
  #handle;
  #clock;
  /** The fetch of robots.txt that is under way here, if there is one. It is settled when its answer was recorded. */
  #fetching = null;
  /** What `fetch` threw for the last robots.txt, if it failed. */
  #lastError = null;

  constructor(...given) {
    const [, make, { clock = Date.now }] = given[0] === MADE ? given : made(argumentsOf("Site", given));
    this.#clock = clock;
    this.#handle = new Handle("Site", make);
  }

  static restore(text, options) {
    return new Site(MADE, () => native.Site.restore(text), options);
  }

  /** The time, as the clock of this site says. */
  #now() {
    return timeOf(this.#clock()) ?? Date.now();
  }

  save() {
    return this.#handle.with((site) => site.save());
  }

  get origin() {
    return this.#handle.with((site) => site.origin);
  }

  #decide(crawler, url, now = this.#now()) {
    return this.#handle.with((site) => site.decide(crawler.get(), now, url));
  }

  decide(crawler, url, now) {
    return this.#decide(crawler, url, now);
  }

  nextDue(crawler, now = this.#now()) {
    return this.#handle.with((site) => site.nextDue(crawler.get(), now));
  }

  nextPageAt(crawler, now = this.#now()) {
    return this.#handle.with((site) => site.nextPageAt(crawler.get(), now));
  }

  #requestHeaders(crawler, url) {
    const fields = this.#handle.with((site) => site.requestFields(crawler.get(), url));
    return Object.fromEntries(Array.from({ length: fields.length / 2 }, (_, index) => fields.slice(2 * index, 2 * index + 2)));
  }

  requestHeaders(crawler, url) {
    return this.#requestHeaders(crawler, url);
  }

  #onResponse(crawler, { status, fields, bytes, decoded, url }, now = this.#now()) {
    return this.#handle.with((site) => site.onResponse(crawler.get(), now, status, fields, bytes, decoded, url));
  }

  onResponse(crawler, answer, now) {
    return this.#onResponse(crawler, answer, now);
  }

  #onFailure(crawler, now = this.#now()) {
    return this.#handle.with((site) => site.onFailure(crawler.get(), now));
  }

  onFailure(crawler, now) {
    return this.#onFailure(crawler, now);
  }

  #onRobotsRequest(now = this.#now()) {
    this.#handle.with((site) => site.onRobotsRequest(now));
  }

  onRobotsRequest(now) {
    this.#onRobotsRequest(now);
  }

  onRobotsAbort() {
    this.#handle.with((site) => site.onRobotsAbort());
  }

  /** Fetches robots.txt, and lets others know until its answer is recorded. */
  async #fetchRobots(crawler, options) {
    const fetching = this.#robotsFetched(crawler, options);
    this.#fetching = fetching;
    try {
      return await fetching;
    } finally {
      if (this.#fetching === fetching) this.#fetching = null;
    }
  }

  async #robotsFetched(crawler, options) {
    // Whatever is wrong before the request is not the site's fault, and nothing is in flight.
    stopIfAborted(options.signal);
    const headers = new Headers(options.headers);
    const policy = crawler.with(({ maxRedirects, maxBytes }) => ({ maxRedirects, maxBytes }));
    const validatorsFor = (url) => this.#requestHeaders(crawler, url);
    this.#onRobotsRequest();
    try {
      const robots = `${this.origin}/robots.txt`;
      const { answer, error } = await answerOf(robots, robots, policy, validatorsFor, { ...options, headers });
      this.#lastError = error;
      return answer === null ? this.#onFailure(crawler) : this.#onResponse(crawler, robotsAnsweredOf(answer));
    } catch (error) {
      // The caller gave up, or its code failed: nothing was learned about the site, and nothing is in flight.
      this.#handle.with((site) => site.onRobotsAbort());
      throw error;
    }
  }

  fetchRobots(crawler, options) {
    return this.#fetchRobots(crawler, options);
  }

  async visit(crawler, url, options) {
    // What is judged is what is requested, in one spelling.
    const href = parsedUrl(url, this.origin)?.href;
    if (href === undefined) throw notUrl(`url is ${JSON.stringify(url.slice(0, 100))}, which is not a URL`);
    const target = urlOf(href);
    const { fetch, headers, signal, onSkip } = options;
    let decision = this.#decide(crawler, target);
    // A fetch that another visit has begun is waited for: its answer comes sooner than the time at which it would count as lost.
    while (decision.reason === "robots-in-flight" && this.#fetching !== null) {
      await settled(this.#fetching, signal);
      decision = this.#decide(crawler, target);
    }
    if (decision.action === "fetch-robots") {
      await this.#fetchRobots(crawler, options);
      decision = this.#decide(crawler, target);
    }
    if (decision.action === "skip" && onSkip !== undefined) onSkip({ url: href, verdict: this.#check(crawler, target) });
    if (decision.action !== "fetch-page") return { ...decision, response: null };
    stopIfAborted(signal);
    const init = { headers: new Headers(headers), redirect: "manual", signal };
    this.#onPageRequest();
    let response;
    let answer;
    try {
      response = await fetch(href, init);
      answer = answeredOf(response);
    } catch (error) {
      // If the caller gave up, or its code failed, the page is not open any more, and no more is known.
      if (hasGivenUp(signal) || isOfTheCaller(error)) this.#onPageAbort();
      else this.#onPageFailure();
      throw error;
    }
    this.#onPageResponse(answer);
    return { ...decision, action: "page", response };
  }

  #onPageRequest(now = this.#now()) {
    this.#handle.with((site) => site.onPageRequest(now));
  }

  onPageRequest(now) {
    this.#onPageRequest(now);
  }

  #onPageResponse({ status, fields }, now = this.#now()) {
    this.#handle.with((site) => site.onPageResponse(now, status, fields));
  }

  onPageResponse(answer, now) {
    this.#onPageResponse(answer, now);
  }

  #onPageFailure(now = this.#now()) {
    this.#handle.with((site) => site.onPageFailure(now));
  }

  onPageFailure(now) {
    this.#onPageFailure(now);
  }

  #onPageAbort() {
    this.#handle.with((site) => site.onPageAbort());
  }

  onPageAbort() {
    this.#onPageAbort();
  }

  rules(crawler) {
    const rules = this.#handle.with((site) => site.rules(crawler.get()));
    return rules === undefined ? null : rulesMadeBy(() => rules);
  }

  /** The verdict of the rules in force. There are rules once a URL is skipped. */
  #check(crawler, target) {
    return this.#handle.with((site) => {
      const rules = site.rules(crawler.get());
      try {
        return rules.check(target);
      } finally {
        rules.free();
      }
    });
  }

  sitemaps(crawler) {
    return this.#handle.with((site) => site.sitemaps(crawler.get()));
  }

  get outcome() {
    return this.#handle.with((site) => site.outcome);
  }

  get nextFetchAt() {
    return this.#handle.with((site) => site.nextFetchAt);
  }

  get failingSince() {
    return this.#handle.with((site) => site.failingSince) ?? null;
  }

  get lastError() {
    return this.#lastError;
  }

  [INSPECT]() {
    return this.#handle.shown(({ origin, outcome }) => `origin: ${JSON.stringify(origin)}, outcome: ${outcome === null ? null : JSON.stringify(outcome.text)}`);
  }

  free() {
    this.#handle.free();
  }
}

checkMethods(Crawler, "Crawler");
checkMethods(Site, "Site");

export const isPublicAddress = checked("isPublicAddress", (address) => {
  return guarded(() => native.isPublicAddress(address));
});

/** Whether a URL leads to a private network or to this machine, judged by its host alone: the address of a name is not known. */
function isPrivate({ hostname }) {
  return guarded(() => native.isPrivateHost(hostname));
}

/** Whether the caller gave up, who has not learned anything about the site; who waited in vain has. */
function hasGivenUp(signal) {
  return signal?.aborted === true && signal.reason?.name !== "TimeoutError";
}

/** Errors of a program, which say nothing about a server. */
const OF_PROGRAMS = ["ReferenceError", "RangeError", "SyntaxError", "URIError", "EvalError"];

/** How the `TypeError` of `fetch` begins where it has no cause: browsers, Deno, Bun and React Native have a text each for a network that fails. */
const OF_NETWORKS = /^(?:fetch failed|failed to fetch|terminated|load failed|network|networkerror|a network error|the network|the internet connection|error sending request|error reading a body|connection)/iu;

/** The causes of a `TypeError` of `fetch` that are about what it was passed: a URL, or options and dispatchers of another undici. */
const OF_ARGUMENTS = ["ERR_INVALID_URL", "UND_ERR_INVALID_ARG"];

/** Whether an error is a mistake of the code that fetches, and none of the network: a `TypeError` may be either, and `fetch` gives its own a cause. */
function isOfTheCaller(error) {
  if (OF_PROGRAMS.includes(error?.name) || OF_ARGUMENTS.includes(error?.cause?.code)) return true;
  return error?.name === "TypeError" && error.cause === undefined && !OF_NETWORKS.test(error.message);
}

/** Nothing is requested, and so nothing learned, after the time for it is over. */
function stopIfAborted(signal) {
  if (signal?.aborted === true) throw signal.reason;
}

/** Waits until a promise is settled, however, or until a signal ends the waiting. */
function settled(promise, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal?.aborted) stop();
    signal?.addEventListener?.("abort", stop);
    const done = () => {
      signal?.removeEventListener?.("abort", stop);
      resolve();
    };
    promise.then(done, done);
  });
}

/**
 * Asks for the robots.txt or the sitemap at a URL that another has named: no further than so many redirects, and no more than so many bytes.
 * `namedBy` is `null` if it is not known. `validatorsFor` has the fields that are for one URL alone. Returns the answer, or `null` if there was none, and then the error, if there was one.
 */
export async function answerOf(namedBy, url, { maxRedirects, maxBytes }, validatorsFor, { fetch, headers, signal, allowPrivate }) {
  const own = new Headers(headers);
  try {
    // Whoever has named it, if that is not known, is on the public web.
    let [before, at] = [namedBy === null ? null : new URL(namedBy), new URL(url)];
    for (let redirects = 0; ; redirects += 1) {
      // A site must not lead a crawler into a network that only the crawler can reach.
      if (!allowPrivate && isPrivate(at) && (before === null || !isPrivate(before))) return { answer: null, error: notPublic(at.host) };
      // The site chooses where this leads, so that credentials stay behind, for good: a way back
      // to the first origin does not restore them, as in the Fetch Standard.
      if (at.origin !== before?.origin) {
        for (const name of [...own.keys()]) if (!FOR_EVERYONE.includes(name)) own.delete(name);
      }
      const sent = new Headers(own);
      // The first URL is the site's own, in whatever spelling the site has its origin.
      const led = redirects > 0 ? at.href : undefined;
      for (const [name, value] of Object.entries(validatorsFor(led))) sent.set(name, value);
      const response = responseOf(await fetch(at.href, { headers: sent, redirect: "manual", signal }));
      const next = REDIRECTS.includes(response.status) && redirects < maxRedirects ? placeOf(response, at) : null;
      if (next === null) {
        const body = response.ok ? await beginningOf(response.body, maxBytes) : undefined;
        if (!response.ok) await response.body?.cancel();
        const { status, headers } = response;
        // In a browser, a redirect that is not followed has no status.
        const answer = status === 0 ? null : { status, headers: new Headers(headers), body, decoded: isDecoded(headers), url: led };
        return { answer, error: null };
      }
      await response.body?.cancel();
      [before, at] = [at, next];
    }
  } catch (error) {
    if (hasGivenUp(signal) || isOfTheCaller(error)) throw error;
    return { answer: null, error };
  }
}

/** The codings that `fetch` decodes. Some decode zstd, and of others the library knows a body that is still in it. */
const DECODED = ["", "identity", "gzip", "x-gzip", "deflate", "br", "zstd"];

/** Whether `fetch` has decoded a body, which it leaves as it is where it does not know the coding. */
function isDecoded(headers) {
  const codings = (headers.get("content-encoding") ?? "").split(",");
  return codings.every((coding) => DECODED.includes(coding.trim().toLowerCase()));
}

/** Where a redirect leads, if a crawler can go there. */
function placeOf(response, url) {
  const location = response.headers.get("location");
  const place = location === null ? null : parsedUrl(escaped(location), url);
  if (place === null) return null;
  place.hash = place.username = place.password = "";
  return /^https?:$/u.test(place.protocol) ? place : null;
}

/** A field's value, where each character stands for a byte, with all bytes percent-encoded that are not ASCII. */
function escaped(value) {
  const isOfBytes = !/[^\u0000-\u00FF]/u.test(value);
  return isOfBytes ? value.replace(/[\u0080-\u00FF]/gu, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`) : value;
}

/** As much of a body as is read, and a byte more, which shows that it was cut. */
async function beginningOf(stream, maxBytes) {
  const chunks = [];
  let length = 0;
  const reader = stream?.getReader();
  while (reader !== undefined && length <= maxBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  await reader?.cancel();
  const body = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body.subarray(0, maxBytes + 1);
}

if (Symbol.dispose) {
  Crawler.prototype[Symbol.dispose] = Crawler.prototype.free;
  Site.prototype[Symbol.dispose] = Site.prototype.free;
}
