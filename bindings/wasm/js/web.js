import init from "./native.js";

// In this form bundlers find the module.
await init({ module_or_path: new URL("./native_bg.wasm", import.meta.url) });

export * from "./index.js";
