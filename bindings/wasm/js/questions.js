// May a crawler fetch a URL: single questions, parsed files, compiled rules.

import { parsingOf } from "./arguments.js";
import { answersTo } from "./batch.js";
import { Handle, INSPECT, guarded, native } from "./engine.js";
import { notCopied, wrongValue } from "./errors.js";
import { argumentsOf, checkMethods, checked } from "./signatures.js";

export const isAllowed = checked("isAllowed", ({ bytes }, { tokens, follows }, url, { dialect }) => {
  return guarded(() => native.isAllowed(bytes, tokens, follows, url, dialect));
});

export const check = checked("check", ({ bytes, isText }, { tokens, follows }, url, { dialect }) => {
  return guarded(() => native.check(bytes, isText, tokens, follows, url, dialect));
});

export const urlProblem = checked("urlProblem", (url) => {
  return guarded(() => native.urlProblem(url)) ?? null;
});

/**
 * Refuses to make a copy of what only exists within WebAssembly. As a field of its own, it makes
 * `JSON.stringify` throw this error, and `structuredClone` and `postMessage` throw theirs, instead
 * of returning an empty object.
 */
function cannotBeCopiedUseToBytesOrBody() {
  throw notCopied("a RobotsTxt or Rules cannot be copied: copy the file, or what toBytes() of Rules returns");
}

export class RobotsTxt {
  toJSON = cannotBeCopiedUseToBytesOrBody;
  #handle;
  #isText;

  constructor(...given) {
    const [{ bytes, isText }, options] = argumentsOf("RobotsTxt", given);
    const parsing = parsingOf(options);
    this.#isText = isText;
    this.#handle = new Handle("RobotsTxt", () => new native.RobotsTxt(bytes, isText, ...parsing));
  }

  isAllowed({ tokens, follows }, url) {
    return this.#handle.with((robots) => robots.isAllowed(tokens, follows, url));
  }

  isAllowedBatch({ agent, each }, urls) {
    if (agent !== undefined) return this.#answersTo(agent, urls);
    if (each.length !== urls.length) throw wrongValue(`each names ${each.length} crawlers for ${urls.length} URLs`);
    const places = new Map();
    each.forEach((one, place) => {
      const known = places.get(one);
      if (known === undefined) places.set(one, [place]);
      else known.push(place);
    });
    const allowed = new Array(urls.length);
    for (const [one, those] of places) {
      const answers = this.#answersTo(one, those.map((place) => urls[place]));
      those.forEach((place, index) => (allowed[place] = answers[index]));
    }
    return allowed;
  }

  #answersTo({ tokens, follows }, urls) {
    const robots = this.#handle.get();
    const rules = new Handle("Rules", () => robots.rulesFor(tokens, follows));
    try {
      return rules.with((made) => answersTo(made, urls));
    } finally {
      rules.free();
    }
  }

  check({ tokens, follows }, url) {
    return this.#handle.with((robots) => robots.check(tokens, follows, url));
  }

  matchingRules({ tokens, follows }, url) {
    return this.#handle.with((robots) => robots.matchingRules(tokens, follows, url));
  }

  rulesFor({ tokens, follows }) {
    const robots = this.#handle.get();
    return rulesMadeBy(() => robots.rulesFor(tokens, follows));
  }

  groupsFor({ tokens, follows }) {
    return this.#handle.with((robots) => robots.groups(tokens, follows));
  }

  get groups() {
    return this.#handle.with((robots) => robots.groups(undefined, true));
  }

  get lines() {
    return this.#handle.with((robots) => robots.lines);
  }

  get sitemaps() {
    return this.#handle.with((robots) => robots.sitemaps);
  }

  get hosts() {
    return this.#handle.with((robots) => robots.hosts);
  }

  cleanUrl(url) {
    return this.#handle.with((robots) => robots.cleanUrl(url));
  }

  get body() {
    const bytes = this.#handle.with((robots) => robots.body);
    // A byte order mark is part of the body, whose offsets count it.
    return this.#isText ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) : bytes;
  }

  get isTruncated() {
    return this.#handle.with((robots) => robots.isTruncated);
  }

  [INSPECT]() {
    return this.#handle.shown((robots) => `groups: ${robots.groups(undefined, true).length}, bytes: ${robots.body.length}`);
  }

  free() {
    this.#handle.free();
  }
}

/** Tells the constructor of `Rules` that what follows makes the object within WebAssembly. */
const MADE = Symbol("made by the module");

export class Rules {
  toJSON = cannotBeCopiedUseToBytesOrBody;
  #handle;

  constructor(...given) {
    if (given[0] === MADE) {
      this.#handle = new Handle("Rules", given[1]);
      return;
    }
    const [{ bytes }, { tokens, follows }, options] = argumentsOf("Rules", given);
    const parsing = parsingOf(options);
    this.#handle = new Handle("Rules", () => new native.Rules(bytes, tokens, follows, ...parsing));
  }

  static allowAll() {
    return rulesMadeBy(() => native.Rules.allowAll());
  }

  static disallowAll() {
    return rulesMadeBy(() => native.Rules.disallowAll());
  }

  static fromBytes(data) {
    return rulesMadeBy(() => native.Rules.fromBytes(data));
  }

  toBytes() {
    return this.#handle.with((rules) => rules.toBytes());
  }

  isAllowed(url) {
    return this.#handle.with((rules) => (typeof url === "string" ? rules.isTextAllowed(url) : rules.isAllowed(url)));
  }

  isAllowedBatch(urls) {
    return this.#handle.with((rules) => answersTo(rules, urls));
  }

  check(url) {
    return this.#handle.with((rules) => rules.check(url));
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

  get requestRates() {
    return this.#handle.with((rules) => rules.requestRates);
  }

  get visitTimes() {
    return this.#handle.with((rules) => rules.visitTimes);
  }

  get length() {
    return this.#handle.with((rules) => rules.length);
  }

  [INSPECT]() {
    return this.#handle.shown(({ group, length }) => `group: ${JSON.stringify(group ?? null)}, length: ${length}`);
  }

  free() {
    this.#handle.free();
  }
}

/** `Rules` around what a function makes within WebAssembly, for the other modules of this package. */
export function rulesMadeBy(make) {
  return new Rules(MADE, make);
}

checkMethods(RobotsTxt, "RobotsTxt");
checkMethods(Rules, "Rules");

// Where the engine knows `using`.
if (Symbol.dispose) {
  RobotsTxt.prototype[Symbol.dispose] = RobotsTxt.prototype.free;
  Rules.prototype[Symbol.dispose] = Rules.prototype.free;
}

export const dialects = checked("dialects", () => {
  return guarded(() => native.dialects());
});

export const agents = checked("agents", (set) => {
  return guarded(() => native.agents(set));
});

export const agentSets = checked("agentSets", () => {
  return guarded(() => native.agentSets());
});

export const agentByToken = checked("agentByToken", (token) => {
  return guarded(() => native.agentByToken(token));
});

export const userAgent = checked("userAgent", (header) => {
  return guarded(() => native.userAgent(header));
});

export const resolveAgent = checked("resolveAgent", (written) => {
  return guarded(() => native.resolveAgent(written));
});

export const token = checked("token", (text) => {
  return { name: text, tokens: guarded(() => native.token(text)), obeysStar: true, isToken: true };
});
