// What Node.js has everywhere, also where Jest puts an environment like a browser's in place of its
// globals. The build puts these in place of the globals of their names.

export { TextDecoder, TextEncoder } from "node:util";
