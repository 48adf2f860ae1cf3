import { z } from "zod";
import { invalid } from "../../../shared/result.ts";
import type { Seat } from "../../../shared/terms.ts";
import { TALK_LENGTH } from "../../../shared/text.ts";
import { playerName } from "../../games/game-factory.ts";
import type { LiveGame } from "../../games/live-game.ts";
import { type GameState, isToMove, opponentSeat, seatedAt } from "../../games/machine/game-state.ts";
import { gamePgnForAgents } from "../../views/export/game-pgn.ts";
import * as answers from "../answers/answer.ts";
import { gameAnswer, lastMoveLine, overLine, unreadTalkFor } from "../answers/game-answer.ts";
import { spectatorAt } from "../answers/reader.ts";
import { whileWaiting } from "../answers/turn-answers.ts";
import { boardState, seedFor } from "../board/chat-board.ts";
import { wakeText } from "../board/wake.ts";
import type { Call } from "./call.ts";
import { boardOutput, briefOutput, gameId, seatToken, timeoutSeconds, waitedSeconds } from "./fields.ts";
import { defineTool } from "./tool.ts";

export const watchGame = defineTool({
  name: "watchGame",
  toolsets: ["play"],
  title: "Watch a game",
  icon: "watch",
  description:
    "Look on as a spectator: waits until something happens after the ply you have seen. Call it again until the game is over. To comment, call kibitz.",
  readOnly: true,
  input: z.strictObject({
    game_id: gameId,
    after_ply: z
      .int()
      .min(0)
      .optional()
      .describe("The ply you have seen: waits until something happens after it. Left out: answers at once."),
    timeout_seconds: timeoutSeconds,
    waited: waitedSeconds,
  }),
  output: briefOutput,
  run: async ({ game_id, after_ply, timeout_seconds, waited: before }, call) => {
    const start = await call.games.get(game_id);
    if (!start.ok) return answers.refusalAnswer(start, answers.listGamesNext());
    const keyBefore = changeKey(start.value);
    const reader = spectatorAt(call, start.value);
    // Without a connection nobody is known to have heard anything: it would be told the same again and again.
    const hasUntold = (game: LiveGame) => call.connection !== null && unreadTalkFor(game, reader).text !== "";
    const ready = (game: LiveGame) =>
      game.state.outcome !== null || game.state.ply !== after_ply || changeKey(game) !== keyBefore || hasUntold(game);
    const seconds = call.holdSeconds(timeout_seconds);
    const startedAt = call.now();
    const wait =
      after_ply === undefined
        ? null
        : await whileWaiting(call, seconds, "Watching…", () =>
            call.games.waitUntil(game_id, ready, seconds * 1000, call.signal),
          );
    if (wait && !wait.ok)
      return answers.refusalAnswer(wait, answers.inFiveSeconds(answers.watchNext(game_id, after_ply)));
    const totalSeconds = Math.round(before + (call.now() - startedAt) / 1000);
    const game = wait?.value.game ?? start.value;
    const { state } = game;
    // A spectator is led to watch on, also where a seat is open.
    const again = state.outcome
      ? null
      : reader.plays
        ? answers.watchOrPlayNext(game_id, state.ply)
        : answers.watchNext(game_id, state.ply);
    const later = again && { ...again, arguments: { ...again.arguments, waited: totalSeconds } };
    if (wait !== null && wait.value.end !== "changed")
      return gameAnswer(game, reader, {
        message: `Timeout: nothing has happened for ${totalSeconds} s. This is normal: call this tool again.`,
        position: false,
        next: wait.value.end === "closing" ? answers.onceRestarted(later) : later,
        more: { status: "timeout" },
      });
    const stands = overLine(state) ?? `Game ${game_id}, ply ${state.ply}.`;
    return gameAnswer(game, reader, {
      message: answers.sentences(lastMoveLine(game, null), stands),
      position: state.ply !== after_ply || state.outcome !== null,
      next: again,
    });
  },
});

/** A key that changes with everything a spectator calls a change: all but moves that were refused. */
function changeKey({ state, talk, remarks }: LiveGame): string {
  const { ply, drawOffer, takebackOffer, seats, rematch } = state;
  const names = seats.map(({ name }) => name);
  return JSON.stringify([ply, drawOffer, takebackOffer, rematch, names, talk.length, remarks.length]);
}

export const kibitzTool = defineTool({
  name: "kibitz",
  toolsets: ["play"],
  title: "Remark on a game",
  icon: "talk",
  description:
    "A spectator's remark: people who watch and other spectators see it at once, the players only when the game is over. Players use say.",
  input: z.strictObject({
    game_id: gameId,
    message: z.string().min(1).max(TALK_LENGTH).describe("Your remark on the game, at most 280 characters."),
  }),
  output: briefOutput,
  run: async ({ game_id, message }, call) => {
    const game = await call.games.get(game_id);
    if (!game.ok) return answers.refusalAnswer(game, answers.listGamesNext());
    const reader = spectatorAt(call, game.value);
    const { state } = game.value;
    if (reader.plays && state.outcome === null)
      return answers.refusalAnswer(playerRemark, answers.nextCall("say", { game_id, message }, "Say it to the table"));
    const name = playerName(call.clientName, "Spectator");
    const result = await call.games.kibitz(game_id, name, message, call.connection);
    if (!result.ok) return answers.refusalAnswer(result, answers.watchNext(game_id, state.ply));
    return gameAnswer(result.value, reader, { message: "Remarked.", position: false });
  },
});

const playerRemark = invalid("You play in this game. Spectators remark with kibitz; players speak with say");

/** Milliseconds by which a timer may run ahead of the clock. */
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
    const search = await call.games.get(game_id);
    if (!search.ok) return answers.refusalAnswer(search, answers.listGamesNext());
    let game = search.value;
    const ownIn = ({ state }: LiveGame): Seat | null => {
      if (seat_token === undefined) return null;
      // A board may be a little behind when it asks: the game does not wait for it.
      const past = call.authority.pastBoard(state, seat_token, ["data"]);
      const holding = call.authority.ownSeat(state, { token: seat_token, connection: null });
      return past?.seat ?? (holding.ok ? (holding.value?.seat ?? null) : null);
    };
    let own = ownIn(game);
    if (own === null && seat_token !== undefined) {
      // Another host may have given the board its token a moment ago.
      const latest = await call.games.latest(game_id);
      if (!latest.ok) return answers.refusalAnswer(latest, answers.listGamesNext());
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
      const wait = await call.games.waitUntil(
        game_id,
        ({ version }) => version > after,
        Math.min(timeout_seconds * 1000, due ? due + TIMER_MS : Number.POSITIVE_INFINITY),
        call.signal,
        { seat: null, client: call.connection },
      );
      if (!wait.ok) return answers.refusalAnswer(wait, answers.watchNext(game_id));
      game = wait.value.game;
      ({ due, isOurs } = wake());
    }
    const { state } = game;
    // A caller that held the seat when the call came in may still see the position that ends its wait.
    const seatState = own === null ? null : seatedAt(state, own);
    const seed = {
      ...seedFor(game, seatState, call),
      ...(own !== null && isAgentAsleep(call, state, own) ? { asleep: true } : {}),
      ...(due === null ? {} : { wake_in: Math.ceil(due / 1000) }),
      ...(due !== null && own !== null && call.wakes.isTold(game, own) ? { woken: true } : {}),
      ...(pgn ? { pgn: gamePgnForAgents(game) ?? "" } : {}),
      ...(isOurs && own !== null ? { wake: wakeText(game, own) } : {}),
    };
    // A model may come to read the answer: what only the person may see is in the board's own data.
    const legal = state.legalMoves === "hidden" ? [] : seed.state.legal_moves;
    return {
      text: `Game ${game_id} at ply ${state.ply}.`,
      fields: { board: { ...boardState(game, null, call.now()), legal_moves: legal } },
      board: { seed, inPage: null },
    };
  },
});

/** Whether the person is to move, and the agent across sleeps until then. */
const isAgentAsleep = ({ seatCalls }: Call, state: GameState, person: Seat): boolean =>
  isToMove(state, person) && (seatCalls.of(state, opponentSeat(state, person))?.inBackground ?? 0) > 0;
