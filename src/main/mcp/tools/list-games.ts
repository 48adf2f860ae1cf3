import { z } from "zod";
import { whole } from "../../../shared/schemas.ts";
import { seatTitle } from "../../../shared/terms.ts";
import { quoted } from "../../../shared/text.ts";
import { type GameState, openSeat, outcomeIn, type Seated, statusOf, toMove } from "../../games/machine/game-state.ts";
import { formatCursor, readCursor } from "../../live/cursor.ts";
import { summaryOf } from "../../views/game-view.ts";
import { answerFrom, refusalAnswer } from "../answer.ts";
import { nextCall } from "../next-action.ts";
import { gameListOutput } from "../output.ts";
import { defineTool } from "../tool.ts";
import { holdsSeat } from "../turn-answers.ts";
import { heldSeats } from "./my-games.ts";

export const listGames = defineTool({
  name: "listGames",
  toolsets: ["play"],
  title: "List games",
  icon: "list",
  description: "Games at this table, newest first, with their players and results.",
  readOnly: true,
  input: z.strictObject({
    status: z
      .enum(["live", "finished", "open", "all"])
      .default("all")
      .describe("live: both seats taken and not over; open: a seat is free; finished: over."),
    limit: whole(1, 100).default(20).describe("How many, 1–100; newest first."),
    cursor: z.string().max(100).optional().describe("next_cursor of the page before."),
  }),
  output: gameListOutput,
  run: async ({ status, limit, cursor }, call) => {
    const after = readCursor(cursor);
    if (!after.ok) return refusalAnswer(after, nextCall("listGames", { status, limit }, "Begin with the first page"));
    const { games: page, next: begins } = await call.games.list({ status, limit, after: after.value });
    const nextCursor = begins && formatCursor(begins);
    // A seat that was freed is for whoever is given its new join code.
    const open = page.find((state) => openSeat(state)?.generation === 1 && !holdsSeat(call, state));
    const held = heldSeats(call);
    const join = open
      ? nextCall("joinGame", { game_id: open.id }, "Take an open seat, or start a game with createGame")
      : null;
    const isPlaying = held.some(({ game }) => statusOf(game.state) === "live");
    const next = (isPlaying ? ownGames : join) ?? (held.length > 0 ? ownGames : null);
    const lines = page.map(
      (state) =>
        `- ${state.id} (${state.kind}, ${statusOf(state)}): ${state.seats.map(playerLine).join(" – ")}, ${stateLine(state)}`,
    );
    return answerFrom({
      message: lines.length > 0 ? "" : "There are no such games yet.",
      paragraphs: [lines.join("\n"), nextCursor && `There are more: pass cursor “${nextCursor}” for the next page.`],
      fields: { games: page.map(summaryOf), next_cursor: nextCursor },
      next,
      end: "To play, call createGame; to look on, call watchGame with a game_id.",
    });
  },
});

/** Not the game itself with its token: another conversation of the same connection may hold the seat. */
const ownGames = nextCall("myGames", {}, "Find the game that you are in, or start another with createGame");

const playerLine = ({ seat, name, kind }: Seated) =>
  `${seatTitle(seat)} ${name === null ? "(seat open)" : quoted(name)} (${kind})`;
const stateLine = (state: GameState) =>
  state.outcome ? outcomeIn(state) : `ply ${state.ply}, ${toMove(state).map(seatTitle).join(" and ")} to move`;
