// For where the module can neither be fetched nor read, such as workers that import it.

export { default as init, initSync } from "./native.js";
export * from "./index.js";
