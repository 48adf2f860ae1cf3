import type { Seat } from "../../shared/games.ts";
import { otherSeat } from "../../shared/games.ts";
import { accept, type Result } from "../../shared/result.ts";
import { rulesOf } from "../games/rules/index.ts";
import { isToMove, seatedAt } from "../games/table.ts";
import type { Log } from "../log.ts";
import type { Sitting } from "../tables/sitting.ts";
import type { Tables } from "../tables/tables.ts";
import type { ChessEngine } from "./pool.ts";
import { chooseOddEven, chooseTicTacToe } from "./strategies.ts";

/** Milliseconds before an engine that failed is asked again; doubles each time, up to a minute. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** Milliseconds that a move takes at the least when two computers play: people are watching, not reading the log. */
const WATCHABLE_MS = 800;

export interface ComputerPlayer {
  /** Looks at a game and plays where the computer is to move. For games that a new host takes up. */
  attend(sitting: Sitting): void;
  /** Ends every thought and resolves when all have ended. */
  close(): Promise<void>;
}

export interface ComputerPlayerOptions {
  readonly tables: Tables;
  readonly engine: ChessEngine;
  readonly log: Log;
  readonly random?: () => number;
}

/** Sits in the computer's seats: hears what happens at the tables, and moves through the same door as everybody. */
export function createComputerPlayer({
  tables,
  engine,
  log,
  random = Math.random,
}: ComputerPlayerOptions): ComputerPlayer {
  const thoughts = new Map<string, { readonly stop: AbortController; readonly done: Promise<void> }>();
  let closed = false;

  const choose = async (sitting: Sitting, seat: Seat, signal: AbortSignal): Promise<Result<string>> => {
    const { table, moves } = sitting;
    const rules = rulesOf(table.kind);
    const level = seatedAt(table, seat).level ?? 5;
    const view = rules.view(table.state, seat);
    switch (view.kind) {
      case "chess":
        return engine.chooseMove({
          startFen: table.setup.fen ?? null,
          moves: moves.map(({ uci }) => uci),
          legalMoves: rules.legalMoves(table.state, seat),
          level,
          signal,
        });
      case "tic-tac-toe":
        return accept(chooseTicTacToe({ view, seat, level, random }));
      case "odd-even":
        return accept(chooseOddEven({ view, seat, level, random }));
    }
  };

  const think = async (sitting: Sitting, seat: Seat, signal: AbortSignal): Promise<void> => {
    const { id } = sitting.table;
    for (let pause = FIRST_RETRY_MS; !signal.aborted; pause = Math.min(2 * pause, LONGEST_RETRY_MS)) {
      const move = await choose(sitting, seat, signal);
      if (sitting.table.seats.every(({ kind }) => kind === "computer")) await pauseFor(WATCHABLE_MS, signal);
      if (signal.aborted) return;
      if (!move.ok && move.code === "INVALID_ARGUMENT") return playAny(sitting, seat);
      const played = move.ok ? await tables.play(id, seat, { text: move.value }) : move;
      if (played.ok || played.code === "GAME_OVER" || played.code === "HOST_CLOSING" || played.code === "NOT_YOUR_TURN")
        return;
      log.error(`the computer could not move in game ${id}, and tries again: ${played.message}`);
      await pauseFor(pause, signal);
    }
  };

  /** A position that the engine does not take is played on all the same: nobody should wait for ever. */
  const playAny = async ({ table }: Sitting, seat: Seat): Promise<void> => {
    const moves = rulesOf(table.kind).legalMoves(table.state, seat);
    const move = moves[Math.floor(random() * moves.length)];
    log.warn(`the engine does not play the position of game ${table.id}; the computer moves at random there`);
    if (move) await tables.play(table.id, seat, { text: move });
  };

  const attend = (sitting: Sitting): void => {
    const { table } = sitting;
    for (const { seat, kind } of table.seats) {
      if (kind !== "computer") continue;
      const key = `${table.id} ${seat}`;
      if (table.outcome) thoughts.get(key)?.stop.abort();
      else if (isToMove(table, seat) && !thoughts.has(key) && !closed) start(key, sitting, seat);
    }
  };
  const start = (key: string, sitting: Sitting, seat: Seat): void => {
    const stop = new AbortController();
    const run = async () => {
      try {
        await think(sitting, seat, stop.signal);
      } catch (error) {
        log.error(
          `the computer failed in game ${sitting.table.id}: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
      thoughts.delete(key);
      // The next round of a simultaneous game, or a position after a takeback, may have come up meanwhile.
      attend(sitting);
    };
    thoughts.set(key, { stop, done: run() });
  };

  /** The computer agrees to a draw that either side could claim, and plays on otherwise. */
  const answerOffer = async ({ table }: Sitting, offeror: Seat): Promise<void> => {
    const seat = otherSeat(table.kind, offeror);
    if (seatedAt(table, seat).kind !== "computer") return;
    const claimable = rulesOf(table.kind).claimableDraw(table.state) !== null;
    await tables.draw(table.id, seat, claimable ? "accept" : "decline");
  };

  const stopListening = tables.listen(({ event }, sitting) => {
    if (event.type === "drawOffered") void answerOffer(sitting, event.seat);
    // What it thought about is not on the board any more.
    if (event.type === "movesTakenBack")
      for (const { seat } of sitting.table.seats) thoughts.get(`${sitting.table.id} ${seat}`)?.stop.abort();
    attend(sitting);
  });

  return {
    attend,
    close: async () => {
      closed = true;
      stopListening();
      const running = [...thoughts.values()];
      for (const { stop } of running) stop.abort();
      await Promise.allSettled(running.map(({ done }) => done));
    },
  };
}

function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    if (signal.aborted) done();
  });
}
