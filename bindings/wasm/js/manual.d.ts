export * from "./index.js";

/** Loads the module `native_bg.wasm`, before anything else is called. */
export function init(options: { module_or_path: string | URL | Request | Response | BufferSource | WebAssembly.Module }): Promise<unknown>;

/** The same without waiting. */
export function initSync(options: { module: BufferSource | WebAssembly.Module }): unknown;
