import { z } from "zod";
import { definitionOf } from "../../../games/register.ts";
import type { JudgedMove, SeatReport } from "../../../games/report.ts";
import { accept } from "../../../shared/result.ts";
import { certaintyText } from "../../../shared/review-words.ts";
import { seatTitle } from "../../../shared/terms.ts";
import { quoted } from "../../../shared/text.ts";
import type { LiveGame } from "../../games/live-game.ts";
import { outcomeIn, seatedAt } from "../../games/machine/game-state.ts";
import { openingOf } from "../../views/game-view.ts";
import { keptReview, type Review, review, usualNodes } from "../../views/review.ts";
import { type AnalysisCall, aboutGame, analysisTool, scoreText } from "../analysis-tool.ts";
import type { Call } from "../call.ts";
import { answerOrError } from "../output.ts";
import { holderAt } from "../tasks/task-ids.ts";
import { usualPace } from "../tasks/tasks.ts";

/** Most judged moves that the text tells of; the worst ones stay. */
const MOST_TOLD = 20;

const figures = z.object({
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
    players: z.record(z.string(), figures),
    scores: z.array(z.string()),
    accuracies: z.array(z.number()),
    judged: z.array(z.record(z.string(), z.unknown())),
  }),
  mayBeTask: true,
  act: async (_, { call, game, asker }) => {
    const kept = keptReview(game);
    if (!kept) reviewWaits(call, game, asker);
    const seen = kept
      ? accept(kept)
      : await review(
          game,
          call.analysis,
          call.signal,
          (done, of) => call.progress?.(done, of, `Looked at ${done} of ${of} positions`),
          usualNodes(game),
        );
    if (!seen.ok) return seen;
    const { positions, report, engine } = seen.value;
    const { state } = game;
    const nodes = game.review?.nodes ?? usualNodes(game);
    const opening = openingOf(game);
    const over = definitionOf(state.kind).rules.outcome(state.position) !== null;
    const judged = report.moves.flatMap((move) =>
      move.judgement === null ? [] : [judgedMove(move, game, seen.value)],
    );
    const worst = judged.toSorted((one, other) => lossOf(other) - lossOf(one)).slice(0, MOST_TOLD);
    const told = judged.filter((move) => worst.includes(move));
    const reports = state.seats.flatMap(({ seat }) => {
      const found = report.seats[seat];
      return found ? [{ seat, name: seatedAt(state, seat).name ?? "(seat open)", found }] : [];
    });
    return accept({
      paragraphs: [
        [
          `Review of game ${state.id}: ${report.moves.length} plies${state.outcome ? `, ${outcomeIn(state)}` : ""}.`,
          ...(engine === null ? [] : [`- Looked through by ${quoted(engine)}, ${nodes} nodes a position`]),
          ...(opening ? [`- Opening: ${opening.code} ${opening.name}`] : []),
          ...reports.map(({ seat, name, found }) => `- ${seatTitle(seat)} ${quoted(name)}: ${figuresText(found)}`),
        ].join("\n"),
        told.length > 0 ? ["Turning points:", ...told.map(judgedText)].join("\n") : "No move was judged.",
        told.length < judged.length ? `${judged.length - told.length} smaller ones are left out here.` : null,
        judged.length > 0 ? certaintyText : null,
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
        judged,
      },
    });
  },
});

/** Notes that a review takes its time from here on. Whoever showed no token is known by its connection, or looks on. */
function reviewWaits(
  { run, connection }: Pick<Call, "run" | "connection">,
  { state }: LiveGame,
  { seat, byToken }: AnalysisCall["asker"],
): void {
  const seated = seat === null ? null : seatedAt(state, seat);
  const isHolder = seated?.kind === "agent" && (byToken || connection !== null);
  const holder = isHolder ? holderAt(state, seated.seat) : null;
  run?.waits({ tool: "reviewGame", subject: state.id, holder, byToken, label: "review" }, usualPace);
}

type Told = ReturnType<typeof judgedMove>;

/** A judged move, with the engine's own in its place. */
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

const lossOf = ({ win_before, win_after }: Told): number => win_before - win_after;

const judgedText = ({ ply, by, san, judgement, win_before, win_after, better }: Told): string =>
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
