/**
 * Makes an element. Texts are never read as HTML.
 *
 * @param {string} name the tag, with classes as in `li.chosen.first`
 * @param {object} properties properties; those with a dash are attributes
 * @param {...(Node | string | null | undefined | false)} children
 */
export function element(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const made = document.createElement(tag);
  made.classList.add(...classes.filter(Boolean));
  for (const [property, value] of Object.entries(properties)) {
    if (property.includes("-") || property === "role") made.setAttribute(property, value);
    else made[property] = value;
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** A text that only screen readers say. */
export function spoken(text) {
  return element("span.hidden", {}, text);
}

/** `1 finding`, `2 findings`. */
export function count(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

/** Names in a sentence, cut where there are many. */
export function names(list, most = 6) {
  if (list.length <= most + 1) return list.join(", ");
  return `${list.slice(0, most).join(", ")} and ${list.length - most} others`;
}
