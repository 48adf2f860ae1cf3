import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type PairTally, rate } from "../../src/main/league/ratings/bradley-terry.ts";
import { factorOf, solutionOf } from "../../src/main/league/ratings/matrix.ts";
import { createLog } from "../../src/main/log.ts";
import { levels } from "../../src/main/players/stockfish/levels.ts";
import { createEnginePool } from "../../src/main/players/stockfish/pool.ts";
import { seeded } from "../../src/shared/random.ts";
import { inOneGo } from "../../src/shared/steps.ts";
import { sure } from "../tables/support.ts";
import { drawOpening, type Mover, playGame } from "./ladder.ts";
import { depthAt, openLimited } from "./support/limited-stockfish.ts";

/*
 * How strong the computer's levels are, on the scale of Stockfish's UCI_Elo: they play Stockfish limited to known
 * strengths, and each other, in pairs of games with one opening and sides reversed, always those
 * two next whose game tells most for the time that it takes. What it prints is kept in
 * src/games/chess/level-ratings.ts. Run: node --import ./scripts/raw-assets.mjs test/bench/level-ratings.ts --minutes 15
 */

/** Stockfish at these strengths, by whose places kept games name them. A move of the last takes seconds. */
const limits = [1320, 1450, 1600, 1750, 1900, 2050, 2200, 2350, 2500, 2650, 2800, 2950, 3050, 3190] as const;
/** Where to begin to look for each level. */
const guesses = [600, 800, 1000, 1350, 1450, 1700, 2150, 2400, 2550, 2850] as const;
const longestGame = 400;
const PATIENCE_MS = 600_000;
export interface LevelRating {
  readonly level: number;
  readonly elo: number;
  /** Half of the 95 % interval. */
  readonly interval: number;
  readonly games: number;
}

export interface LevelRatingsOptions {
  readonly minutes: number;
  /** Games at once. */
  readonly lanes: number;
  readonly seed: number;
  /** Games of before, to go on from. */
  readonly tallies?: readonly PairTally[];
  /** Called after each pair of games. */
  readonly onPair?: (tallies: readonly PairTally[], line: string) => void;
}

/** Players by index: the levels, then the limits. */
const players = levels.length + limits.length;
const anchors = new Map(limits.map((elo, at) => [levels.length + at, elo]));

/** Plays for so long, then tells of each level what is known. */
export async function measureLevels(options: LevelRatingsOptions): Promise<readonly LevelRating[]> {
  const { minutes, lanes, seed, onPair } = options;
  const random = seeded(seed);
  const log = createLog("warn");
  // Their depth alone limits them here, so that a busy machine makes none of them weaker than it is.
  const unhurried = levels.map((level) => ({ ...level, movetimeMs: PATIENCE_MS }));
  const engine = createEnginePool({ log, size: lanes, random, levels: unhurried });
  const limited = Array.from({ length: lanes }, () => openLimited(log));
  const { signal } = new AbortController();
  const tallies = [...(options.tallies ?? [])];
  const costs = new Map<string, { games: number; ms: number }>();
  const busy: (readonly [number, number])[] = [];
  const until = performance.now() + minutes * 60_000;

  const moverOf =
    (player: number, lane: number): Mover =>
    async (moves, legalMoves) => {
      const elo = anchors.get(player);
      const request = { startFen: null, moves, legalMoves, level: player + 1, signal };
      if (elo === undefined) return sure(await engine.chooseMove(request));
      return (await limited[lane])?.move(elo, moves) ?? "";
    };
  const work = async (lane: number): Promise<void> => {
    while (performance.now() < until) {
      const pair = nextPair(tallies, busy, costs);
      const [one, other] = pair;
      busy.push(pair);
      const opening = drawOpening(random);
      for (const [first, second] of [
        [one, other],
        [other, one],
      ] as const) {
        const began = performance.now();
        const movers = { white: moverOf(first, lane), black: moverOf(second, lane) };
        const winner = await playGame(opening, (seat) => (seat === "white" ? movers.white : movers.black), longestGame);
        const spent = costs.get(costKey(one, other)) ?? { games: 0, ms: 0 };
        costs.set(costKey(one, other), { games: spent.games + 1, ms: spent.ms + performance.now() - began });
        const result = { wins: Number(winner === "white"), draws: Number(winner === null) };
        count(tallies, { first, second, ...result, losses: 1 - result.wins - result.draws });
      }
      busy.splice(busy.indexOf(pair), 1);
      onPair?.(tallies, levelRatings(tallies).map(ratingText).join("  "));
    }
  };
  try {
    await Promise.all(limited.map((_, lane) => work(lane)));
  } finally {
    await engine.close();
    for (const each of limited) await (await each).close();
  }
  return levelRatings(tallies);
}

function count(tallies: PairTally[], game: PairTally): void {
  const at = tallies.findIndex(({ first, second }) => first === game.first && second === game.second);
  const known = tallies[at];
  if (!known) return void tallies.push(game);
  const sum = (of: "wins" | "draws" | "losses") => known[of] + game[of];
  tallies[at] = { ...known, wins: sum("wins"), draws: sum("draws"), losses: sum("losses") };
}

/** One Elo in natural units. */
const SCALE = 400 / Math.LN10;
/** What is known of a level before its first game, as a deviation from its guess, in Elo. */
const UNKNOWN = 400;

/**
 * The strengths to choose by: each level has half a draw against its guess, so that none is without one. More would hold
 * a level that wins nearly everything among opponents that tell nothing of it any more.
 */
function strengthsBy(tallies: readonly PairTally[]): readonly number[] {
  const guessed = guesses.map(
    (_, at): PairTally => ({ first: at, second: players + at, wins: 0, draws: 0.5, losses: 0 }),
  );
  const fixed = new Map([...anchors, ...guesses.map((elo, at): [number, number] => [players + at, elo])]);
  const { ratings } = inOneGo(rate(players + guesses.length, [...tallies, ...guessed], fixed));
  return ratings.map((rating) => (rating.kind === "rated" ? rating.elo : Number.NaN));
}

/** How much a game between two tells: the weight of its result. */
function weightAt(difference: number): number {
  const expected = 1 / (1 + 10 ** (-difference / 400));
  return (expected * (1 - expected)) / SCALE ** 2;
}

/**
 * A level and an opponent whose next game takes most from the sum of the levels' variances, for the time that it takes:
 * w·|C·x|² / (1 + w·xᵀCx), where C is their covariance, x the difference of the two and w the weight of the game.
 */
function nextPair(
  tallies: readonly PairTally[],
  busy: readonly (readonly [number, number])[],
  costs: ReadonlyMap<string, { games: number; ms: number }>,
): readonly [number, number] {
  const size = levels.length;
  const strengths = strengthsBy(tallies);
  const weight = (one: number, other: number) => weightAt((strengths[one] ?? 0) - (strengths[other] ?? 0));
  const information = new Float64Array(size * size);
  const add = (row: number, column: number, value: number) => {
    if (row < size && column < size) information[row * size + column] = (information[row * size + column] ?? 0) + value;
  };
  for (let level = 0; level < size; level += 1) add(level, level, 1 / UNKNOWN ** 2);
  const played = tallies.map(
    ({ first, second, wins, draws, losses }) => [first, second, wins + draws + losses] as const,
  );
  for (const [one, other, games] of [...played, ...busy.map(([one, other]) => [one, other, 2] as const)]) {
    const sum = games * weight(one, other);
    add(one, one, sum);
    add(other, other, sum);
    add(one, other, -sum);
    add(other, one, -sum);
  }
  const factor = inOneGo(factorOf(information, size));
  const worth = ([one, other]: readonly [number, number]): number => {
    const difference = new Float64Array(size);
    difference[one] = 1;
    if (other < size) difference[other] = -1;
    const moved = solutionOf(factor, difference);
    const w = weight(one, other);
    const own = (moved[one] ?? 0) - (other < size ? (moved[other] ?? 0) : 0);
    const gain = (w * moved.reduce((sum, value) => sum + value ** 2, 0)) / (1 + w * own);
    const spent = costs.get(costKey(one, other));
    // A guess where they have not met yet: deeper searches take longer. A level's depth is its own, however strong it is.
    const depth = Math.max(...[one, other].map((player) => levels[player]?.depth ?? depthAt(anchors.get(player) ?? 0)));
    return gain / (spent ? spent.ms / spent.games : 1000 + 600 * 1.35 ** depth);
  };
  const pairs = levels.flatMap((_, level) => [
    ...[...anchors.keys()].map((anchor) => [level, anchor] as const),
    ...(level > 0 ? [[level, level - 1] as const] : []),
  ]);
  return pairs.reduce((best, pair) => (worth(pair) > worth(best) ? pair : best));
}

const costKey = (one: number, other: number): string => `${Math.min(one, other)} ${Math.max(one, other)}`;

function levelRatings(tallies: readonly PairTally[]): readonly LevelRating[] {
  const { ratings } = inOneGo(rate(players, tallies, anchors));
  return levels.map((_, at) => {
    const rating = ratings[at];
    const games = tallies
      .filter(({ first, second }) => first === at || second === at)
      .reduce((sum, { wins, draws, losses }) => sum + wins + draws + losses, 0);
    const { elo, interval } = rating?.kind === "rated" ? rating : { elo: Number.NaN, interval: Number.NaN };
    return { level: at + 1, elo: Math.round(elo), interval: Math.ceil(interval), games };
  });
}

const ratingText = ({ level, elo, interval, games }: LevelRating): string =>
  `${level}: ${elo} ± ${interval} (${games})`;

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "15" },
      lanes: { type: "string", default: "1" },
      seed: { type: "string", default: "1" },
      keep: { type: "string" },
    },
  });
  const { keep } = values;
  const tallies: PairTally[] = keep !== undefined && existsSync(keep) ? JSON.parse(readFileSync(keep, "utf8")) : [];
  const found = await measureLevels({
    minutes: Number(values.minutes),
    lanes: Number(values.lanes),
    seed: Number(values.seed),
    tallies,
    onPair: (all, line) => {
      if (keep !== undefined) writeFileSync(keep, JSON.stringify(all));
      process.stderr.write(`${line}\n`);
    },
  });
  process.stdout.write(`${found.map((each) => `  ${JSON.stringify(each)},`).join("\n")}\n`);
}
