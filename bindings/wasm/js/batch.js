// Many questions at a time. What is copied into WebAssembly is one long text, with a URL on each line, since to copy a text of
// its own for each takes longer than to answer.

/** How many URLs, and how many characters, are asked about at once: as many as stay in the caches of a processor. */
const MAX_URLS = 1_024;
const MAX_LENGTH = 2 ** 16;

const encoder = new TextEncoder();

// Made once somebody asks.
let room;

function bytesOf(text) {
  // A single URL may be that long.
  if (text.length > MAX_LENGTH) return encoder.encode(text);
  // A code unit takes three bytes at most.
  room ??= new Uint8Array(3 * MAX_LENGTH);
  return room.subarray(0, encoder.encodeInto(text, room).written);
}

/** Where the texts end, from `start` on, that are asked about at once. */
function endOfPart(urls, start) {
  const last = Math.min(urls.length, start + MAX_URLS);
  let length = 0;
  for (let end = start; end < last; end += 1) {
    const url = urls[end];
    if (typeof url !== "string") return end;
    length += url.length + 1;
    if (length > MAX_LENGTH && end > start) return end;
  }
  return last;
}

/** Whether rules within WebAssembly allow each URL. */
export function answersTo(rules, urls) {
  const allowed = [];
  let start = 0;
  while (start < urls.length) {
    const end = endOfPart(urls, start);
    if (end === start) {
      allowed.push(rules.isAllowed(urls[start]));
      start += 1;
      continue;
    }
    const answers = rules.areAllowed(bytesOf(urls.slice(start, end).join("\n")), end - start);
    // Without answers, there is a line feed in a URL.
    for (let index = start; index < end; index += 1) allowed.push(answers === undefined ? rules.isTextAllowed(urls[index]) : answers[index - start] === 1);
    start = end;
  }
  return allowed;
}
