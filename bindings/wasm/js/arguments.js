// What callers pass, as WebAssembly takes it.

import { guarded, native } from "./engine.js";

const encoder = new TextEncoder();

/** The longest text that fits with what is made of it into the gigabyte of memory of an instance. */
const MAX_BYTES = 2 ** 31 - 1;

/** The bytes of a body, and whether it is a text, whose offsets count UTF-16 code units. */
export function bodyOf(body) {
  return { bytes: bytesOf(body, "a robots.txt"), isText: typeof body === "string" };
}

/** The bytes of a URL. */
export function urlOf(url) {
  return bytesOf(textOfUrl(url), "a URL");
}

/** A `URL`, of whatever realm, or anything else with an `href`, as its text; other values as they are. */
export function textOfUrl(url) {
  return typeof url === "object" && url !== null && typeof url.href === "string" ? url.href : url;
}

/** A URL, or `null` of a text that is none. `URL.canParse` is younger than the oldest Node.js that this runs in. */
export function parsedUrl(text, base) {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

// Unlike `instanceof`, this knows the arrays of other realms, such as those of Jest, of frames and
// of `node:vm`.
const kindOfArray = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;

export function isBytes(value) {
  return kindOfArray.call(value) === "Uint8Array";
}

function bytesOf(text, what) {
  if (typeof text === "string") return encoder.encode(text);
  if (isBytes(text)) {
    if (text.length > MAX_BYTES) throw new TypeError(`${what} of more than ${MAX_BYTES} bytes`);
    return text;
  }
  throw new TypeError(`${what} is a string or a Uint8Array, not ${nameOf(text)}`);
}

/** A crawler's tokens, and whether it obeys the groups for `*`; `undefined` where one text names it, which the module resolves. */
export function agentOf(agent) {
  if (typeof agent === "string") return { tokens: [agent], obeysStar: undefined };
  if (Array.isArray(agent)) return { tokens: tokensOf(agent), obeysStar: true };
  if (typeof agent === "object" && agent !== null && Array.isArray(agent.tokens)) {
    return { tokens: tokensOf(agent.tokens), obeysStar: agent.obeysStar !== false };
  }
  throw new TypeError(`a crawler is a text that names it, an array of product tokens, or one of agents() or userAgent(), not ${nameOf(agent)}`);
}

function tokensOf(tokens) {
  for (const token of tokens) {
    if (typeof token !== "string") throw new TypeError(`a product token is a string, not ${nameOf(token)}`);
  }
  return tokens;
}

/** Crawlers that are named as on the command line: by a token, a header, `@search` for a set, `@all`, `*` for those that no group names. */
export function crawlersOf(names) {
  const crawlers = new Map();
  for (const written of stringsOf(names, "agents")) {
    for (const { agent, name, tokens, obeysStar } of guarded(() => native.resolveAgents(written))) {
      crawlers.set(name, { name, tokens, obeysStar, isKnown: agent !== null, dialect: agent?.dialect ?? null });
    }
  }
  return [...crawlers.values()];
}

/**
 * The options that a function was called with.
 *
 * @throws {TypeError} if they are no object, or if there is one that it does not know
 */
export function optionsOf(options, known) {
  if (options === undefined) return {};
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new TypeError(`options are an object, not ${nameOf(options)}`);
  }
  refuseOthers(options, known);
  return options;
}

function refuseOthers(options, known) {
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) throw new TypeError(`${name} is not an option; known options: ${known.join(", ")}`);
  }
}

// The names of the options of a dialect, once somebody uses one.
let dialectOptions;

/** A preset's name, or one with changed options, as the module spells it. */
export function dialectOf(dialect) {
  if (dialect === undefined) return "rfc9309";
  if (typeof dialect === "string") return dialect;
  if (typeof dialect !== "object" || dialect === null || Array.isArray(dialect)) {
    throw new TypeError(`a dialect is a name or an object, not ${nameOf(dialect)}`);
  }
  dialectOptions ??= ["preset", ...Object.keys(guarded(() => native.dialects())[0].options)];
  refuseOthers(dialect, dialectOptions);
  const { preset = "rfc9309", ...options } = dialect;
  const words = Object.entries(options).map(([option, value]) => `${option}=${value}`);
  if ([preset, ...words].some((word) => /\s/u.test(word))) throw new RangeError("no option of a dialect has a value with spaces");
  return [preset, ...words].join(" ");
}

/** The options of parsing, in the order in which the module takes them. */
export function parsingOf(options) {
  const { dialect, maxBytes, transcodeUtf16 = false } = optionsOf(options, ["dialect", "maxBytes", "transcodeUtf16"]);
  if (maxBytes !== undefined && !(Number.isInteger(maxBytes) && maxBytes >= 0)) {
    throw new TypeError("maxBytes is not a number of bytes");
  }
  // No body is longer.
  return [dialectOf(dialect), maxBytes === undefined ? undefined : Math.min(maxBytes, MAX_BYTES), Boolean(transcodeUtf16)];
}

export function stringsOf(strings, what) {
  if (!Array.isArray(strings) || strings.some((one) => typeof one !== "string")) {
    throw new TypeError(`${what} is not an array of strings`);
  }
  return strings;
}

export function nameOf(value) {
  if (value === null) return "null";
  return typeof value === "object" ? (value.constructor?.name ?? "an object") : typeof value;
}
