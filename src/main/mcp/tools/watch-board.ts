import { z } from "zod";
import type { Seat } from "../../../shared/terms.ts";
import type { LiveGame } from "../../games/live-game.ts";
import { type GameState, isToMove, opponentSeat, seatedAt } from "../../games/machine/game-state.ts";
import { gamePgnForAgents } from "../../views/game-pgn.ts";
import { refusalAnswer } from "../answer.ts";
import type { Call } from "../call.ts";
import { boardState, seedFor } from "../chat-board.ts";
import { listGamesNext, watchNext } from "../next-action.ts";
import { boardOutput } from "../output.ts";
import { defineTool } from "../tool.ts";
import { wakeText } from "../wake-text.ts";
import { gameId, seatToken } from "./arguments.ts";

/** By which a timer may run ahead of the clock. */
const TIMER_MS = 10;

/** For the board's page alone: it keeps itself current with this, and a model never needs it. */
export const watchBoard = defineTool({
  name: "watchBoard",
  toolsets: ["play", "game"],
  title: "Keep a board current",
  description: "For the board in the chat alone. To look at a game, call getGame.",
  readOnly: true,
  input: z.strictObject({
    game_id: gameId,
    after: z.int().min(0).optional().describe("The event_id that the board shows."),
    seat_token: seatToken.describe("The token that came with the board."),
    wakes: z.boolean().default(false).describe("Whether the board can speak to the model."),
    pgn: z.boolean().default(false).describe("Also the PGN."),
    timeout_seconds: z.number().min(0).max(55).default(25).describe("Seconds to wait for news, 0–55."),
  }),
  output: boardOutput,
  ui: "for-board",
  run: async ({ game_id, after, seat_token, wakes, pgn, timeout_seconds }, call) => {
    const found = await call.games.get(game_id);
    if (!found.ok) return refusalAnswer(found, listGamesNext());
    let game = found.value;
    const ownIn = ({ state }: LiveGame): Seat | null => {
      if (seat_token === undefined) return null;
      // A board may be a little behind when it asks: the game does not wait for it.
      const past = call.authority.pastBoard(state, seat_token, ["data"]);
      const held = call.authority.ownSeat(state, { token: seat_token, connection: null });
      return past?.seat ?? (held.ok ? (held.value?.seat ?? null) : null);
    };
    let own = ownIn(game);
    if (own === null && seat_token !== undefined) {
      // Another host may have given the board its token a moment ago.
      const latest = await call.games.latest(game_id);
      if (!latest.ok) return refusalAnswer(latest, listGamesNext());
      game = latest.value;
      own = ownIn(game);
    }
    /** Milliseconds until the agent across is to be woken, and whether this board is to do it now. */
    const wake = () => ({
      due: own === null ? null : call.wakes.dueIn(game, own),
      isOurs: wakes && own !== null && call.wakes.take(game, own),
    });
    let { due, isOurs } = wake();
    if (after !== undefined && !isOurs && (game.state.outcome === null || due)) {
      const ended = await call.games.waitUntil(
        game_id,
        ({ version }) => version > after,
        Math.min(timeout_seconds * 1000, due ? due + TIMER_MS : Number.POSITIVE_INFINITY),
        call.signal,
        { seat: null, client: call.connection },
      );
      if (!ended.ok) return refusalAnswer(ended, watchNext(game_id));
      game = ended.value.game;
      ({ due, isOurs } = wake());
    }
    const { state } = game;
    // A caller that held the seat when the call came in may still see the position that ends its wait.
    const seated = own === null ? null : seatedAt(state, own);
    const seed = {
      ...seedFor(game, seated, call),
      ...(own !== null && isAsleep(call, state, own) ? { asleep: true } : {}),
      ...(due === null ? {} : { wake_in: Math.ceil(due / 1000) }),
      ...(due !== null && own !== null && call.wakes.isTold(game, own) ? { woken: true } : {}),
      ...(pgn ? { pgn: gamePgnForAgents(game) ?? "" } : {}),
      ...(isOurs && own !== null ? { wake: wakeText(game, own) } : {}),
    };
    // A model may come to read the answer: what only the person may see is in the board's own data.
    const legal = state.legalMoves === "hidden" ? [] : seed.state.legal_moves;
    return {
      text: `Game ${game_id} at ply ${state.ply}.`,
      structured: { board: { ...boardState(game, null, call.now()), legal_moves: legal } },
      board: { seed, inPage: null },
    };
  },
});

/** Whether the person is to move, and the agent across sleeps until then. */
const isAsleep = ({ seatCalls }: Pick<Call, "seatCalls">, state: GameState, person: Seat): boolean =>
  isToMove(state, person) && (seatCalls.of(state, opponentSeat(state, person))?.inBackground ?? 0) > 0;
