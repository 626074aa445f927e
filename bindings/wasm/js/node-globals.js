// What Node.js has everywhere, also where Jest puts an environment like a browser's in place of its
// globals. The build puts these in place of the globals of their names. `require` is only called
// where they are missing: esbuild's bundles for Node.js that are ES modules have none.

const { TextDecoder, TextEncoder } = typeof globalThis.TextDecoder === "function" && typeof globalThis.TextEncoder === "function" ? globalThis : require("node:util");

export { TextDecoder, TextEncoder };
