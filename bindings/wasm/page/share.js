// The state of the page as the fragment of a URL, which browsers do not send to servers.

/** A short fragment may decompress to gigabytes; longer states are refused. */
const MOST_BYTES = 4 << 20;

/** The state as a fragment without its `#`. */
export async function toFragment(state) {
  const stream = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `s=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The state in a fragment, or `null` if it holds none that can be read. */
export async function fromFragment(fragment) {
  const [, encoded] = /^#?s=([\w-]+)$/u.exec(fragment) ?? [];
  if (!encoded) return null;
  try {
    const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const state = JSON.parse(await inflated(bytes));
    return typeof state === "object" ? state : null;
  } catch {
    return null;
  }
}

async function inflated(bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST_BYTES) throw new RangeError("too long");
    parts.push(value);
  }
  return new Blob(parts).text();
}
