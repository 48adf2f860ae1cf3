/** Elements in which all keys have another meaning; those that use only some, as a board does, handle them themselves. */
const taken = 'input:not([type="checkbox"]), textarea, select, [role="radiogroup"], dialog';

/**
 * Listens for keys on the whole page; returns a function that stops it. Keys with Control or Command are named after
 * both, as `Control+z`; with Shift, only `?` is listened for, which is typed so.
 * @param keys what each key does; a key that answers false is left to the browser
 */
export function onKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => unknown>>): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.ctrlKey || event.metaKey ? `Control+${event.key}` : event.key;
    if (event.defaultPrevented || event.altKey || (event.shiftKey && key !== "?")) return;
    if (event.target instanceof Element && event.target.closest(taken)) return;
    if (Object.hasOwn(keys, key) && keys[key]?.(event) !== false) event.preventDefault();
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}
