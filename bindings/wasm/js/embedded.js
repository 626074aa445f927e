// For where there is no file to read or to fetch: the bytes of the module are in the JavaScript.
// The build bundles it, for Node.js and for everything else.

import module from "./native_bg.wasm";

import { initSync } from "./native.js";

initSync({ module });

export * from "./index.js";
