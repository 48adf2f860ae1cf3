import { z } from "zod";
import { seatTitle } from "../../../shared/terms.ts";
import { isToMove, opponentOf } from "../../tables/machine/table.ts";
import { paragraphs } from "../game-answer.ts";
import { goOnNext, heldSeats } from "../held-seats.ts";
import { listGamesNext, nextActionText } from "../next-action.ts";
import { seatListOutput } from "../output.ts";
import { playerTitle } from "../titles.ts";
import type { Tool } from "../tool.ts";

const input = z.strictObject({});

/** Most games that are listed. */
const MOST = 50;

export const myGames: Tool<typeof input> = {
  name: "myGames",
  title: "Find your games again",
  description:
    "The unfinished games in which you hold a seat, and whose turn it is: where to go on after a lost context.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: seatListOutput,
  run: async (_, call) => {
    const mine = await heldSeats(call);
    const shown = mine.slice(0, MOST);
    const games = shown.map(({ game: { table }, seat }) => ({
      game_id: table.id,
      game: table.kind,
      you: seat,
      your_turn: isToMove(table, seat),
      ply: table.ply,
      opponent: { kind: opponentOf(table, seat).kind, name: opponentOf(table, seat).name },
    }));
    const lines = shown.map(({ game: { table }, seat }) => {
      const whose = isToMove(table, seat) ? "your turn" : "waiting for the opponent";
      return `- ${table.id} (${table.kind}): you are ${seatTitle(seat)} against ${playerTitle(opponentOf(table, seat))}, ply ${table.ply}, ${whose}`;
    });
    const none =
      call.connection === null
        ? "This client has no connection by which its seats are known. Call getGame with the game_id and the seat_token that you were given."
        : "You hold no seat in an unfinished game.";
    const next = goOnNext(call, shown) ?? listGamesNext();
    return {
      text: paragraphs(lines.length > 0 ? lines.join("\n") : none, nextActionText(next)),
      structured: { games, next_action: next },
    };
  },
};
