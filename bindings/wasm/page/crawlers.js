// The crawlers that are asked about, as a list of chips.

import { element } from "./element.js";

const form = document.getElementById("crawler-form");
const input = document.getElementById("crawler");
const list = document.getElementById("crawlers");

let chosen = [];
let onChange = () => {};

/** Fills what can be chosen, and calls `changed` after each change. */
export function offerCrawlers({ agents, sets }, changed) {
  onChange = changed;
  const options = [...sets.map((set) => `@${set}`), "*", ...agents.map(({ token }) => token)];
  document.getElementById("crawler-names").replaceChildren(...options.map((value) => element("option", { value })));
  document.getElementById("sets").replaceChildren(
    ...sets.map((set) => element("button", { type: "button", onclick: () => add(`@${set}`), "aria-label": `Add the set @${set}` }, `@${set}`)),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    add(input.value.trim());
    input.value = "";
    input.focus();
  });
}

/** The names in the list; `*` if it is empty. */
export function crawlers() {
  return chosen.length > 0 ? [...chosen] : ["*"];
}

export function setCrawlers(names) {
  chosen = [...new Set(names)];
  show();
}

function add(name) {
  if (name === "" || chosen.includes(name)) return;
  chosen.push(name);
  show();
  onChange();
}

function remove(name) {
  const index = chosen.indexOf(name);
  chosen.splice(index, 1);
  show();
  // The button that had the focus is gone.
  const buttons = list.querySelectorAll("button");
  (buttons[Math.min(index, buttons.length - 1)] ?? input).focus();
  onChange();
}

function show() {
  list.replaceChildren(
    ...chosen.map((name) =>
      element("li", {}, element("span", {}, name), element("button", { type: "button", onclick: () => remove(name), "aria-label": `Remove ${name}` }, "×")),
    ),
  );
}
