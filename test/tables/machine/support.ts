import type { LiveGame } from "../../../src/main/tables/live-game.ts";
import { afterLog, unstoredGame } from "../../../src/main/tables/live-game.ts";
import { createTable } from "../../../src/main/tables/machine/create.ts";
import { play } from "../../../src/main/tables/machine/play.ts";
import type { Step, Table } from "../../../src/main/tables/machine/table.ts";
import { toMove } from "../../../src/main/tables/machine/table.ts";
import { agent, agentGame, sure, type Wish } from "../support.ts";

/** The moment at which games of these tests are made, in milliseconds since 1970. */
export const start = 1_800_000_000_000;

/** A table that has just been set. */
export const tableOf = (wish: Partial<Wish> = {}, now = start): Table =>
  sure(createTable({ ...agentGame, ...wish, id: "1234" }, now)).table;

/** With black's seat open; the first seat of another game's is taken likewise. */
export const openTable = (wish: Partial<Wish> = {}): Table =>
  tableOf({ players: [agent("One"), agent(null)], ...wish });

/** The table after moves, each by whom it is the turn of, all at one moment. Throws where one is refused. */
export function played(table: Table, moves: readonly string[], now = start): Table {
  let current = table;
  for (const text of moves) {
    const seat = toMove(current)[0] ?? "nobody";
    const result = play(current, seat, { text, claimWin: false, claimDraw: false }, now);
    if (!result.played) throw new Error(`${text}: ${result.refusal.message}`);
    current = result.step.table;
  }
  return current;
}

/** The game with a step more, as if it had been kept. */
export function kept(game: LiveGame, { table, events }: Step, at: number): LiveGame {
  const entries = events.map((event, index) => ({
    id: game.lastEventId + index + 1,
    gameId: table.id,
    seq: game.version + index + 1,
    at,
    event,
  }));
  return afterLog(game, table, entries);
}

/** A game that has just been made, with its first event. */
export function made(wish: Partial<Wish> = {}, now = start): LiveGame {
  const step = sure(createTable({ ...agentGame, ...wish, id: "1234" }, now));
  return kept(unstoredGame(step.table), step, now);
}
