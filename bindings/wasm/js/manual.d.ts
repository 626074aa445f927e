export * from "./index.js";

/**
 * The source of the module: a URL, a `Request`, a `Response`, its bytes, a `WebAssembly.Module`, or a promise of one of them. Their types are not
 * named, because not every configuration of TypeScript knows them.
 */
export type Source = string | object;

/** Loads the module `native_bg.wasm`, before anything else is called. */
export function init(options: { module_or_path: Source }): Promise<unknown>;

/** Like `init`, but synchronous, from the bytes or a `WebAssembly.Module`. */
export function initSync(options: { module: object }): unknown;
