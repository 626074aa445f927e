// What a crawler remembers about a site, and how it asks for robots.txt with `fetch`.

import { agentOf, bodyOf, dialectOf, nameOf, optionsOf, parsedUrl, textOfUrl, urlOf } from "./arguments.js";
import { Handle, guarded, native } from "./engine.js";
import { Rules } from "./questions.js";

const REDIRECTS = [301, 302, 303, 307, 308];

/** What of the caller's header fields other origins are sent, to which a robots.txt redirects: who asks, and for what. */
const FOR_EVERYONE = ["accept", "accept-encoding", "user-agent"];

/** A time as `Date.now()` counts it, or a length of time: a number that is neither negative nor infinite. */
function numberOf(value, what) {
  const number = value instanceof Date ? value.getTime() : value;
  if (typeof number !== "number" || !(number >= 0) || number === Infinity) throw new TypeError(`${what} is a number that is not negative`);
  return number;
}

const delayOf = (delay, what) => (delay === undefined ? undefined : numberOf(delay, what));

const timeOf = (now) => numberOf(now ?? Date.now(), "a time");

function statusOf(status) {
  if (!Number.isInteger(status) || status < 0 || status > 65_535) throw new TypeError("a status is a whole number");
  return status;
}

/** Header fields as names and values in turn: those of `Headers`, of a `Map`, of pairs, or of an object, whose values may be arrays. */
function fieldsOf(headers) {
  if (headers === undefined || headers === null) return [];
  const pairs = typeof headers[Symbol.iterator] === "function" ? [...headers] : Object.entries(headers);
  return pairs.flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).flatMap((one) => (one === undefined ? [] : [String(name), String(one)])));
}

function cannotBeCopiedUseSave() {
  throw new TypeError("a Crawler or Site cannot be copied: use save() and restore() of Site");
}

export class Crawler {
  toJSON = cannotBeCopiedUseSave;
  #handle;

  constructor(agent, options) {
    const { tokens, obeysStar } = agentOf(agent);
    const { strict = false, dialect, defaultDelay, maxDelay } = optionsOf(options, ["strict", "dialect", "defaultDelay", "maxDelay"]);
    const delays = [delayOf(defaultDelay, "defaultDelay"), delayOf(maxDelay, "maxDelay")];
    const name = dialect === undefined ? undefined : dialectOf(dialect);
    this.#handle = new Handle("Crawler", () => new native.Crawler(tokens, obeysStar, Boolean(strict), name, ...delays));
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

  /** The object within WebAssembly. */
  static get(crawler) {
    if (typeof crawler !== "object" || crawler === null || !(#handle in crawler)) throw new TypeError("expected a Crawler");
    return crawler.#handle.get();
  }

  free() {
    this.#handle.free();
  }
}

const MADE = Symbol("made by the module");

export class Site {
  toJSON = cannotBeCopiedUseSave;
  #handle;

  constructor(url, make) {
    if (url === MADE) {
      this.#handle = new Handle("Site", make);
      return;
    }
    const bytes = urlOf(url);
    this.#handle = new Handle("Site", () => new native.Site(bytes));
  }

  static restore(text) {
    if (typeof text !== "string") throw new TypeError("a saved site is a string");
    return new Site(MADE, () => native.Site.restore(text));
  }

  save() {
    return this.#handle.with((site) => site.save());
  }

  get origin() {
    return this.#handle.with((site) => site.origin);
  }

  decide(crawler, url, now) {
    const [who, target, time] = [Crawler.get(crawler), urlOf(url), timeOf(now)];
    return this.#handle.with((site) => site.decide(who, time, target));
  }

  nextPageAt(crawler, now) {
    const [who, time] = [Crawler.get(crawler), timeOf(now)];
    return this.#handle.with((site) => site.nextPageAt(who, time));
  }

  requestHeaders(crawler) {
    const who = Crawler.get(crawler);
    const fields = this.#handle.with((site) => site.requestFields(who));
    return Object.fromEntries(Array.from({ length: fields.length / 2 }, (_, index) => fields.slice(2 * index, 2 * index + 2)));
  }

  onResponse(crawler, response, now) {
    const [who, time] = [Crawler.get(crawler), timeOf(now)];
    const { status, headers, body = "", decoded = false } = response;
    const [number, fields, bytes] = [statusOf(status), fieldsOf(headers), bodyOf(body).bytes];
    return this.#handle.with((site) => site.onResponse(who, time, number, fields, bytes, Boolean(decoded)));
  }

  onFailure(crawler, now) {
    const [who, time] = [Crawler.get(crawler), timeOf(now)];
    return this.#handle.with((site) => site.onFailure(who, time));
  }

  async fetchRobots(crawler, options) {
    const answer = await robotsAnswer(this.origin, crawler, this.requestHeaders(crawler), options);
    return answer === null ? this.onFailure(crawler) : this.onResponse(crawler, answer);
  }

  async visit(crawler, url, options) {
    const { fetch, headers, signal } = fetchingOf(options);
    // What is judged is what is requested, in one spelling.
    const { href } = new URL(textOfUrl(url), this.origin);
    let decision = this.decide(crawler, href);
    if (decision.action === "fetch-robots") {
      await this.fetchRobots(crawler, options);
      decision = this.decide(crawler, href);
    }
    if (decision.action !== "fetch-page") return { ...decision, response: null };
    this.onPageRequest();
    const response = await fetch(href, { headers, redirect: "manual", signal });
    this.onPageResponse(response);
    return { ...decision, response };
  }

  onPageRequest(now) {
    const time = timeOf(now);
    this.#handle.with((site) => site.onPageRequest(time));
  }

  onPageResponse({ status, headers }, now) {
    const [number, fields, time] = [statusOf(status), fieldsOf(headers), timeOf(now)];
    this.#handle.with((site) => site.onPageResponse(time, number, fields));
  }

  rules(crawler) {
    const who = Crawler.get(crawler);
    const rules = this.#handle.with((site) => site.rules(who));
    return rules === undefined ? null : Rules.of(() => rules);
  }

  sitemaps(crawler) {
    const who = Crawler.get(crawler);
    return this.#handle.with((site) => site.sitemaps(who));
  }

  get outcome() {
    return this.#handle.with((site) => site.outcome);
  }

  get nextFetchAt() {
    return this.#handle.with((site) => site.nextFetchAt);
  }

  free() {
    this.#handle.free();
  }
}

function fetchingOf(options) {
  const { fetch = globalThis.fetch, headers, signal, allowPrivate = false } = optionsOf(options, ["fetch", "headers", "signal", "allowPrivate"]);
  return { fetch, headers, signal, allowPrivate: Boolean(allowPrivate) };
}

export function isPublicAddress(address) {
  if (typeof address !== "string") throw new TypeError(`an IP address is a string, not ${nameOf(address)}`);
  return guarded(() => native.isPublicAddress(address));
}

/** Whether a URL leads to a private network or to this machine, as far as its host tells: what a name resolves to is not known. */
function isPrivate({ hostname }) {
  const address = /^\[(.*)\]$/u.exec(hostname)?.[1] ?? (/^[\d.]+$/u.test(hostname) ? hostname : null);
  // RFC 6761 section 6.3: this machine, whatever a resolver says.
  return address === null ? /(?:^|\.)localhost\.?$/u.test(hostname) : !isPublicAddress(address);
}

/**
 * Asks for robots.txt as the crawler's policy has it: no further than so many redirects, and no
 * more than so many bytes. Returns the answer, or `null` if there was none.
 */
export async function robotsAnswer(origin, { maxRedirects, maxBytes }, requestHeaders, options) {
  const { fetch, headers, signal, allowPrivate } = fetchingOf(options);
  const sent = new Headers(headers);
  for (const [name, value] of Object.entries(requestHeaders)) sent.set(name, value);
  try {
    let url = new URL("/robots.txt", origin);
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(url.href, { headers: sent, redirect: "manual", signal });
      const next = REDIRECTS.includes(response.status) && redirects < maxRedirects ? placeOf(response, url) : null;
      if (next === null) {
        const body = response.ok ? await beginningOf(response.body, maxBytes) : undefined;
        if (!response.ok) await response.body?.cancel();
        const headers = new Headers(response.headers);
        // Those of another URL say nothing about the one that is asked first the next time.
        if (redirects > 0) for (const name of ["etag", "last-modified"]) headers.delete(name);
        // In a browser, a redirect that is not followed has no status.
        return response.status === 0 ? null : { status: response.status, headers, body, decoded: true };
      }
      await response.body?.cancel();
      // A site must not lead a crawler into a network that only the crawler can reach.
      if (!allowPrivate && isPrivate(next) && !isPrivate(url)) return null;
      for (const name of Object.keys(requestHeaders)) sent.delete(name);
      // The site chooses where this leads, so that credentials stay behind, for good: a way back
      // to the first origin does not restore them, as in the Fetch Standard.
      if (next.origin !== url.origin) {
        for (const name of [...sent.keys()]) if (!FOR_EVERYONE.includes(name)) sent.delete(name);
      }
      url = next;
    }
  } catch (error) {
    // Who gave up has not learned anything about the site; who waited in vain has.
    if (signal?.aborted && signal.reason?.name !== "TimeoutError") throw error;
    return null;
  }
}

/** Where a redirect leads, if a crawler can go there. */
function placeOf(response, url) {
  const location = response.headers.get("location");
  const place = location === null ? null : parsedUrl(location, url);
  if (place === null) return null;
  place.hash = place.username = place.password = "";
  return /^https?:$/u.test(place.protocol) ? place : null;
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
