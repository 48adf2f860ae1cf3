import { RecentMap } from "../../shared/recent-map.ts";
import type { Seat } from "../../shared/terms.ts";

/** Most seats, and most connections, that are remembered. */
const REMEMBERED = 10_000;

/**
 * How forms are used: the people who play by them, the clients that answer them by themselves, and answers that came
 * too late. In memory: after a restart, people are not asked by forms until they want it again.
 */
export type FormUse = ReturnType<typeof createFormUse>;

export function createFormUse() {
  const people = new RecentMap<string, Seat>(REMEMBERED);
  const automatic = new RecentMap<string, true>(REMEMBERED);
  const late = new RecentMap<string, string>(REMEMBERED);
  const keyOf = (gameId: string, agent: Seat) => `${gameId} ${agent}`;
  return {
    /** The seat that the person at a client plays by forms, opposite an agent or for it; null where nobody does. */
    personOf: (gameId: string, agent: Seat): Seat | null => people.get(keyOf(gameId, agent)) ?? null,
    /** Notes whom forms are to ask from now on; null for nobody. */
    setPerson: (gameId: string, agent: Seat, person: Seat | null): void => {
      if (person === null) people.delete(keyOf(gameId, agent));
      else people.set(keyOf(gameId, agent), person);
    },
    /** Whether the client at a connection has answered a form by itself. */
    isAutomatic: (connection: string | null): boolean => connection !== null && automatic.has(connection),
    noteAutomatic: (connection: string | null): void => {
      if (connection !== null) automatic.set(connection, true);
    },
    /** Notes what came too late, as a sentence for the agent. */
    noteLate: (gameId: string, agent: Seat, sentence: string): void => void late.set(keyOf(gameId, agent), sentence),
    /** Takes that sentence, once; null for none. */
    takeLate: (gameId: string, agent: Seat): string | null => {
      const sentence = late.get(keyOf(gameId, agent)) ?? null;
      late.delete(keyOf(gameId, agent));
      return sentence;
    },
  };
}
