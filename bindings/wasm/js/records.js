// Arguments that are objects with fields of their own: what servers answered, what to fetch with,
// assertions, corrections.

import { arrayOf, bodyOf, countOf, dialectOf, flagOf, isBytes, nameOf, optionsOf, stringsOf, textOf, writtenUrlOf } from "./arguments.js";
import { tooLarge, wrongType, wrongValue } from "./errors.js";

/** The greatest status, and how long all header fields of an answer may be together. */
const MAX_STATUS = 65_535;
const MAX_FIELDS = 2 ** 24;

function recordOf(record, what) {
  if (typeof record !== "object" || record === null || Array.isArray(record)) throw wrongType(`${what} is an object, not ${nameOf(record)}`);
  return record;
}

function statusOf(status) {
  if (!Number.isInteger(status) || status < 0 || status > MAX_STATUS) throw wrongType(`a status is a whole number, at most ${MAX_STATUS}`);
  return status;
}

/** Header fields as pairs, from `Headers`, a `Map`, pairs, or an object whose values may be arrays. */
function fieldsOf(headers, name = "headers") {
  if (headers === undefined || headers === null) return [];
  if (typeof headers !== "object" || ArrayBuffer.isView(headers)) throw wrongType(`${name} are an object, not ${nameOf(headers)}`);
  const fields = [];
  let length = 0;
  const add = (name, value) => {
    for (const text of [name, value]) {
      if (typeof text !== "string" && typeof text !== "number") throw wrongType(`a header field is a string, not ${nameOf(text)}`);
    }
    const field = [String(name), String(value)];
    length += field[0].length + field[1].length + 1;
    if (length > MAX_FIELDS) throw tooLarge(`header fields of more than ${MAX_FIELDS} characters`);
    fields.push(field);
  };
  const pairs = typeof headers[Symbol.iterator] === "function" ? headers : Object.entries(headers);
  for (const pair of pairs) {
    if (!Array.isArray(pair)) throw wrongType(`a header field is a pair of strings, not ${nameOf(pair)}`);
    // Not by iterators, which an array may have redefined.
    const { 0: name, 1: value } = pair;
    if (Array.isArray(value)) valuesOf(value, "values").forEach((one) => add(name, one));
    else if (value !== undefined) add(name, value);
  }
  return fields;
}

const valuesOf = arrayOf((value) => value, "strings");

/** What the caller's `fetch` returned, as far as its status and its header fields are read. */
export function responseOf(response) {
  statusOf(recordOf(response, "what fetch returned").status);
  if (typeof response.headers?.get !== "function") throw wrongType(`the headers of what fetch returned are Headers, not ${nameOf(response.headers)}`);
  return response;
}

/** A status, and header fields as names and values in turn. */
export function answeredOf(answer) {
  const { status, headers } = recordOf(answer, "an answer");
  return { status: statusOf(status), fields: fieldsOf(headers).flat() };
}

export function robotsAnsweredOf(answer) {
  const { body = "", decoded = false, url } = recordOf(answer, "an answer");
  // That of a `Response` which a program has made is empty.
  return { ...answeredOf(answer), bytes: bodyOf(body, "body").bytes, decoded: flagOf(decoded, "decoded"), url: url ? writtenUrlOf(url) : undefined };
}

/** Header fields to send. Some names and values cannot be sent. */
function sentOf(headers, name) {
  const fields = fieldsOf(headers, name);
  try {
    return new Headers(fields);
  } catch (cause) {
    throw wrongType(`${name} cannot be sent: ${cause.message}`, { cause });
  }
}

function functionOf(call, name) {
  if (typeof call !== "function") throw wrongType(`${name} is a function, not ${nameOf(call)}`);
  return call;
}

const fetching = { fetch: functionOf, headers: sentOf, signal: recordOf, allowPrivate: flagOf };

/** What to fetch with. */
export const fetchingOf = withDefaults(optionsOf(fetching));

/** The same, with the callback for a page that is not fetched. */
export const visitingOf = withDefaults(optionsOf({ ...fetching, onSkip: functionOf }));

/** The second argument of Crawlee's `find`: a proxy, which `fetch` does not know, or what to fetch with. */
export function proxyOf(given) {
  if (typeof given === "string") throw wrongValue("there is no proxy here: pass a fetch that uses one, as { fetch }");
  return given === undefined ? undefined : fetchingOf(given);
}

function strategyOf(strategy, name) {
  if (["all", "same-hostname", "same-origin"].includes(strategy)) return strategy;
  const why = strategy === "same-domain" ? ", since that takes the Public Suffix List: pass all, and filter" : "";
  const given = typeof strategy === "string" ? JSON.stringify(strategy.slice(0, 100)) : nameOf(strategy);
  throw wrongValue(`${name} is ${given}, not all, same-hostname or same-origin${why}`);
}

/** Which sitemaps of a file. */
export const strategyOptionsOf = optionsOf({ enqueueStrategy: strategyOf });

/** Which sitemaps to fetch, and with what. */
export const sitemapsOf = optionsOf({ ...fetching, enqueueStrategy: strategyOf, maxDepth: countOf, nestedSitemapFilter: functionOf });

function withDefaults(read) {
  return (options) => ({ fetch: globalThis.fetch, headers: [], allowPrivate: false, ...read(options) });
}

/** The options of a site. */
export const siteOptionsOf = optionsOf({ clock: functionOf });

const namesAndValuesOf = (fields, name) => fieldsOf(fields, name).flat();

/** Meta tags and header fields, as names and values in turn. */
export const pageOptionsOf = optionsOf({ meta: namesAndValuesOf, headers: namesAndValuesOf });

const ASSERTION = {
  allowed: stringsOf,
  disallowed: stringsOf,
  except: stringsOf,
  agents: stringsOf,
  dialect: dialectOf,
  equivalentTo: bodyOf,
};

/** Assertions, each with its number, and with what is wrong with it. */
export function assertionsOf(assertions) {
  let number = 0;
  return arrayOf((assertion) => assertionOf(assertion, (number += 1)), "assertions")(assertions, "assertions");
}

function assertionOf(given, number) {
  const wrong = (why) => {
    throw wrongValue(`assertion ${number}: ${why}`);
  };
  recordOf(given, `assertion ${number}`);
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(ASSERTION, name));
  if (unknown !== undefined) wrong(`there is no \`${unknown}\`; write allowed, disallowed, except, agents, dialect or equivalentTo`);
  const { allowed = [], disallowed = [], except = [], agents, dialect, equivalentTo } = optionsOf(ASSERTION)(given);
  const claims = [
    ...disallowed.map((pattern) => ({ pattern, expected: "disallowed" })),
    ...allowed.map((pattern) => ({ pattern, expected: "allowed" })),
  ];
  if (claims.length === 0 && except.length > 0) wrong("`except` only goes with `allowed` or `disallowed`");
  if (claims.length === 0 && equivalentTo === undefined) wrong("write `allowed`, `disallowed` or `equivalentTo`");
  if (agents?.length === 0) wrong('`agents` is empty; leave it out for ["*"]');
  return { number, claims, except, agents, dialect, equivalentTo };
}

/** A part of a file, and the text in its place. */
export function correctionOf(correction) {
  const { start, end, text } = recordOf(correction, "a correction");
  countOf(start, "start");
  countOf(end, "end");
  if (start > end) throw wrongValue(`a correction from ${start} to ${end}`);
  const what = "the text of a correction";
  if (typeof text !== "string" && !isBytes(text)) throw wrongType(`${what} is a string or a Uint8Array, not ${nameOf(text)}`);
  return { start, end, text: typeof text === "string" ? textOf(what)(text) : bodyOf(text, what).bytes };
}
