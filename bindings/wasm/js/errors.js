// The errors of the package. Each has a `code`, which stays as it is where the words of a message change: `ErrorCode` in
// `questions.d.ts` lists them all. `src/failure.rs` makes those of the module.

const coded = (code, error) => Object.assign(error, { code });

/** An argument that is of a wrong type. */
export const wrongType = (message, options) => coded("ERR_INVALID_ARG_TYPE", new TypeError(message, options));

/** An option that is not known. */
export const unknownOption = (message) => coded("ERR_UNKNOWN_OPTION", new TypeError(message));

/** An argument of the right type that makes no sense. */
export const wrongValue = (message, options) => coded("ERR_INVALID_ARG_VALUE", new RangeError(message, options));

/** An argument that is longer than an instance can take. */
export const tooLarge = (message) => coded("ERR_TOO_LARGE", new RangeError(message));

/** A text that is not a URL. */
export const notUrl = (message) => coded("ERR_INVALID_URL", new TypeError(message));

/** An object that cannot be copied. */
export const notCopied = (message) => coded("ERR_NOT_COPIED", new TypeError(message));

/** A class that has no public constructor. */
export const notConstructed = (message) => coded("ERR_ILLEGAL_CONSTRUCTOR", new TypeError(message));

/** An object that was freed. */
export const freed = (name) => coded("ERR_FREED", new Error(`this ${name} was freed`));

/** An object whose instance of the module is gone. */
export const lost = (name) => coded("ERR_LOST", new Error(`this ${name} was lost when the WebAssembly instance failed; make it again`));

/** A trap within the module. */
export const trapped = (cause) =>
  coded("ERR_TRAPPED", new Error("the WebAssembly instance failed, probably because it ran out of memory, and was replaced; parsed files and compiled rules are lost", { cause }));

/** An address that a public site names, or a redirect leads to, and that is not asked. */
export const notPublic = (host) => coded("ERR_NOT_PUBLIC", new Error(`${host} is not public, and a public site leads there`));

/** A sitemap beyond those that one call fetches. */
export const tooManySitemaps = (url) => coded("ERR_NOT_FETCHED", new Error(`${url} is not fetched: a thousand sitemaps were`));

/** A sitemap that a server did not send. */
export const notFetched = (url, status) => coded("ERR_NOT_FETCHED", new Error(`${url} answered ${status ?? "with a redirect"}`));
