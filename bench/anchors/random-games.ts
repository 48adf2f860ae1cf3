import { rules as chess, claimableDraw } from "../../src/games/chess/rules/rules.ts";
import { pick } from "../../src/games/strategy.ts";
import { about } from "../../src/games/tic-tac-toe/about.ts";
import { rules as ticTacToe } from "../../src/games/tic-tac-toe/rules.ts";
import { sure } from "../../test/live-games/support.ts";
import { seeded } from "../../test/support/seeded.ts";
import { type Comparison, type Row, sourceOf } from "./comparison.ts";
import published from "./data/random-games.json" with { type: "json" };

/** Within so many deviations lie 99 of 100. */
const Z99 = 2.576;
const TIC_TAC_TOE_GAMES = 20_000;

/** How a game ended, after how many plies. */
interface End {
  readonly reason: string;
  readonly plies: number;
}

/**
 * Two random players' game, ended as llm_chess ends it, by the rules alone or after so many plies, and as a player ends it
 * who claims each draw.
 */
function playRandomly(random: () => number, longest: number) {
  let [cut, claimed]: [End | null, End | null] = [null, null];
  let state = sure(chess.start({}));
  for (let plies = 0; cut === null || claimed === null; plies += 1) {
    const end = chess.outcome(state);
    if (end !== null || plies === longest) cut ??= { reason: end?.reason ?? "limit", plies };
    const last = end ?? claimableDraw(state);
    if (last !== null) claimed ??= { reason: last.reason, plies };
    const [seat] = chess.toMove(state);
    if (seat === undefined) break;
    state = sure(chess.play(state, seat, pick(chess.legalMoves(state, seat), random))).state;
  }
  return { cut, claimed };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const varianceOf = (values: readonly number[]) => mean(values.map((value) => (value - mean(values)) ** 2));

/** The shares of endings and the mean length, beside published ones of so many games. */
function endings(
  ends: readonly End[],
  games: number,
  { shares, plies, deviation }: { shares: Readonly<Record<string, number>>; plies: number; deviation: number },
): readonly Row[] {
  const lengths = ends.map((end) => end.plies);
  return [
    ...Object.entries(shares).map(([reason, count]): Row => {
      const share = count / games;
      const ours = ends.filter((end) => end.reason === reason).length / ends.length;
      const variance = share * (1 - share) * (1 / games + 1 / ends.length);
      return { name: `% ${reason}`, ours: 100 * ours, theirs: 100 * share, tolerance: 100 * Z99 * Math.sqrt(variance) };
    }),
    {
      name: "plies on average",
      ours: mean(lengths),
      theirs: plies,
      tolerance: Z99 * Math.sqrt(varianceOf(lengths) / ends.length + deviation ** 2 / games),
    },
  ];
}

/** Chess between two random players, by the rules and the choice of the `random` strategy. */
export function randomChess(games: number, onGame: (games: number) => void): readonly Comparison[] {
  const { llmChess, billion } = published;
  const random = seeded(1);
  const played = Array.from({ length: games }, (_, at) => {
    onGame(at);
    return playRandomly(random, llmChess.plies);
  });
  const { checkmate, atLimit, stalemate } = llmChess;
  const { source, revision, licence: _, games: theirs, meanPlies, ...shares } = billion;
  const digits = 2;
  return [
    {
      title: `Random against random, at most ${llmChess.plies} plies: llm_chess's 1,000 games, ${games} of ours`,
      source: sourceOf(llmChess),
      rows: endings(
        played.flatMap(({ cut }) => cut ?? []),
        llmChess.games,
        { shares: { checkmate, limit: atLimit, stalemate }, plies: llmChess.meanPlies, deviation: llmChess.deviation },
      ),
      digits,
      tolerance: "chance at 99 %, of both samples",
      differences: "llm_chess's limit and mean count plies of both sides; it books all mates for White.",
    },
    {
      title: `Random against random, each draw claimed: a billion games, ${games} of ours`,
      source: sourceOf({ source, revision }),
      rows: endings(
        played.flatMap(({ claimed }) => claimed ?? []),
        theirs,
        { shares, plies: meanPlies, deviation: 0 },
      ),
      digits,
      tolerance: "chance at 99 %, of our sample",
      differences: "",
    },
  ];
}

/** Tic-tac-toe between two random players, whose chances are known exactly. */
export function randomTicTacToe(): Comparison {
  const { ticTacToe: exact } = published;
  const random = seeded(1);
  const winners = Array.from({ length: TIC_TAC_TOE_GAMES }, () => {
    let state = sure(ticTacToe.start({}));
    for (;;) {
      const end = ticTacToe.outcome(state);
      const [seat] = ticTacToe.toMove(state);
      if (end !== null || seat === undefined) return end?.winner ?? null;
      state = sure(ticTacToe.play(state, seat, pick(ticTacToe.legalMoves(state, seat), random))).state;
    }
  });
  const [first, second] = about.seats;
  const rows = [
    ["% won by the first", first, exact.first],
    ["% won by the second", second, exact.second],
    ["% drawn", null, exact.draw],
  ] as const;
  return {
    title: `Tic-tac-toe between two random players: exact, ${TIC_TAC_TOE_GAMES} games of ours`,
    source: sourceOf(exact),
    rows: rows.map(([name, winner, [part = 0, whole = 1]]) => {
      const share = part / whole;
      const ours = winners.filter((each) => each === winner).length / winners.length;
      const tolerance = 100 * Z99 * Math.sqrt((share * (1 - share)) / winners.length);
      return { name, ours: 100 * ours, theirs: 100 * share, tolerance };
    }),
    digits: 2,
    tolerance: "chance at 99 %, of our sample",
    differences: "",
  };
}
