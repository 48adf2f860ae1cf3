/** Listens for keys on the whole page, except where they choose from a list. Returns a function that stops it. */
export function onKeys(keys: Readonly<Record<string, () => void>>): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !Object.hasOwn(keys, event.key)) return;
    if (event.target instanceof Element && event.target.closest("select")) return;
    keys[event.key]?.();
    event.preventDefault();
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}
