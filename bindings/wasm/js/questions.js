// May a crawler fetch a URL: single questions, parsed files, compiled rules.

import { agentOf, bodyOf, dialectOf, isBytes, optionsOf, parsingOf, textOfUrl, urlOf } from "./arguments.js";
import { Handle, guarded, native } from "./engine.js";

const ASKING = ["dialect"];

export function isAllowed(robots, agent, url, options) {
  const { dialect } = optionsOf(options, ASKING);
  const { bytes } = bodyOf(robots);
  const { tokens, obeysStar } = agentOf(agent);
  const target = urlOf(url);
  return guarded(() => native.isAllowed(bytes, tokens, obeysStar, target, dialectOf(dialect)));
}

export function urlProblem(url) {
  if (typeof url !== "string") throw new TypeError(`a URL that somebody wrote is a string, not ${url === null ? "null" : typeof url}`);
  return guarded(() => native.urlProblem(url)) ?? null;
}

export function check(robots, agent, url, options) {
  const { dialect } = optionsOf(options, ASKING);
  const { bytes, isText } = bodyOf(robots);
  const { tokens, obeysStar } = agentOf(agent);
  const target = urlOf(url);
  return guarded(() => native.check(bytes, isText, tokens, obeysStar, target, dialectOf(dialect)));
}

/**
 * Refuses to make a copy of what only exists within WebAssembly. As a field of its own, it makes
 * `JSON.stringify` throw this error, and `structuredClone` and `postMessage` throw theirs, instead
 * of returning an empty object.
 */
function cannotBeCopiedUseToBytesOrBody() {
  throw new TypeError("a RobotsTxt or Rules cannot be copied: copy the file, or what toBytes() of Rules returns");
}

export class RobotsTxt {
  toJSON = cannotBeCopiedUseToBytesOrBody;
  #handle;
  #isText;

  constructor(robots, options) {
    const { bytes, isText } = bodyOf(robots);
    const parsing = parsingOf(options);
    this.#isText = isText;
    this.#handle = new Handle("RobotsTxt", () => new native.RobotsTxt(bytes, isText, ...parsing));
  }

  isAllowed(agent, url) {
    const { tokens, obeysStar } = agentOf(agent);
    const target = urlOf(url);
    return this.#handle.with((robots) => robots.isAllowed(tokens, obeysStar, target));
  }

  check(agent, url) {
    const { tokens, obeysStar } = agentOf(agent);
    const target = urlOf(url);
    return this.#handle.with((robots) => robots.check(tokens, obeysStar, target));
  }

  matchingRules(agent, url) {
    const { tokens, obeysStar } = agentOf(agent);
    const target = urlOf(url);
    return this.#handle.with((robots) => robots.matchingRules(tokens, obeysStar, target));
  }

  rulesFor(agent) {
    const { tokens, obeysStar } = agentOf(agent);
    const robots = this.#handle.get();
    return Rules.of(() => robots.rulesFor(tokens, obeysStar));
  }

  groupsFor(agent) {
    const { tokens, obeysStar } = agentOf(agent);
    return this.#handle.with((robots) => robots.groups(tokens, obeysStar));
  }

  get groups() {
    return this.#handle.with((robots) => robots.groups(undefined, true));
  }

  get sitemaps() {
    return this.#handle.with((robots) => robots.sitemaps);
  }

  get hosts() {
    return this.#handle.with((robots) => robots.hosts);
  }

  cleanUrl(url) {
    const text = String(textOfUrl(url));
    return this.#handle.with((robots) => robots.cleanUrl(text));
  }

  get body() {
    const bytes = this.#handle.with((robots) => robots.body);
    // A byte order mark is part of the body, whose offsets count it.
    return this.#isText ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) : bytes;
  }

  get isTruncated() {
    return this.#handle.with((robots) => robots.isTruncated);
  }

  /** The object within WebAssembly, for the other modules of this package. */
  static handle(robots) {
    return robots.#handle;
  }

  free() {
    this.#handle.free();
  }
}

const MADE = Symbol("made by the module");

export class Rules {
  toJSON = cannotBeCopiedUseToBytesOrBody;
  #handle;

  constructor(robots, agent, options) {
    if (robots === MADE) {
      this.#handle = new Handle("Rules", agent);
      return;
    }
    const { bytes } = bodyOf(robots);
    const { tokens, obeysStar } = agentOf(agent);
    const parsing = parsingOf(options);
    this.#handle = new Handle("Rules", () => new native.Rules(bytes, tokens, obeysStar, ...parsing));
  }

  static of(make) {
    return new Rules(MADE, make);
  }

  static allowAll() {
    return Rules.of(() => native.Rules.allowAll());
  }

  static disallowAll() {
    return Rules.of(() => native.Rules.disallowAll());
  }

  static fromBytes(data) {
    if (!isBytes(data)) throw new TypeError("compiled rules are a Uint8Array");
    return Rules.of(() => native.Rules.fromBytes(data));
  }

  toBytes() {
    return this.#handle.with((rules) => rules.toBytes());
  }

  isAllowed(url) {
    if (typeof url === "string") return this.#handle.with((rules) => rules.isTextAllowed(url));
    const target = urlOf(url);
    return this.#handle.with((rules) => rules.isAllowed(target));
  }

  check(url) {
    const target = urlOf(url);
    return this.#handle.with((rules) => rules.check(target));
  }

  toList() {
    return this.#handle.with((rules) => rules.toList());
  }

  get group() {
    return this.#handle.with((rules) => rules.group) ?? null;
  }

  get crawlDelay() {
    return this.#handle.with((rules) => rules.crawlDelay) ?? null;
  }

  get length() {
    return this.#handle.with((rules) => rules.length);
  }

  free() {
    this.#handle.free();
  }
}

// Where the engine knows `using`.
if (Symbol.dispose) {
  RobotsTxt.prototype[Symbol.dispose] = RobotsTxt.prototype.free;
  Rules.prototype[Symbol.dispose] = Rules.prototype.free;
}

export function dialects() {
  return guarded(() => native.dialects());
}

export function agents(set) {
  return guarded(() => native.agents(set));
}

export function agentSets() {
  return guarded(() => native.agentSets());
}

export function agentByToken(token) {
  return guarded(() => native.agentByToken(token));
}

export function userAgent(header) {
  return guarded(() => native.userAgent(header));
}

export function resolveAgent(written) {
  return guarded(() => native.resolveAgent(written));
}
