import { RecentMap } from "../../shared/recent-map.ts";

/** Most connections whose entries are remembered: a game goes on after its assistant was closed. */
const REMEMBERED = 10_000;

/** The host entry that started each shim. In memory only: a shim names it again when it comes back. */
export interface Entries {
  note(connection: string, entry: string): void;
  /** Null for a connection without a known entry. */
  of(connection: string): string | null;
}

export function createEntries(): Entries {
  const known = new RecentMap<string, string>(REMEMBERED);
  return {
    note: (connection, entry) => void known.set(connection, entry),
    of: (connection) => known.get(connection) ?? null,
  };
}
