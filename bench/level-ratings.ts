import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { pick } from "../src/games/strategy.ts";
import { createLog } from "../src/main/base/log.ts";
import { type PairTally, rate } from "../src/main/league/ratings/bradley-terry.ts";
import { type Level, levels } from "../src/main/players/stockfish/levels.ts";
import { createEnginePool } from "../src/main/players/stockfish/pool.ts";
import { runAtOnce } from "../src/shared/steps.ts";
import { sure } from "../test/live-games/support.ts";
import { seeded } from "../test/support/seeded.ts";
import { drawOpening, type Mover, playGame } from "./ladder.ts";
import { openReferences, type Reference, type ReferencePlayer } from "./support/chess-players.ts";

/*
 * How strong the computer's levels are, and a random player: neighbours play each other, below level 1 with two between
 * that err more than it, and near the top Stockfish at full strength with few
 * nodes; Stockfish limited by UCI_Elo plays the levels near it, to show what such settings are on this scale. Games come
 * in pairs from one opening of four random plies, sides reversed. Nothing is limited by time, so that a busy machine
 * measures the same as an idle one. What it prints last is kept in src/games/chess/level-ratings.ts. It goes on where
 * it ended, with the same --keep and another --seed. Run after npm run build:
 * npx node --import ./scripts/raw-assets.mjs bench/level-ratings.ts --minutes 60 --lanes 2 --keep tallies.json
 * and with --other /usr/games/stockfish for Debian's 15.1.
 */

/** The results of two players' games, by name, the first of them White. */
export interface NamedTally {
  readonly first: string;
  readonly second: string;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

const longestGame = 400;
const PATIENCE_MS = 600_000;

const levelName = (level: number): string => `level ${level}`;
/** Full strength with few nodes, to have opponents near level 10. */
const strong = [1_000, 3_000, 10_000].map(
  (nodes): Reference => ({ name: `${nodes} nodes`, program: null, uciElo: null, nodes }),
);
const NODES_LIMITED = 5_000;
const limitedName = (engine: string, uciElo: number): string => `${engine} UCI_Elo ${uciElo}`;
/** Stockfish as many set it up to play at a strength, to show what such a setting is on this scale. */
const limited = (engine: string, program: Reference["program"]): readonly Reference[] =>
  [1320, 1350, 1500, 2000, 2500].map((uciElo) => ({
    name: limitedName(engine, uciElo),
    program,
    uciElo,
    nodes: NODES_LIMITED,
  }));

/** Plays any legal move: the lowest of the scale. */
const RANDOM = "random";
const weakName = (size: number): string => `level 1 with errors of ${size}`;
/**
 * Players weaker than level 1, by the size of their errors: a random player takes hardly a point from level 1 itself.
 */
const weakSizes = [17, 40] as const;
/** All who are played by the pool, from its first level on. Depth alone limits them, so that a busy machine makes none of them weaker than it is. */
const pooled: readonly { readonly name: string; readonly level: Level }[] = [
  ...levels.map((level, at) => ({ name: levelName(at + 1), level: { ...level, movetimeMs: PATIENCE_MS } })),
  ...weakSizes.map((size) => ({
    name: weakName(size),
    level: { choice: { by: "errors", size }, depth: 1, movetimeMs: PATIENCE_MS } as const,
  })),
];

/** Two players and how many games they are to have. */
type Meeting = readonly [string, string, number];

/** The scale's players, weakest first. */
const rungs: readonly string[] = [RANDOM, weakName(40), weakName(17), ...levels.map((_, at) => levelName(at + 1))];
/** Games of two players one, two and three steps apart: the steps make the scale, the others show whether it adds up. */
const gamesApart = { below: [400, 250, 150], low: [250, 100, 60], middle: [120, 100, 60], top: [60, 30, 20] } as const;
const TOP = 10;

const cycles: readonly Meeting[] = [1, 2, 3].flatMap((apart) =>
  rungs.slice(apart).map((stronger, at): Meeting => {
    const part = stronger === levelName(TOP) ? "top" : at < 3 ? "below" : at < 6 ? "low" : "middle";
    return [rungs[at] ?? "", stronger, gamesApart[part][apart - 1] ?? 0];
  }),
);
/** Stockfish at full strength with few nodes, near the top of the levels. */
const strongMeetings: readonly Meeting[] = [
  ["level 9", "1000 nodes", 100],
  ["1000 nodes", "3000 nodes", 80],
  ["3000 nodes", "10000 nodes", 80],
  ["level 10", "3000 nodes", 40],
  ["level 10", "10000 nodes", 100],
];
/** Two levels for each of the limited ones. */
const limitedMeetings = (engine: string): readonly Meeting[] =>
  (
    [
      [engine === "Stockfish 15.1" ? 1350 : 1320, 4, 5],
      [1500, 5, 6],
      [2000, 6, 7, 8],
      [2500, 8, 9],
    ] as const
  ).flatMap(([elo, ...near]) => near.map((level): Meeting => [limitedName(engine, elo), levelName(level), 52]));

/** All who play, and who meets whom; with another Stockfish where the file of its program is given. */
export function ladder(other: { readonly name: string; readonly file: string } | null) {
  const engines = [{ name: "Stockfish 19 lite", file: null }, ...(other ? [other] : [])];
  return {
    meetings: [...cycles, ...strongMeetings, ...engines.flatMap(({ name }) => limitedMeetings(name))],
    references: [...strong, ...engines.flatMap(({ name, file }) => limited(name, file))],
  };
}

export interface LadderRun {
  readonly meetings: readonly Meeting[];
  readonly references: readonly Reference[];
  readonly seed: number;
  /** Games at once. */
  readonly lanes: number;
  /** Games of before, to go on from. */
  readonly tallies: readonly NamedTally[];
  readonly until: number;
  /** Called after each pair of games, with the last one in words. */
  readonly onPair: (tallies: readonly NamedTally[], line: string) => void;
}

const gamesBetween = (tallies: readonly NamedTally[], one: string, other: string): number =>
  tallies
    .filter(({ first, second }) => (first === one && second === other) || (first === other && second === one))
    .reduce((sum, { wins, draws, losses }) => sum + wins + draws + losses, 0);

/** Plays the meetings evenly: next is always the one of which the smallest share was played. */
export async function playMeetings({ meetings, references, seed, lanes, until, onPair, ...run }: LadderRun) {
  const random = seeded(seed);
  const log = createLog("warn", "text");
  const engine = createEnginePool({ log, size: lanes, random, levels: pooled.map(({ level }) => level) });
  const { signal } = new AbortController();
  let tallies = run.tallies;
  const playing: Meeting[] = [];

  const moverOf = (name: string, player: ReferencePlayer): Mover => {
    if (name === RANDOM) return async (_, legalMoves) => pick(legalMoves, random);
    const level = pooled.findIndex((each) => each.name === name) + 1;
    if (level > 0)
      return async (moves, legalMoves) =>
        sure(await engine.chooseMove({ startFen: null, moves, legalMoves, level, signal }));
    const reference = references.find((each) => each.name === name);
    if (!reference) throw new Error(`there is no ${name}`);
    return (moves) => player.move(reference, moves);
  };
  const left = (meeting: Meeting) => {
    const [one, other, games] = meeting;
    return 1 - (gamesBetween(tallies, one, other) + 2 * playing.filter((each) => each === meeting).length) / games;
  };
  const work = async (): Promise<void> => {
    const player = openReferences(log);
    try {
      while (performance.now() < until) {
        const next = meetings.reduce((most, each) => (left(each) > left(most) ? each : most));
        if (left(next) <= 0) break;
        playing.push(next);
        const [one, other] = next;
        const opening = drawOpening(random);
        for (const [first, second] of [
          [one, other],
          [other, one],
        ] as const) {
          const movers = { white: moverOf(first, player), black: moverOf(second, player) };
          const winner = await playGame(
            opening,
            (seat) => (seat === "white" ? movers.white : movers.black),
            longestGame,
          );
          tallies = counted(tallies, first, second, winner);
        }
        playing.splice(playing.indexOf(next), 1);
        onPair(tallies, `${one} – ${other}, ${gamesBetween(tallies, one, other)} games`);
      }
    } finally {
      await player.close();
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, work));
  } finally {
    await engine.close();
  }
  return tallies;
}

function counted(
  tallies: readonly NamedTally[],
  first: string,
  second: string,
  winner: string | null,
): readonly NamedTally[] {
  const isIt = (tally: NamedTally) => tally.first === first && tally.second === second;
  const known = tallies.find(isIt) ?? { first, second, wins: 0, draws: 0, losses: 0 };
  const column = winner === null ? "draws" : winner === "white" ? "wins" : "losses";
  return [...tallies.filter((tally) => !isIt(tally)), { ...known, [column]: known[column] + 1 }];
}

/**
 * The anchor of the scale, by definition: the mean of the levels 1 to 9, in Elo. With a single
 * level as the anchor, the errors of the levels far from it would be half as large again. Level 10 is left out, since
 * its place is the least certain.
 */
const GROUND = 1_600;
const GROUND_LEVELS = 9;
const Z95 = 1.959963984540054;

export interface Placed {
  readonly name: string;
  readonly elo: number;
  /** Half of the 95 % interval. */
  readonly interval: number;
  readonly games: number;
}

/**
 * Everybody's place on the scale, by all games at once, and the covariance of the errors of the random player and the
 * levels in Elo², in this order.
 */
export function placesOf(tallies: readonly NamedTally[]): {
  readonly placed: readonly Placed[];
  readonly covariance: readonly (readonly number[])[];
} {
  const anchors = [RANDOM, ...levels.map((_, at) => levelName(at + 1))];
  const names = [...new Set([...anchors, ...tallies.flatMap(({ first, second }) => [first, second])])];
  const byIndex = tallies.map((tally): PairTally => {
    return { ...tally, first: names.indexOf(tally.first), second: names.indexOf(tally.second) };
  });
  /** With one of them held, where all intervals are those of the differences from it. */
  const ratedFrom = (held: number) => {
    const ground = { elo: new Map([[held, GROUND]]), covariance: () => 0 };
    return runAtOnce(rate(names.length, byIndex, { anchors: ground })).ratings.map((rating) =>
      rating.kind === "rated" ? rating : { elo: Number.NaN, interval: Number.NaN },
    );
  };
  /** The variance of the difference of each two. */
  const apart = names.map((_, held) => ratedFrom(held).map(({ interval }) => (interval / Z95) ** 2));
  const between = (one: number, other: number) => apart[one]?.[other] ?? Number.NaN;
  // Behind the random player.
  const ground = Array.from({ length: GROUND_LEVELS }, (_, at) => at + 1);
  const mean = (of: (level: number) => number) => ground.reduce((sum, level) => sum + of(level), 0) / GROUND_LEVELS;
  const fromGround = names.map((_, one) => mean((level) => between(one, level)));
  const ofGround = mean((level) => fromGround[level] ?? Number.NaN);
  /** Of the differences of two from the mean of the ground's levels. */
  const covarianceOf = (one: number, other: number) =>
    ((fromGround[one] ?? 0) + (fromGround[other] ?? 0) - between(one, other) - ofGround) / 2;
  const elos = ratedFrom(0).map(({ elo }) => elo);
  const shift = GROUND - mean((level) => elos[level] ?? Number.NaN);
  const gamesOf = (name: string) =>
    tallies
      .filter(({ first, second }) => first === name || second === name)
      .reduce((sum, { wins, draws, losses }) => sum + wins + draws + losses, 0);
  const placed = names.map((name, at) => {
    const interval = Math.ceil(Z95 * Math.sqrt(covarianceOf(at, at)));
    return { name, elo: Math.round((elos[at] ?? Number.NaN) + shift), interval, games: gamesOf(name) };
  });
  const covariance = anchors.map((_, one) => anchors.map((__, other) => Math.round(covarianceOf(one, other))));
  return { placed, covariance };
}

const sign = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value)}`;

/** The scale in a few lines: everybody's place, and by how much each level is stronger than the one below. */
function placesText(tallies: readonly NamedTally[]): string {
  const { placed, covariance } = placesOf(tallies);
  const rows = placed.map(({ name, elo, interval, games }, at) => {
    const below = at > 0 && at <= levels.length ? placed[at - 1] : undefined;
    const of = (one: number, other: number) => covariance[one]?.[other] ?? 0;
    const error = Math.ceil(Z95 * Math.sqrt(of(at, at) + of(at - 1, at - 1) - 2 * of(at, at - 1)));
    const step = below ? `${sign(elo - below.elo)} ± ${error} above ${below.name}` : "";
    return `${name.padEnd(36)} ${String(elo).padStart(5)} ± ${String(interval).padEnd(4)} ${String(games).padStart(5)} games  ${step}`;
  });
  return rows.map((row) => row.trimEnd()).join("\n");
}

/** The content of src/games/chess/level-ratings.ts. */
function keptText(tallies: readonly NamedTally[]): string {
  const { placed, covariance } = placesOf(tallies);
  const rows = covariance.map(([withRandom = Number.NaN, ...withLevels], at) => {
    const { elo = Number.NaN, games = 0 } = placed[at] ?? {};
    const variance = at === 0 ? `variance: ${withRandom}, ` : "";
    return `  { elo: ${elo}, ${variance}covariance: [${withLevels.join(", ")}], games: ${games} },`;
  });
  return rows.join("\n");
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "15" },
      lanes: { type: "string", default: "1" },
      seed: { type: "string", default: "1" },
      keep: { type: "string" },
      "other-name": { type: "string", default: "Stockfish 15.1" },
      other: { type: "string" },
    },
  });
  const { keep, other } = values;
  const tallies: NamedTally[] = keep !== undefined && existsSync(keep) ? JSON.parse(readFileSync(keep, "utf8")) : [];
  const found = await playMeetings({
    ...ladder(other === undefined ? null : { name: values["other-name"], file: other }),
    seed: Number(values.seed),
    lanes: Number(values.lanes),
    until: performance.now() + 60_000 * Number(values.minutes),
    tallies,
    onPair: (all) => {
      if (keep !== undefined) writeFileSync(keep, JSON.stringify(all));
    },
  });
  process.stdout.write(`${placesText(found)}\n\n${keptText(found)}\n`);
}
