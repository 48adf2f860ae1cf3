import { z } from "zod";
import { definitionOf } from "../../../../games/register.ts";
import { keyOf, type Path, pathOf, placeAt } from "../../../../shared/coach/changes.ts";
import { followersOf, type LineScore, pathTo } from "../../../../shared/lines.ts";
import { accept, type Result } from "../../../../shared/result.ts";
import { seatTitle } from "../../../../shared/terms.ts";
import { quote } from "../../../../shared/text.ts";
import type { OpenBoard } from "../../../coach/coach.ts";
import { type Moment, momentsOf } from "../../../coach/moments.ts";
import { playerName } from "../../../games/game-factory.ts";
import { byNodes } from "../../../players/stockfish/analyst.ts";
import { writtenLine } from "../../../views/game/replay.ts";
import { fromFirst, reviewAndKeep, usualNodes } from "../../../views/game/review.ts";
import { answerFrom, sentences } from "../../answers/answer.ts";
import { scoreText } from "../analysis.ts";
import type { Call } from "../call.ts";
import { answerOrError } from "../fields.ts";
import { defineTool } from "../tool.ts";
import {
  aboutBoard,
  atPlace,
  type BoardPlace,
  moveAt,
  placeFields,
  placeOn,
  placeOutput,
  refusedOnBoard,
  signsOf,
} from "./board.ts";

/** Most plies before a place that are list. */
const RECENT = 12;
/** Nodes for two lines: those of a thorough review for each. */
const NODES = 400_000;
const LINES = 2;
const LINE_LENGTH = 8;

export const lookAtBoard = defineTool({
  name: "lookAtBoard",
  toolsets: ["coach"],
  title: "Look at the shared board",
  icon: "board",
  description:
    "The analysis board that your person shares with you: where they are, the position, the moves to and from it, and notes. Places are numbers: the ply on the main line, and others as answers give them.",
  input: z.strictObject({
    ...aboutBoard,
    at: atPlace.describe("The place to look at. Default: where your person is."),
    engine: z.boolean().optional().describe("Also an engine's two best lines there."),
    moments: z
      .boolean()
      .optional()
      .describe(
        "Also the three moves of the game that cost most, with what was better. The first time takes half a minute.",
      ),
  }),
  output: answerOrError({
    game_id: z.string(),
    title: z.string(),
    person: placeOutput,
    at: placeOutput,
    to_move: z.string(),
    fen: z.string(),
    state: z.looseObject({}),
    line: z.string(),
    next: z.array(placeOutput),
    comment: z.string(),
    yours: z.looseObject({}),
    moments: z.array(placeOutput),
    page_engine: z.array(z.string()),
    engine: z.array(z.string()),
    legal_moves: z.array(z.string()),
  }),
  // A review is kept with its game.
  readOnly: false,
  run: async ({ game_id, at, engine, moments }, call) => {
    const search = await placeOn(call, game_id, at);
    if (!search.ok) return refusedOnBoard(search, game_id);
    const place = search.value;
    const { board, path } = place;
    const list = moments ? await momentsFor(place, call) : null;
    if (list && !list.ok) return refusedOnBoard(list, game_id);
    const lines = engine ? await engineLines(place, call) : null;
    if (lines && !lines.ok) return refusedOnBoard(lines, game_id);
    return answerFrom({
      message: "",
      ...boardContent(board, path, list?.value ?? null, await pageLines(place), lines?.value ?? null),
      next: null,
      end: sentences(
        "Go on with writeOnBoard or askOnBoard, or talk with your person.",
        // Where the wait goes on in the background, it costs nothing.
        moments && call.background ? "After the walk, askOnBoard with walk: true waits for the next one." : null,
      ),
    });
  },
});

/** A moment of the game, by its place on the board. */
type ToldMoment = Moment & { readonly place: number };

function boardContent(
  board: OpenBoard,
  path: Path,
  moments: readonly ToldMoment[] | null,
  shown: readonly string[],
  engine: readonly string[] | null,
) {
  const { tree, positions, game } = board;
  const { rules, words } = definitionOf(game.kind);
  const lines = tree.lines();
  const place = placeAt(lines, path) ?? -1;
  const position = positions.at(path);
  const state = position.ok ? position.value.state : null;
  const [seat] = rules.toMove(state);
  const view = rules.view(state, null);
  const legal = seat === undefined ? [] : words.legal(view, rules.legalMoves(state, seat));
  const moves = pathTo(lines, place).map((each) => lines.moves[each]?.text ?? "");
  const from = Math.max(0, moves.length - RECENT);
  const line = words.moves(game.options, moves.slice(from), from);
  const next = followersOf(lines)(place).map((each) => placeFields(board, pathOf(lines, each)));
  const notes = lines.moves[place] ?? lines;
  const { added, comment, nags, shapes } = notes.assistant ?? {};
  const own = {
    ...(added && { added }),
    ...(comment && { comment }),
    ...(nags && { judgement: signsOf(nags) }),
    ...(shapes && { shapes }),
  };
  const title = game.study ?? game.seats.map(({ name, seat }) => playerName(name ?? "", seatTitle(seat))).join(" – ");
  const toMove = seat === undefined ? "nobody: the game is over" : seat;
  return {
    paragraphs: [
      [
        `Board ${board.id}, ${quote(title)}. Your person is at ${placeText(board, board.person)}; this is ${placeText(board, path)}.`,
        `- ${words.line(view)}; to move: ${toMove}`,
        ...(line === "" ? [] : [`- Line: ${from > 0 ? "… " : ""}${line}`]),
        ...(next.length > 0 ? [`- Next: ${next.map(({ place, move }) => `${place} (${move})`).join(", ")}`] : []),
        ...(notes.comment === undefined ? [] : [`- Comment: ${quote(notes.comment)}`]),
        ...(Object.keys(own).length > 0 ? [`- Yours: ${JSON.stringify(own)}`] : []),
        ...shown.map((each) => `- Your person’s page shows: ${each}`),
        ...(engine ?? []).map((each) => `- Engine: ${each}`),
        ...(legal.length > 0 ? [`- Legal moves: ${legal.join(" ")}`] : []),
      ].join("\n"),
      moments &&
        (moments.length > 0
          ? ["Moments:", ...moments.map(momentText)].join("\n")
          : "No move of the game was a mistake."),
    ],
    fields: {
      game_id: board.id,
      title,
      person: placeFields(board, board.person),
      at: placeFields(board, path),
      to_move: toMove,
      ...words.position(view),
      line,
      ...(next.length > 0 ? { next } : {}),
      ...(notes.comment === undefined ? {} : { comment: notes.comment }),
      ...(Object.keys(own).length > 0 ? { yours: own } : {}),
      ...(moments
        ? { moments: moments.map(({ ply: _, better, ...moment }) => ({ ...moment, better: better.join(" ") })) }
        : {}),
      ...(shown.length > 0 ? { page_engine: shown } : {}),
      ...(engine ? { engine } : {}),
      legal_moves: legal,
    },
  };
}

const placeText = (board: OpenBoard, path: Path): string => {
  const move = moveAt(board, path);
  return `place ${board.tree.numberOf(path)} (${move === "" ? "the start" : move})`;
};

const momentText = ({ place, seat, played, judgement, before, after, better }: ToldMoment): string =>
  `- place ${place}, ${seatTitle(seat)} played ${played}: ${judgement}, chances ${before} % → ${after} %; the engine's line: ${better.join(" ")}`;

/** The moments of the board's game, reviewed first where it was not. */
async function momentsFor({ board, coach }: BoardPlace, call: Call): Promise<Result<readonly ToldMoment[]>> {
  const { games, analysis, signal, progress } = call;
  const game = await games.get(board.id);
  if (!game.ok) return game;
  const onProgress = (count: number, of: number) => progress?.(count, of, `Looked at ${count} of ${of} positions`);
  const live = game.value.review
    ? game
    : await reviewAndKeep(game.value, usualNodes(game.value), { games, analysis }, signal, onProgress);
  if (!live.ok) return live;
  const codes = live.value.moves.map(({ code }) => code);
  const moments: ToldMoment[] = [];
  for (const moment of momentsOf(live.value) ?? []) {
    const path = codes.slice(0, moment.ply);
    if (placeAt(board.tree.lines(), path) === null) continue;
    const may = await coach.mayUse(board, [path]);
    if (!may.ok) return may;
    moments.push({ ...moment, place: board.tree.numberOf(path) });
  }
  return accept(moments);
}

/** Whether an engine may look at a place: the position after a move would tell which move to play before it. */
const mayEvaluate = ({ board, path, coach }: BoardPlace): Promise<Result<null>> =>
  coach.mayUse(
    board,
    path.map((_, index) => path.slice(0, index)),
  );

/** A line of an engine's, with its score from the first seat's side. */
function lineText({ game }: OpenBoard, { depth, ...score }: LineScore, moves: readonly string[]): string {
  const [first] = definitionOf(game.kind).seats;
  const by = depth === undefined ? "" : `, depth ${depth}`;
  return `${scoreText(score, false)} for ${seatTitle(first)}${by}: ${moves.join(" ")}`;
}

/** The engine's lines that the person sees at a place; none where they are elsewhere, or it may not be evaluated. */
async function pageLines(place: BoardPlace): Promise<readonly string[]> {
  const { board, path } = place;
  if (board.pageLines.length === 0 || keyOf(board.person) !== keyOf(path)) return [];
  if (!(await mayEvaluate(place)).ok) return [];
  return board.pageLines.map(({ score, moves }) => {
    const texts = moves.map((_, index) => {
      const position = board.positions.at([...path, ...moves.slice(0, index + 1)]);
      return position.ok ? position.value.text : "";
    });
    return lineText(board, score, texts);
  });
}

/** The engine's best lines at a place, from the first seat's side. Refuses as the analyst does. */
async function engineLines(place: BoardPlace, { analysis, signal }: Call): Promise<Result<readonly string[]>> {
  const { board, path } = place;
  const { kind, options } = board.game;
  const { engine, rules, seats } = definitionOf(kind);
  const position = board.positions.at(path);
  if (!position.ok) return position;
  const { state } = position.value;
  if (!engine || rules.outcome(state)) return accept([]);
  const may = await mayEvaluate(place);
  if (!may.ok) return may;
  analysis.onEvaluation?.({ state: board.game, position: state, ply: path.length });
  const search = await analysis.analyst.compare(engine.startFen(options), path, LINES, signal, byNodes(NODES));
  if (!search.ok) return search;
  const isSecond = rules.toMove(state)[0] === seats[1];
  return accept(
    search.value.lines.map(({ score, line, depth }) => {
      const moves = writtenLine(kind, state, line.slice(0, LINE_LENGTH)).map(({ text }) => text);
      return lineText(board, { ...fromFirst(score, isSecond), depth }, moves);
    }),
  );
}
