// What callers pass, as WebAssembly takes it: every argument is read by one of these functions, and
// copied where a caller's code could change it later. Nothing else reaches WebAssembly, because what
// it does not expect there makes it trap, and a trap loses every object of the process.

import { guarded, native } from "./engine.js";
import { tooLarge, unknownOption, wrongType, wrongValue } from "./errors.js";

const encoder = new TextEncoder();

/**
 * The longest file, the longest other text, in bytes and in code units, and the longest array: so
 * that no single argument exhausts the gigabyte of memory of an instance.
 */
const MAX_BODY = 2 ** 28;
const MAX_TEXT = 2 ** 24;
const MAX_MEMBERS = 2 ** 20;

const MAX_U32 = 2 ** 32 - 1;

/** The bytes of a body, whether it is a text, whose offsets count UTF-16 code units, and the body itself. */
export function bodyOf(body, name = "robots") {
  const what = name === "robots" ? "a robots.txt" : name;
  return { bytes: bytesOf(body, what, MAX_BODY), isText: typeof body === "string", body };
}

/** The bytes of a URL, for questions that give an answer for any text. */
export function urlOf(url) {
  return bytesOf(textOfUrl(url), "a URL", MAX_TEXT);
}

/** The same, but a string stays one. */
export function shortUrlOf(url) {
  const text = textOfUrl(url);
  return typeof text === "string" ? within(text, "a URL", MAX_TEXT) : bytesOf(text, "a URL", MAX_TEXT);
}

/** A URL that is not bytes. */
export function writtenUrlOf(url) {
  const text = textOfUrl(url);
  if (typeof text !== "string") throw wrongType(`a URL is a string or a URL, not ${nameOf(text)}`);
  return within(text, "a URL", MAX_TEXT);
}

/** A URL for the interfaces of robots-parser and Crawlee, which take any value: `undefined` for a value that is not a URL. */
export function foreignUrlOf(url) {
  const text = textOfUrl(url);
  return typeof text === "string" ? within(text, "a URL", MAX_TEXT) : undefined;
}

/** A `URL`, of whatever realm, or anything else with an `href`, as its text; other values as they are. */
function textOfUrl(url) {
  if (typeof url !== "object" || url === null) return url;
  const { href } = url;
  return typeof href === "string" ? href : url;
}

/** A URL, or `null` for a text that is not one. `URL.canParse` is younger than the oldest Node.js that this runs in. */
export function parsedUrl(text, base) {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

// Unlike `instanceof`, these know the arrays of other realms, such as those of Jest, of frames and
// of `node:vm`; and unlike the properties of an array, they cannot be redefined.
const getter = (name) => Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), name).get;
const [kindOfArray, bufferOf, offsetOf, lengthOf] = [Symbol.toStringTag, "buffer", "byteOffset", "length"].map(getter);

export function isBytes(value) {
  return kindOfArray.call(value) === "Uint8Array";
}

/**
 * Bytes whose `length` is what it says, and which no other thread changes: what copies them into
 * WebAssembly trusts both.
 */
function plainBytes(bytes, what, most) {
  const [buffer, length] = [bufferOf.call(bytes), lengthOf.call(bytes)];
  if (length > most) throw tooLarge(`${what} of more than ${most} bytes`);
  if (Object.prototype.toString.call(buffer) === "[object SharedArrayBuffer]") return new Uint8Array(bytes);
  try {
    return new Uint8Array(buffer, offsetOf.call(bytes), length);
  } catch (cause) {
    throw wrongType(`${what} is in a buffer that was transferred to another thread, or cut, so that nothing is left of it`, { cause });
  }
}

function bytesOf(text, what, most) {
  if (typeof text === "string") {
    const bytes = encoder.encode(within(text, what, most));
    if (bytes.length > most) throw tooLarge(`${what} of more than ${most} bytes`);
    return bytes;
  }
  if (isBytes(text)) return plainBytes(text, what, most);
  throw wrongType(`${what} is a string or a Uint8Array, not ${nameOf(text)}`);
}

/** What `toBytes` returned. */
export function compiledOf(data) {
  if (!isBytes(data)) throw wrongType(`compiled rules are a Uint8Array, not ${nameOf(data)}`);
  return plainBytes(data, "compiled rules", MAX_BODY);
}

function within(text, what, most) {
  if (text.length > most) throw tooLarge(`${what} of more than ${most} characters`);
  return text;
}

/** A text. The error for another value calls it `what`. */
export const textOf = (what) => (text) => {
  if (typeof text !== "string") throw wrongType(`${what} is a string, not ${nameOf(text)}`);
  return within(text, what, MAX_TEXT);
};

const tokenOf = textOf("a product token");

/** The flags that the module gets with the tokens of a crawler: see `Follows` in `src/agents.rs`. */
const OBEYS_STAR = 1;
const IS_OBJECT = 2;
/** Of an object whose `agent` is null, no well-known crawler is found by its tokens: it is none. */
const ofObject = (obeysStar, agent) => (agent === null ? 0 : IS_OBJECT) + (obeysStar !== false ? OBEYS_STAR : 0);

/** For one text that is a header where it names no crawler. */
export const IS_ANY_TEXT = 4;

const nameOfAgent = textOf("a crawler");

/** A crawler's tokens, and which groups it follows; `undefined` where texts name it, which the module resolves. */
export function agentOf(agent) {
  if (typeof agent === "string") return { tokens: [within(agent, "a crawler", MAX_TEXT)], follows: undefined };
  if (Array.isArray(agent)) return { tokens: copied(agent, nameOfAgent), follows: undefined };
  if (typeof agent === "object" && agent !== null) {
    const { tokens, obeysStar, isToken, agent: known } = agent;
    if (Array.isArray(tokens)) return { tokens: copied(tokens, tokenOf), follows: isToken === true ? OBEYS_STAR : ofObject(obeysStar, known) };
  }
  throw wrongType(`a crawler is a text that names it, an array of these, or one of agents(), userAgent() or token(), not ${nameOf(agent)}`);
}

/** Each member of an array, read. Texts are together no longer than one may be. */
function copied(array, read, name = "tokens") {
  const { length } = array;
  if (!(length <= MAX_MEMBERS)) throw tooLarge(`${name} is an array of more than ${MAX_MEMBERS} members`);
  const copy = [];
  let characters = 0;
  // Not `map`, which an array may have redefined, and which leaves out what is missing.
  for (let index = 0; index < length; index += 1) {
    const value = read(array[index]);
    if (typeof value === "string") characters += value.length;
    if (characters > MAX_TEXT) throw tooLarge(`${name} is an array of more than ${MAX_TEXT} characters`);
    copy.push(value);
  }
  return copy;
}

/** An array whose members are read by a function. */
export const arrayOf = (read, members) => (array, name) => {
  if (!Array.isArray(array)) throw wrongType(`${name} is not an array of ${members}, but ${nameOf(array)}`);
  return copied(array, read, name);
};

/** An array of strings. */
export function stringsOf(strings, name) {
  const one = (text) => {
    if (typeof text !== "string") throw wrongType(`${name} is not an array of strings: one is ${nameOf(text)}`);
    return text;
  };
  return arrayOf(one, "strings")(strings, name);
}

/** Many URLs, each as `shortUrlOf` reads it. Their number is not limited, because they are asked about in parts. */
export function urlsOf(urls, name) {
  const length = lengthOfArray(urls, name, "URLs");
  const read = [];
  for (let index = 0; index < length; index += 1) {
    const url = urls[index];
    read.push(typeof url === "string" && url.length <= MAX_TEXT ? url : shortUrlOf(url));
  }
  return read;
}

/** One crawler, as `{ agent }`, or one for each question, as `{ each }`, in which a crawler that was given several times is the same object. */
export function askersOf(agents) {
  const isForEach = typeof agents === "object" && agents !== null && !Array.isArray(agents) && agents.each !== undefined;
  if (!isForEach) return { agent: agentOf(agents) };
  refuseOthers(agents, ["each"]);
  const { each } = agents;
  const length = lengthOfArray(each, "each", "crawlers");
  const [known, read] = [new Map(), []];
  for (let index = 0; index < length; index += 1) {
    const given = each[index];
    let agent = known.get(given);
    if (agent === undefined) {
      agent = agentOf(given);
      known.set(given, agent);
    }
    read.push(agent);
  }
  return { each: read };
}

function lengthOfArray(array, name, members) {
  if (!Array.isArray(array)) throw wrongType(`${name} is not an array of ${members}, but ${nameOf(array)}`);
  const { length } = array;
  // A proxy may say anything.
  if (!(length <= MAX_U32)) throw tooLarge(`${name} is an array of more than ${MAX_U32} members`);
  return length;
}

/** Crawlers that are named as on the command line: by a token, a header, `@search` for a set, `@all`, `*` for those that no group names. */
export function crawlersOf(names) {
  const crawlers = new Map();
  for (const written of stringsOf(names, "agents")) {
    for (const { agent, name, tokens, obeysStar } of guarded(() => native.resolveAgents(written))) {
      crawlers.set(name, { name, tokens, obeysStar, follows: ofObject(obeysStar, agent), isKnown: agent !== null, dialect: agent?.dialect ?? null });
    }
  }
  return [...crawlers.values()];
}

/**
 * Options, each read by a function; those that are `undefined` were not given.
 *
 * @throws {TypeError} if they are no object, or if there is one that is not known
 */
export const optionsOf = (known) => (options) => {
  const read = {};
  if (options === undefined) return read;
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw wrongType(`options are an object, not ${nameOf(options)}`);
  }
  refuseOthers(options, Object.keys(known));
  for (const [name, reader] of Object.entries(known)) {
    const value = options[name];
    if (value !== undefined) read[name] = reader(value, name);
  }
  return read;
};

function refuseOthers(options, known) {
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) throw unknownOption(`${name} is not an option; known options: ${known.join(", ")}`);
  }
}

// The names of the options of a dialect, once somebody uses one.
let dialectOptions;

const choiceOf = textOf("an option of a dialect");

/** A preset's name, or one with changed options, as the module spells it. */
export function dialectOf(dialect) {
  if (typeof dialect === "string") return within(dialect, "a dialect", MAX_TEXT);
  if (typeof dialect !== "object" || dialect === null || Array.isArray(dialect)) {
    throw wrongType(`a dialect is a name or an object, not ${nameOf(dialect)}`);
  }
  dialectOptions ??= ["preset", ...Object.keys(guarded(() => native.dialects())[0].options)];
  refuseOthers(dialect, dialectOptions);
  const words = [];
  let preset = "rfc9309";
  for (const option of dialectOptions) {
    const value = dialect[option];
    // Not given.
    if (value === undefined) continue;
    const isPlain = value === null || ["boolean", "number"].includes(typeof value);
    if (!isPlain && typeof value !== "string") throw wrongType(`${option} is a name, a number, true, false or null, not ${nameOf(value)}`);
    const word = isPlain ? String(value) : choiceOf(value);
    if (/\s/u.test(word)) throw wrongValue("no option of a dialect has a value with spaces");
    if (option === "preset") preset = word;
    else words.push(`${option}=${word}`);
  }
  return [preset, ...words].join(" ");
}

/** A whole number that is not negative. */
export function countOf(count, name) {
  if (!(Number.isInteger(count) && count >= 0)) throw wrongType(`${name} is a whole number that is not negative, not ${shown(count)}`);
  return Math.min(count, MAX_U32);
}

/** A number that is neither negative nor infinite, such as a length of time. */
export function numberOf(number, name) {
  if (typeof number !== "number" || !(number >= 0) || number === Infinity) {
    throw wrongType(`${name} is a number that is not negative, not ${shown(number)}`);
  }
  return number;
}

/** How many requests may be open at a time. The engine takes 255 for no limit, which nobody writes. */
export function openOf(count, name) {
  if (!Number.isInteger(count)) throw wrongType(`${name} is a whole number, not ${shown(count)}`);
  if (count < 1 || count > 254) throw wrongValue(`${name} is ${count}; the least is 1 and the most 254, and undefined is no limit`);
  return count;
}

/** A time as `Date.now()` counts it, or `undefined` for the present. */
export function timeOf(now) {
  if (now === undefined || now === null) return undefined;
  return numberOf(isDate(now) ? timeOfDate.call(now) : now, "a time");
}

// A `Date` of whatever realm.
const timeOfDate = Date.prototype.getTime;
function isDate(value) {
  if (typeof value !== "object") return false;
  try {
    timeOfDate.call(value);
    return true;
  } catch {
    return false;
  }
}

export function flagOf(flag, name) {
  if (typeof flag !== "boolean") throw wrongType(`${name} is true or false, not ${shown(flag)}`);
  return flag;
}

/**
 * The options of parsing, in the order in which the module takes them. Without a dialect, each
 * crawler reads in its own.
 */
export function parsingOf({ dialect, maxBytes, transcodeUtf16 = false }) {
  // No body is longer.
  return [dialect, maxBytes === undefined ? undefined : Math.min(maxBytes, MAX_BODY), transcodeUtf16];
}

function shown(value) {
  return typeof value === "number" ? String(value) : nameOf(value);
}

/** What kind of value it is, for messages. */
export function nameOf(value) {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  try {
    const { name } = value.constructor;
    return typeof name === "string" && name !== "" ? name : "an object";
  } catch {
    return "an object";
  }
}
