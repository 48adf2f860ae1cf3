import { z } from "zod";
import { definitionOf } from "../../../../games/register.ts";
import { type Path, placeAt } from "../../../../shared/coach/changes.ts";
import { glyphSign } from "../../../../shared/glyphs.ts";
import { accept, type Refusal, type Result, refuse } from "../../../../shared/result.ts";
import { whole } from "../../../../shared/schemas.ts";
import type { OpenBoard } from "../../../coach/coach.ts";
import { nextCall, refusalAnswer, type ToolAnswer } from "../../answers/answer.ts";
import type { Call } from "../call.ts";
import { gameId } from "../fields.ts";

/** The arguments by which a tool of the coach names a place of a board. */
export const aboutBoard = {
  game_id: gameId.optional().describe("The game or study. Default: the board that was shared last."),
};
export const atPlace = whole(0, 1_000_000).optional();

/** A place of a shared board that the caller may use. */
export interface BoardPlace {
  readonly board: OpenBoard;
  readonly path: Path;
  readonly coach: NonNullable<Call["coach"]>;
}

export const notHere = refuse(
  "SEAT_REQUIRED",
  "Boards are shared with assistants on the person's own machine alone, and this connection may come from another one",
);

/**
 * Finds a place of a shared board, by default the one that the person looks at. Refuses callers of other machines,
 * boards that are not shared, places that are gone, and with `ANALYSIS_OFF` a position of a game that goes on.
 */
export async function placeOn(call: Call, id: string | undefined, at: number | undefined): Promise<Result<BoardPlace>> {
  const { coach } = call;
  if (!coach) return notHere;
  const search = coach.open(id);
  if (!search.ok) return search;
  const board = search.value;
  const path = at === undefined ? board.person : board.tree.pathOf(at);
  if (!path) return refuse("STALE_PLY", `There is no place ${at} on the board; it may have been taken out. Look again`);
  const may = await coach.mayUse(board, [path]);
  return may.ok ? accept({ board, path, coach }) : may;
}

/** The answer to a refused call: look at the board again, where there is one to look at. */
export function refusedOnBoard(refusal: Refusal, id: string | undefined): ToolAnswer {
  const isGone = refusal.code === "SEAT_REQUIRED" || refusal.code === "ANALYSIS_OFF";
  const about = id === undefined ? {} : { game_id: id };
  return refusalAnswer(
    refusal,
    isGone ? null : nextCall("lookAtBoard", about),
    isGone ? "Tell your person so." : undefined,
  );
}

/** The move that leads to a place, numbered: `12… Nf6`; empty at the start. */
export function moveAt({ tree, game }: OpenBoard, path: Path): string {
  const move = tree.lines().moves[placeAt(tree.lines(), path) ?? -1];
  if (!move) return "";
  return definitionOf(game.kind).words.moves(game.options, [move.text], path.length - 1) + signsOf(move.nags);
}

export const signsOf = (nags: readonly number[] = []): string => nags.map(glyphSign).join("");

/** A place as answers name it. */
export const placeFields = (board: OpenBoard, path: Path) => {
  const move = moveAt(board, path);
  return { place: board.tree.numberOf(path), ...(move === "" ? {} : { move }) };
};

export const placeOutput = z.looseObject({ place: z.number() });
