import type { EntrantRef } from "./entrant-tokens.ts";

/** Over which connection each agent was last heard of: who has gone away is known by its end. */
export interface Attendance {
  heard(entrant: EntrantRef, connection: string | null): void;
  /** Whether it came over a connection that has ended since. Of those who have none nobody knows. */
  hasGone(entrant: EntrantRef): boolean;
}

/** Those that are remembered; whoever is forgotten counts as there. */
const REMEMBERED = 10_000;

export function createAttendance(isOpen: (connection: string) => boolean): Attendance {
  const last = new Map<string, string | null>();
  const keyOf = ({ league, number }: EntrantRef): string => `${league} ${number}`;
  return {
    heard: (entrant, connection) => {
      const key = keyOf(entrant);
      last.delete(key);
      last.set(key, connection);
      const [oldest] = last.keys();
      if (last.size > REMEMBERED && oldest !== undefined) last.delete(oldest);
    },
    hasGone: (entrant) => {
      const connection = last.get(keyOf(entrant)) ?? null;
      return connection !== null && !isOpen(connection);
    },
  };
}
