/** For all tabs, or for this one. */
type StorageName = "localStorage" | "sessionStorage";

/** A value that the browser stores for a page; null where it stores nothing. */
export function recall(key: string, place: StorageName = "localStorage"): string | null {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
}

/** Null removes a value. Without storage, the browser just forgets it. */
export function remember(key: string, value: string | null, place: StorageName = "localStorage"): void {
  try {
    if (value === null) globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, value);
  } catch {}
}
