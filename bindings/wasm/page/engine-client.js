// Sends questions to the worker, one at a time, and stops it if one takes too long.

/** The engine bounds its own work, so this limit is rarely reached. */
const LONGEST_SECONDS = 30;

/** Why a question has no answer if a newer one replaced it. */
export class Superseded extends Error {}

let worker;
let isReady = false;
let running = null;
const queue = [];

function start() {
  isReady = false;
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    if (data.ready) isReady = true;
    else if (running) settle(data);
    next();
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    for (const { reject } of queue.splice(0)) reject(new Error("the engine could not be loaded"));
    if (running) settle({ error: "the engine could not be loaded" });
  });
}

function next() {
  if (!isReady || running || queue.length === 0) return;
  running = queue.shift();
  running.timer = setTimeout(() => {
    worker.terminate();
    settle({ error: `stopped after ${LONGEST_SECONDS} seconds` });
    start();
  }, LONGEST_SECONDS * 1000);
  worker.postMessage({ task: running.task, input: running.input });
}

function settle(answer) {
  const { resolve, reject, timer } = running;
  running = null;
  clearTimeout(timer);
  if ("error" in answer) reject(new Error(answer.error));
  else resolve(answer.output);
}

/** Runs a task of worker.js. Replaces a queued question for the same task. */
export function ask(task, input) {
  if (!worker) start();
  const earlier = queue.findIndex((question) => question.task === task);
  if (earlier >= 0) queue.splice(earlier, 1)[0].reject(new Superseded(task));
  return new Promise((resolve, reject) => {
    queue.push({ task, input, resolve, reject });
    next();
  });
}
