// What callers pass, as WebAssembly takes it.

import { guarded, native } from "./engine.js";

const encoder = new TextEncoder();

/** The longest text that fits with what is made of it into the gigabyte of memory of an instance. */
const MOST_BYTES = 2 ** 31 - 1;

/** The bytes of a body, and whether it is a text, whose offsets count UTF-16 code units. */
export function bodyOf(body) {
  return { bytes: bytesOf(body, "a robots.txt"), isText: typeof body === "string" };
}

/** The bytes of a URL. */
export function urlOf(url) {
  return bytesOf(url instanceof URL ? url.href : url, "a URL");
}

function bytesOf(text, what) {
  if (typeof text === "string") return encoder.encode(text);
  if (text instanceof Uint8Array) {
    if (text.length > MOST_BYTES) throw new TypeError(`${what} of more than ${MOST_BYTES} bytes`);
    return text;
  }
  throw new TypeError(`${what} is a string or a Uint8Array, not ${nameOf(text)}`);
}

/** A crawler's tokens, and whether it obeys the groups for `*`. */
export function agentOf(agent) {
  if (typeof agent === "string") return { tokens: [agent], obeysStar: true };
  if (Array.isArray(agent)) return { tokens: tokensOf(agent), obeysStar: true };
  if (typeof agent === "object" && agent !== null && Array.isArray(agent.tokens)) {
    return { tokens: tokensOf(agent.tokens), obeysStar: agent.obeysStar !== false };
  }
  throw new TypeError(`a crawler is a product token, an array of them, or one of agents() or userAgent(), not ${nameOf(agent)}`);
}

function tokensOf(tokens) {
  for (const token of tokens) {
    if (typeof token !== "string") throw new TypeError(`a product token is a string, not ${nameOf(token)}`);
  }
  return tokens;
}

/** Crawlers that are named as on the command line: `FooBot`, `@search` for a set, `@all`, `*` for those that no group names. */
export function crawlersOf(names) {
  const crawlers = new Map();
  for (const name of stringsOf(names, "agents")) {
    if (!name.startsWith("@")) {
      crawlers.set(name, { name, tokens: name === "*" ? [] : [name], obeysStar: true, isKnown: false });
      continue;
    }
    const members = guarded(() => native.agents(name === "@all" ? undefined : name.slice(1)));
    for (const { token, tokens, obeysStar } of members) crawlers.set(token, { name: token, tokens, obeysStar, isKnown: true });
  }
  return [...crawlers.values()];
}

/** A preset's name, or one with changed options, as the module spells it. */
export function dialectOf(dialect) {
  if (dialect === undefined || dialect === null) return "rfc9309";
  if (typeof dialect === "string") return dialect;
  if (typeof dialect !== "object") throw new TypeError(`a dialect is a name or an object, not ${nameOf(dialect)}`);
  const { preset = "rfc9309", ...options } = dialect;
  const words = Object.entries(options).map(([option, value]) => `${option}=${value}`);
  if ([preset, ...words].some((word) => /\s/u.test(word))) throw new RangeError("no option of a dialect has a value with spaces");
  return [preset, ...words].join(" ");
}

/** The options of parsing, in the order in which the module takes them. */
export function parsingOf({ dialect, maxBytes, transcodeUtf16 = false } = {}) {
  if (maxBytes !== undefined && !(Number.isInteger(maxBytes) && maxBytes >= 0)) {
    throw new TypeError("maxBytes is not a number of bytes");
  }
  // No body is longer.
  return [dialectOf(dialect), maxBytes === undefined ? undefined : Math.min(maxBytes, MOST_BYTES), transcodeUtf16];
}

export function stringsOf(strings, what) {
  if (!Array.isArray(strings) || strings.some((one) => typeof one !== "string")) {
    throw new TypeError(`${what} is not an array of strings`);
  }
  return strings;
}

function nameOf(value) {
  if (value === null) return "null";
  return typeof value === "object" ? (value.constructor?.name ?? "an object") : typeof value;
}
