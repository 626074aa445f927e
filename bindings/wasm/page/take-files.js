// Files that are dropped or chosen.

/** Longer files are cut: crawlers read no more than half a megabyte. */
const MOST_BYTES = 4 << 20;

/**
 * Calls `take` with the text of a file that is dropped on a field, or chosen with a button.
 *
 * @param {{ field: HTMLElement, button?: HTMLElement, chooser?: HTMLInputElement }} places
 * @param {(file: { text: string, notice: string }) => void} take
 */
export function takeFiles({ field, button, chooser }, take) {
  const read = async (file) => {
    if (file) take(await textOf(file));
  };
  field.addEventListener("dragover", (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    field.classList.add("dropping");
  });
  field.addEventListener("dragleave", () => field.classList.remove("dropping"));
  field.addEventListener("drop", (event) => {
    field.classList.remove("dropping");
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    read(file);
  });
  button?.addEventListener("click", () => chooser.click());
  chooser?.addEventListener("change", () => {
    read(chooser.files[0]);
    // So that the same file can be chosen again.
    chooser.value = "";
  });
}

async function textOf(file) {
  const bytes = new Uint8Array(await file.slice(0, MOST_BYTES).arrayBuffer());
  const cut = file.size > MOST_BYTES ? "Only the first 4 MiB of the file were read. " : "";
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), notice: cut };
  } catch {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    return { text, notice: `${cut}The file is not UTF-8: bytes that cannot be read are shown as �, and crawlers may see something else.` };
  }
}
