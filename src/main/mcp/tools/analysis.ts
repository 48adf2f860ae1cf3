import "./fields.ts";
import { z } from "zod";
import { outcomeText } from "../../../games/game.ts";
import type { JudgedMove, Score, SeatReport } from "../../../games/report.ts";
import { accept, invalid, mapResult, type Result, refuse } from "../../../shared/result.ts";
import { certaintyText } from "../../../shared/review-words.ts";
import { whole } from "../../../shared/schemas.ts";
import { type Seat, seatTitle } from "../../../shared/terms.ts";
import { quote } from "../../../shared/text.ts";
import type { LiveGame } from "../../games/live-game.ts";
import { kindOf, outcomeIn, seatedAt, viewOf } from "../../games/machine/game-state.ts";
import { mayAnalyse } from "../../games/machine/rights.ts";
import type { Effort } from "../../players/stockfish/analyst.ts";
import { openingOf } from "../../views/game/game-view.ts";
import { analysisAt, keptReview, makeReview, type Review, usualNodes } from "../../views/game/review.ts";
import { answerFrom, type Content, listGamesNext, nextFor, refusalAnswer } from "../answers/answer.ts";
import { type FoundSeat, findSeat, identityOf } from "../answers/reader.ts";
import { whileWaiting } from "../answers/turn-answers.ts";
import { holderAt } from "../tasks/task-ids.ts";
import { usualPace } from "../tasks/tasks.ts";
import type { Call } from "./call.ts";
import { aboutGame, answerOrError, toldMove } from "./fields.ts";
import { defineTool, type SeatInput, type Tool } from "./tool.ts";

const atPly = {
  ply: whole(0, 100_000).optional().describe("The position after so many moves, 0 for the start. Default: the newest."),
};

/** A call about a game that the caller may have analysed. */
interface AnalysisCall {
  readonly call: Call;
  readonly game: LiveGame;
  /** The caller's seat, null for a spectator, and whether it showed its token. */
  readonly asker: { readonly seat: Seat | null; readonly byToken: boolean };
  /** The requested ply, or the newest. */
  readonly ply: number;
  /** The game's own state at that ply. */
  readonly state: unknown;
}

/** An answer but for its next action. */
type Findings = Pick<Content, "paragraphs" | "fields">;

type AnalysisInput = SeatInput & z.ZodType<{ readonly ply?: number | undefined }>;

interface AnalysisTool<Input extends AnalysisInput> extends Omit<Tool<Input>, "run" | "readOnly" | "toolsets"> {
  readonly act: (args: z.infer<Input>, about: AnalysisCall) => Promise<Result<Findings>> | Result<Findings>;
}

/** Defines a tool that tells more of a position than the board: nothing secret, to callers that may know it. */
function analysisTool<Input extends AnalysisInput>({ act, ...tool }: AnalysisTool<Input>) {
  return defineTool({
    ...tool,
    toolsets: ["analysis"],
    readOnly: true,
    run: async (args, call) => {
      const { game_id, seat_token, ply: requestedPly } = args;
      const search = await findSeat(call, game_id, seat_token, true);
      if (!search.ok) return refusalAnswer(search, listGamesNext());
      const { game } = search.value;
      const { state, moves } = game;
      const lookingOn = { identity: { game_id }, waits: false };
      const asker = askerOf(search.value, call, seat_token);
      if (!asker.ok) return refusalAnswer(asker, nextFor(state, null, lookingOn, "later"));
      const seat = asker.value;
      const identity = seat === null ? { game_id } : identityOf(game, seat, seat_token);
      const next = nextFor(state, seat, { identity, waits: true }, "later");
      const may = mayAnalyse(state, seat);
      if (!may.ok) return refusalAnswer(may, next);
      const ply = requestedPly ?? moves.length;
      if (ply > moves.length)
        return refusalAnswer(invalid(`The game has ${moves.length} plies: ply is from 0 to that`), next);
      const content = await act(args, {
        call,
        game,
        asker: { seat, byToken: seat_token !== undefined },
        ply,
        state: call.analysis.replays.stateAt(game, ply),
      });
      if (!content.ok) return refusalAnswer(content, next);
      return answerFrom({ message: "", ...content.value, next });
    },
  });
}

/** The caller's seat, null for a spectator. Refuses a holder who does not show its seat: it must not pass for one. */
function askerOf({ game: { state }, holding }: FoundSeat, { authority, credentials }: Call, token: string | undefined) {
  if (holding.ok) return accept(holding.value.seat);
  if (state.outcome && token === undefined) return accept(null);
  return mapResult(authority.ownSeat(state, credentials(token)), () => null);
}

/** `+0.35`, `−1.20`, `mate in 3`, `mated in 3`, and `mate` or `mated` where it stands on the board: from the first seat's side. */
export function scoreText({ kind, value }: Score, over: boolean): string {
  if (kind === "mate" && over) return value > 0 ? "mate" : "mated";
  if (kind === "mate") return value > 0 ? `mate in ${value}` : `mated in ${-value}`;
  return `${value < 0 ? "−" : "+"}${(Math.abs(value) / 100).toFixed(2)}`;
}

export const describePosition = analysisTool({
  name: "describePosition",
  title: "Describe a position",
  icon: "examine",
  description:
    "Material, attacked and undefended pieces, checks, pins and claimable draws of a position, by the rules alone (no engine). For spectators, for finished games, and for players of games created with analysis: true.",
  input: z.strictObject({ ...aboutGame, ...atPly }),
  output: answerOrError({
    game_id: z.string(),
    ply: z.number(),
    position: z.record(z.string(), z.unknown()),
    facts: z.record(z.string(), z.unknown()),
  }),
  act: (_, { game: { state: gameState }, ply, state }) => {
    const { rules, words, ...game } = kindOf(gameState);
    if (!game.describe) return invalid(`There is nothing to say of a position of ${gameState.kind} beyond its board`);
    const view = viewOf(gameState, null, state);
    const { lines, facts } = game.describe(state);
    return accept({
      paragraphs: [[`Game ${gameState.id} after ply ${ply}`, ...words.facts(view), ...lines].join("\n")],
      fields: { game_id: gameState.id, ply, position: words.position(view), facts },
    });
  },
});

/** Longest line that is followed, in plies. */
const LONGEST_LINE = 40;

export const previewLine = analysisTool({
  name: "previewLine",
  title: "Preview a line",
  icon: "examine",
  description:
    "Follow moves from a position without playing them: each position, and the first move that is not legal with the reason. Allowed as describePosition is.",
  input: z.strictObject({
    ...aboutGame,
    moves: z
      .array(z.string().min(1).max(20))
      .min(1)
      .max(LONGEST_LINE)
      .describe("Moves of both sides in turn, as for finishTurn. At most 40."),
    ...atPly,
  }),
  output: answerOrError({
    game_id: z.string(),
    ply: z.number(),
    line: z.array(z.record(z.string(), z.unknown())),
    illegal: z.object({ ply: z.number(), move: z.string(), reason: z.string() }).optional(),
  }),
  act: ({ moves }, { game: { state: gameState }, ply, state }) => {
    const definition = kindOf(gameState);
    const { rules, words } = definition;
    if (rules.conceals || rules.chance) return invalid(`There is no line in ${gameState.kind}: nobody can foresee it`);
    const line: object[] = [];
    const texts: string[] = [];
    let at = state;
    let illegal: { ply: number; move: string; reason: string } | null = null;
    for (const move of moves) {
      const [by] = rules.toMove(at);
      const play = by === undefined ? refuse("GAME_OVER", "The game would be over by then") : rules.play(at, by, move);
      const lastPly = ply + line.length + 1;
      if (!play.ok || by === undefined) {
        illegal = { ply: lastPly, move, reason: play.ok ? "" : play.message };
        break;
      }
      at = play.value.state;
      const view = rules.view(at, null);
      const outcome = rules.outcome(at);
      const { move: code } = play.value;
      const position = words.position(view);
      const result = outcome && outcomeText(definition, outcome);
      line.push({
        ply: lastPly,
        by,
        ...toldMove(code),
        position,
        ...(words.check?.(view) ? { check: true } : {}),
        ...(result ? { result } : {}),
      });
      const positionText = Object.values(position).map(inText).join(" ");
      texts.push(`- ply ${lastPly}: ${code.text} → ${positionText}${result ? ` (${result})` : ""}`);
    }
    const stopText = illegal && `Ply ${illegal.ply} is not legal there. ${illegal.reason}`;
    return accept({
      paragraphs: [`From ply ${ply} of game ${gameState.id}; nothing was played.`, texts.join("\n"), stopText],
      fields: { game_id: gameState.id, ply, line, ...(illegal ? { illegal } : {}) },
    });
  },
});

const inText = (value: unknown): string => (typeof value === "string" ? `\`${value}\`` : JSON.stringify(value));

/** Milliseconds that a depth may take before the search is cut off. */
const DEPTH_MS = 15_000;

export const evaluatePosition = analysisTool({
  name: "evaluatePosition",
  title: "Evaluate a position",
  icon: "examine",
  description:
    "An engine’s score of a position, from the first seat’s side (White), and its best line. Allowed as describePosition is.",
  input: z.strictObject({
    ...aboutGame,
    ...atPly,
    depth: whole(1, 24)
      .optional()
      .describe("How many plies deep, 1–24; at most 15 seconds. Default: what half a second gives."),
  }),
  output: answerOrError({
    game_id: z.string(),
    ply: z.number(),
    depth: z.number(),
    engine: z.string().optional(),
    score: z.object({ kind: z.enum(["cp", "mate"]), value: z.number() }),
    line_uci: z.array(z.string()),
    line_san: z.array(z.string()),
  }),
  act: async ({ depth: requestedDepth }, { call, game, ply, state }) => {
    const effort: Effort | undefined =
      requestedDepth === undefined ? undefined : { depth: requestedDepth, thinkMs: DEPTH_MS };
    const search = analysisAt(game, ply, call.analysis, effort);
    if (!search.ok) return search;
    const look = await whileWaiting(call, DEPTH_MS / 1000, "Looking at the position", () => search.value(call.signal));
    if (!look.ok) return look;
    const { depth, score, line, engine } = look.value;
    const texts = line.map(({ text }) => text);
    const { rules, seats } = kindOf(game.state);
    const scoreWords = scoreText(score, rules.outcome(state) !== null);
    return accept({
      paragraphs: [
        `Game ${game.state.id} after ply ${ply}: ${scoreWords} for ${seatTitle(seats[0])} (depth ${depth}${engine === null ? "" : `, ${quote(engine)}`}).`,
        texts.length > 0 ? `Best line: ${texts.join(" ")}` : null,
      ],
      fields: {
        game_id: game.state.id,
        ply,
        depth,
        ...(engine === null ? {} : { engine }),
        score,
        line_uci: line.map(({ code }) => code),
        line_san: texts,
      },
    });
  },
});

/** Most judged moves that the text tells of; the worst ones stay. */
const MOST_TOLD = 20;

const playerFigures = z.object({
  name: z.string(),
  accuracy: z.number().nullable(),
  average_centipawn_loss: z.number().nullable(),
  inaccuracies: z.number(),
  mistakes: z.number(),
  blunders: z.number(),
});

export const reviewGame = analysisTool({
  name: "reviewGame",
  title: "Review a game",
  icon: "examine",
  description:
    "An engine looks through all positions of a game, a number of nodes each (about half a minute, with progress; at once where that was done before): accuracy, average centipawn loss, inaccuracies, mistakes and blunders of both sides, with what was better. Allowed as describePosition is.",
  input: z.strictObject(aboutGame),
  output: answerOrError({
    game_id: z.string(),
    plies: z.number(),
    nodes: z.number(),
    engine: z.string().optional(),
    opening: z.string().optional(),
    result: z.string().optional(),
    players: z.record(z.string(), playerFigures),
    scores: z.array(z.string()),
    accuracies: z.array(z.number()),
    judged: z.array(z.record(z.string(), z.unknown())),
  }),
  mayBeTask: true,
  act: async (_, { call, game, asker }) => {
    const earlier = keptReview(game);
    if (!earlier) reviewWaits(call, game, asker);
    const result = earlier
      ? accept(earlier)
      : await makeReview(
          game,
          call.analysis,
          call.signal,
          (count, of) => call.progress?.(count, of, `Looked at ${count} of ${of} positions`),
          usualNodes(game),
        );
    if (!result.ok) return result;
    const { positions, report, engine } = result.value;
    const { state } = game;
    const nodes = game.review?.nodes ?? usualNodes(game);
    const opening = openingOf(game);
    const over = kindOf(state).rules.outcome(state.position) !== null;
    const marks = report.moves.flatMap((move) =>
      move.judgement === null ? [] : [judgedMove(move, game, result.value)],
    );
    const worst = marks.toSorted((one, other) => lossOf(other) - lossOf(one)).slice(0, MOST_TOLD);
    const list = marks.filter((move) => worst.includes(move));
    const reports = state.seats.flatMap(({ seat }) => {
      const seatReport = report.seats[seat];
      return seatReport ? [{ seat, name: seatedAt(state, seat).name ?? "(seat open)", found: seatReport }] : [];
    });
    return accept({
      paragraphs: [
        [
          `Review of game ${state.id}: ${report.moves.length} plies${state.outcome ? `, ${outcomeIn(state)}` : ""}.`,
          ...(engine === null ? [] : [`- Looked through by ${quote(engine)}, ${nodes} nodes a position`]),
          ...(opening ? [`- Opening: ${opening.code} ${opening.name}`] : []),
          ...reports.map(({ seat, name, found }) => `- ${seatTitle(seat)} ${quote(name)}: ${figuresText(found)}`),
        ].join("\n"),
        list.length > 0 ? ["Turning points:", ...list.map(judgedText)].join("\n") : "No move was judged.",
        list.length < marks.length ? `${marks.length - list.length} smaller ones are left out here.` : null,
        marks.length > 0 ? certaintyText : null,
      ],
      fields: {
        game_id: state.id,
        plies: report.moves.length,
        nodes,
        ...(engine === null ? {} : { engine }),
        ...(opening ? { opening: `${opening.code} ${opening.name}` } : {}),
        ...(state.outcome ? { result: outcomeIn(state) } : {}),
        players: Object.fromEntries(reports.map(({ seat, name, found }) => [seat, { name, ...figuresOf(found) }])),
        scores: positions.map(({ score }, ply) => scoreText(score, over && ply === game.moves.length)),
        accuracies: report.moves.map(({ accuracy }) => Math.round(accuracy)),
        judged: marks,
      },
    });
  },
});

/** Notes that a review takes its time from here on. Whoever showed no token is known by its connection, or looks on. */
function reviewWaits({ run, connection }: Call, { state }: LiveGame, { seat, byToken }: AnalysisCall["asker"]): void {
  const seatState = seat === null ? null : seatedAt(state, seat);
  const isHolder = seatState?.kind === "agent" && (byToken || connection !== null);
  const holder = isHolder ? holderAt(state, seatState.seat) : null;
  run?.waits({ tool: "reviewGame", subject: state.id, holder, byToken, label: "review" }, usualPace);
}

type JudgedMoveFields = ReturnType<typeof judgedMove>;

function judgedMove({ ply, seat, judgement, winBefore, winAfter }: JudgedMove, game: LiveGame, { positions }: Review) {
  const better = positions[ply - 1]?.line[0];
  return {
    ply,
    by: seat,
    san: game.moves[ply - 1]?.text ?? "",
    judgement: judgement ?? "",
    win_before: tenth(winBefore),
    win_after: tenth(winAfter),
    better: better?.text ?? "",
  };
}

const lossOf = ({ win_before, win_after }: JudgedMoveFields): number => win_before - win_after;

const judgedText = ({ ply, by, san, judgement, win_before, win_after, better }: JudgedMoveFields): string =>
  `- ply ${ply}, ${seatTitle(by)} ${san}: ${judgement}, chances ${win_before} % → ${win_after} %; better was ${better}`;

const tenth = (value: number): number => Math.round(value * 10) / 10;

const figuresOf = ({ accuracy, averageCentipawnLoss, judged }: SeatReport) => ({
  accuracy: accuracy && tenth(accuracy),
  average_centipawn_loss: averageCentipawnLoss && tenth(averageCentipawnLoss),
  inaccuracies: judged.inaccuracy,
  mistakes: judged.mistake,
  blunders: judged.blunder,
});

function figuresText({ accuracy, averageCentipawnLoss, judged }: SeatReport): string {
  if (accuracy === null || averageCentipawnLoss === null) return "no move";
  return (
    `accuracy ${tenth(accuracy)} %, average centipawn loss ${tenth(averageCentipawnLoss)}, ` +
    `inaccuracies ${judged.inaccuracy}, mistakes ${judged.mistake}, blunders ${judged.blunder}`
  );
}
