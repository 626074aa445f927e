// Calls into WebAssembly, and what happens when one fails.

import { freed, lost, trapped } from "./errors.js";
import * as native from "./native.js";

export { native };

// The number of the current instance. Handles of earlier ones are invalid.
let generation = 0;

/**
 * Calls into WebAssembly. After a trap (out of memory, or a defect) the instance is replaced,
 * because its memory may be in any state, and an `Error` whose `cause` is the trap is thrown.
 * Errors about arguments pass through.
 */
export function guarded(call) {
  try {
    return call();
  } catch (error) {
    if (!isTrap(error)) throw error;
    generation += 1;
    native.__wbg_reset_state();
    throw trapped(error);
  }
}

function isTrap(error) {
  // Errors about arguments have a code, and may cite any text.
  if (error?.code !== undefined) return false;
  // A stack that overflows within WebAssembly is a RangeError, in Firefox an InternalError.
  const isOverflow = (error instanceof RangeError && /call stack/iu.test(error.message)) || error?.name === "InternalError";
  return isOverflow || error instanceof WebAssembly.RuntimeError;
}

/** What finds the handle of an object of a class, or throws a TypeError. Each class that others take adds its own. */
export const handles = {};

/** The name of the method that `console.log` of Node.js calls. */
export const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** An object within the memory of WebAssembly. */
export class Handle {
  #name;
  #object;
  #generation = generation;

  constructor(name, make) {
    this.#name = name;
    this.#object = guarded(make);
  }

  /** Calls into WebAssembly with the object. */
  with(call) {
    const object = this.get();
    return guarded(() => call(object));
  }

  /** What `console.log` shows in Node.js: the name, and what is worth knowing of the object. */
  shown(describe) {
    const name = this.#name;
    if (this.#object === null) return `${name} { freed }`;
    return this.#generation === generation ? `${name} { ${this.with(describe)} }` : `${name} { lost }`;
  }

  get() {
    if (this.#object === null) throw freed(this.#name);
    if (this.#generation !== generation) throw lost(this.#name);
    return this.#object;
  }

  free() {
    const object = this.#object;
    this.#object = null;
    if (object !== null && this.#generation === generation) guarded(() => object.free());
  }
}
