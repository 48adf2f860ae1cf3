import type { ReadLines } from "../../shared/api.ts";
import { recall, remember } from "../ui/remember.ts";

const KEY = "kibitz-pasted";

/**
 * The records that were pasted in this tab, by number. A reload finds the last one where the browser stores anything.
 */
const records = new Map<string, ReadLines>();

/** Stores a record for the address of its analysis. Returns its number there. */
export function keepPasted(record: ReadLines): string {
  const place = String(Date.now());
  records.set(place, record);
  remember(KEY, JSON.stringify({ place, record }), "sessionStorage");
  return place;
}

export function pastedAt(place: string): ReadLines | null {
  const known = records.get(place);
  if (known) return known;
  try {
    const kept = JSON.parse(recall(KEY, "sessionStorage") ?? "null");
    return kept?.place === place ? kept.record : null;
  } catch {
    return null;
  }
}
