import { z } from "zod";
import { definitionOf } from "../../../../games/register.ts";
import { takeOutChanges } from "../../../../shared/coach/assistant.ts";
import { type Change, type Path, placeAt } from "../../../../shared/coach/changes.ts";
import type { AssistantNote } from "../../../../shared/lines.ts";
import { type Refusal, refuse } from "../../../../shared/result.ts";
import { cleanLine } from "../../../../shared/text.ts";
import type { OpenBoard } from "../../../coach/coach.ts";
import { answerFrom, refusalAnswer, type ToolAnswer } from "../../answers/answer.ts";
import { answerOrError } from "../fields.ts";
import { defineTool } from "../tool.ts";
import { aboutBoard, atPlace, moveAt, placeFields, placeOn, placeOutput, refusedOnBoard } from "./board.ts";

const LONGEST_COMMENT = 1_000;
const MOST_SHAPES = 8;
const LONGEST_LINE = 20;
/** Drawings on the board, each on or between so many squares. */
const shapesSchema = (squares: number) => {
  const shape = new RegExp(`^([a-z][1-9]\\d?){${squares}}$`);
  const one = z.string().refine((text) => shape.test(text), "a square is a letter and a number, such as f7");
  return z.array(one).max(MOST_SHAPES).optional();
};

export const writeOnBoard = defineTool({
  name: "writeOnBoard",
  toolsets: ["coach"],
  title: "Write on the shared board",
  icon: "move",
  description:
    "Show your person a place on the shared board, add a line from there, and write about where it ends. It is marked as yours, and your person keeps it or takes it out. An illegal move is refused with the legal ones, and nothing is written.",
  input: z.strictObject({
    ...aboutBoard,
    at: atPlace.describe("The place to begin. Default: where your person is."),
    moves: z
      .array(z.string().min(1).max(20))
      .max(LONGEST_LINE)
      .optional()
      .describe("Moves of both sides in turn from there."),
    comment: z.string().max(LONGEST_COMMENT).optional().describe("In place of your comment there."),
    judgement: z
      .enum(["good", "mistake", "brilliant", "blunder", "interesting", "inaccuracy", "none"])
      .optional()
      .describe("Of the last move."),
    arrows: shapesSchema(2).describe("Such as g1f3."),
    circles: shapesSchema(1).describe("Such as f7."),
    remove: z.boolean().optional().describe("Take out what you wrote here and after it instead."),
  }),
  output: answerOrError({
    game_id: z.string(),
    at: placeOutput,
    places: z.array(z.number()),
    legal_moves: z.array(z.string()),
  }),
  idempotent: true,
  run: async (args, call) => {
    const { game_id, at, moves = [], comment, judgement, arrows, circles, remove = false } = args;
    const search = await placeOn(call, game_id, at);
    if (!search.ok) return refusedOnBoard(search, game_id);
    const { board, path, coach } = search.value;
    const line = lineFrom(board, path, moves);
    const paths = line.path.map((_, index) => line.path.slice(0, index + 1)).slice(path.length);
    const may = await coach.mayUse(board, paths);
    if (!may.ok) return refusedOnBoard(may, game_id);
    if (!line.ok) return illegalAnswer(line.refusal, board, line.path);
    if (placeAt(board.tree.lines(), path) === null)
      return refusedOnBoard(refuse("STALE_PLY", "Your person has just taken that place out. Look again"), game_id);
    if (remove) {
      const { changes } = coach.write(board, takeOutChanges(board.tree.lines(), path), null);
      return answerFrom({
        message: changes.length > 0 ? "Taken out." : "There was nothing of yours there.",
        fields: { game_id: board.id },
        next: null,
        end: GO_ON,
      });
    }
    const lines = board.tree.lines();
    const changes: Change[] = paths
      .filter((each) => placeAt(lines, each) === null)
      .map((each) => ({ type: "add", path: each, move: { text: textAt(board, each), assistant: { added: true } } }));
    const before = (lines.moves[placeAt(lines, line.path) ?? -1] ?? (line.path.length === 0 ? lines : {})).assistant;
    const added = before?.added ?? (changes.length > 0 ? true : undefined);
    const note: AssistantNote = {
      ...(added && { added }),
      ...textIn(comment === undefined ? before?.comment : cleanLine(comment)),
      ...listIn("nags", judgement === undefined ? before?.nags : glyphsOf[judgement]),
      ...listIn("shapes", arrows || circles ? [...(arrows ?? []), ...(circles ?? [])] : before?.shapes),
    };
    const isNoted = comment !== undefined || judgement !== undefined || arrows !== undefined || circles !== undefined;
    if (isNoted) changes.push({ type: "note", path: line.path, notes: { assistant: note } });
    const { refusals } = coach.write(board, changes, line.path);
    if (refusals.length > 0)
      return refusedOnBoard(refuse("LIMIT_REACHED", "The board is full: a tree has at most 5,000 moves"), game_id);
    const target = placeFields(board, line.path);
    return answerFrom({
      message: `${changes.length > 0 ? "Written" : "Shown"}: place ${target.place}${"move" in target ? ` (${target.move})` : ""}.`,
      fields: {
        game_id: board.id,
        at: target,
        ...(paths.length > 1 ? { places: paths.map((each) => board.tree.numberOf(each)) } : {}),
      },
      next: null,
      end: GO_ON,
    });
  },
});

/** The glyphs of each judgement (PGN standard 10). */
const glyphsOf = {
  good: [1],
  mistake: [2],
  brilliant: [3],
  blunder: [4],
  interesting: [5],
  inaccuracy: [6],
  none: [],
} as const;

const GO_ON = "Go on, or talk with your person.";
const textIn = (comment: string | undefined) => (comment ? { comment } : {});
const listIn = <Name extends string, Item>(name: Name, list: readonly Item[] | undefined) =>
  list && list.length > 0 ? { [name]: list } : {};

const textAt = ({ positions }: OpenBoard, path: Path): string => {
  const position = positions.at(path);
  return position.ok ? position.value.text : "";
};

type LineToWrite =
  | { readonly ok: true; readonly path: Path }
  | { readonly ok: false; readonly refusal: Refusal; readonly path: Path };

/** The path of a line from a place; where a move cannot be played, the reason, and the path before it. */
function lineFrom({ positions }: OpenBoard, start: Path, moves: readonly string[]): LineToWrite {
  let path = start;
  for (const text of moves) {
    const before = positions.at(path);
    const move = before.ok ? positions.after(before.value, text) : before;
    if (!move.ok) return { ok: false, refusal: move, path };
    path = [...path, move.value.code];
  }
  return { ok: true, path };
}

/** The answer to a move that cannot be played: the reason, and what is legal there. Nothing was written. */
function illegalAnswer(refusal: Refusal, board: OpenBoard, path: Path): ToolAnswer {
  const { rules, words } = definitionOf(board.game.kind);
  const position = board.positions.at(path);
  const state = position.ok ? position.value.state : null;
  const [seat] = rules.toMove(state);
  const legal = seat === undefined ? [] : words.legal(rules.view(state, null), rules.legalMoves(state, seat));
  const move = moveAt(board, path) || textAt(board, path) || "the start";
  const message = `${refusal.message.replace(/\.$/, "")}. Nothing was written. Legal after ${move}: ${legal.join(" ")}`;
  const answer = refusalAnswer({ ...refusal, message }, null, "Write again with legal moves.");
  return { ...answer, fields: { ...answer.fields, legal_moves: legal } };
}
