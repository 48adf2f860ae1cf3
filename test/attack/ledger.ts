import type { GameEvent } from "../../src/shared/events.ts";
import { logOf, type Person } from "../support/person.ts";
import type { Tally } from "./tally.ts";

/** An event in one line: what can be told of it from the answer that acknowledged it. */
export function signature(event: Pick<GameEvent, "type"> & Partial<Record<string, unknown>>): string {
  const { type, seat, uci, ply, message, name, next, outcome } = event;
  const parts = { movePlayed: [seat, uci, ply], said: [seat, message], seatTaken: [seat, name] };
  const more: Partial<Record<string, readonly unknown[]>> = {
    ...parts,
    movesTakenBack: [seat, ply],
    rematchCreated: [next],
    gameOver: [JSON.stringify(outcome)],
    gameCreated: [],
  };
  return [type, ...(more[type] ?? [seat])].join(" ");
}

/** What hosts have acknowledged, game by game in the order of the answers. */
export interface Ledger {
  acknowledged(kind: string, gameId: string, event: string): void;
  /** How many operations so far. */
  total(): number;
  /** Fails for each acknowledged operation that is not in the game's log, in its place. Looks at games with news, or at all. */
  check(person: Person, which: "changed" | "all"): Promise<void>;
}

export function createLedger(tally: Tally): Ledger {
  const games = new Map<string, string[]>();
  const changed = new Set<string>();
  let total = 0;
  return {
    total: () => total,
    acknowledged: (kind, gameId, event) => {
      total += 1;
      tally.count(`acknowledged: ${kind}`);
      const events = games.get(gameId) ?? [];
      games.set(gameId, events);
      events.push(event);
      changed.add(gameId);
    },
    check: async (person, which) => {
      // What is acknowledged while a log is being read need not stand in it.
      const looked = [...(which === "all" ? games.keys() : changed)];
      changed.clear();
      for (const id of looked) {
        const expected = [...(games.get(id) ?? [])];
        const kept = (await logOf(person, id)).map(({ event }) => signature(event));
        let place = 0;
        for (const event of expected) {
          const found = kept.indexOf(event, place);
          if (found < 0) tally.fail(`game ${id} lost “${event}”: ${kept.join("; ")}`);
          else place = found + 1;
        }
        tally.count("acknowledged operations looked up after a restart", expected.length);
      }
    },
  };
}
