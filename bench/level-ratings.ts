import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pick } from "../src/games/strategy.ts";
import { createLog } from "../src/main/base/log.ts";
import { type Level, levels } from "../src/main/players/stockfish/levels.ts";
import { createEnginePool } from "../src/main/players/stockfish/pool.ts";
import { sure } from "../test/live-games/support.ts";
import { seeded } from "../test/support/seeded.ts";
import {
  anchorsIn,
  BELOW,
  levelName,
  linksText,
  placesOf,
  placesText,
  RANDOM,
  rungs,
  weakName,
  weakSizes,
} from "./kibitz-scale.ts";
import { drawOpening, type Mover, playGame } from "./ladder.ts";
import type { NamedTally } from "./scale.ts";
import { eloRange, openReferences, type Reference, type ReferencePlayer } from "./support/chess-players.ts";

/*
 * How strong the computer's levels are, and players below them: any legal move, and level 1 with larger errors. Everybody
 * meets the three next stronger players, so that the scale has cycles that show whether it adds up, and near the top
 * Stockfish at full strength with few nodes; Stockfish limited by UCI_Elo plays the levels near it, to show what such
 * settings are on this scale. Games come in pairs from one opening of four random plies, sides reversed, and are played to
 * their end by the rules: none is cut short. Nothing but the references by time is limited by time, so that a busy machine
 * measures the same as an idle one. With --write the strengths go to src/games/chess/level-ratings.json. It goes on where it
 * ended, with the same --keep and another --seed. Run after npm run build:
 * npx node --import ./scripts/raw-assets.mjs bench/level-ratings.ts --minutes 60 --keep bench/level-games.json
 * and with --other /usr/games/stockfish for another Stockfish, --only references for these alone (on an idle machine with
 * --timed for those by time), --record games.ndjson for the games move by move, --minutes 0 to fit the games that there are.
 */

/** A game as `--record` writes it, a line each. */
export interface PlayedGame {
  readonly first: string;
  readonly second: string;
  readonly winner: string | null;
  readonly moves: readonly string[];
}

const PATIENCE_MS = 600_000;

/** Full strength with few nodes, to have opponents near level 10. */
const strong = [1_000, 3_000, 10_000].map(
  (nodes): Reference => ({ name: `${nodes} nodes`, program: null, uciElo: null, limit: { nodes } }),
);
/** The effort of the limited ones for each move: fixed nodes, and by time on an idle machine. */
const NODES_LIMITED = 5_000;
const TIMES_MS = [20] as const;
const limitedName = (engine: string, uciElo: number): string => `${engine} UCI_Elo ${uciElo}`;
/** The levels that each of the limited ones meets. */
const limitedLevels: ReadonlyMap<number, readonly number[]> = new Map([
  [1320, [4, 5]],
  [1350, [4, 5]],
  [1500, [5, 6]],
  [2000, [6, 7, 8]],
  [2500, [8, 9]],
]);
/** Games of each of the limited ones. */
const LIMITED_GAMES = 104;

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

/** Games of two players one, two and three steps apart: the steps make the scale, the others show whether it adds up. */
const gamesApart = { below: [600, 300, 300], low: [400, 150, 100], middle: [120, 100, 60], top: [60, 30, 20] } as const;
const TOP = 10;

const cycles: readonly Meeting[] = [1, 2, 3].flatMap((apart) =>
  rungs.slice(apart).map((stronger, at): Meeting => {
    const part = stronger === levelName(TOP) ? "top" : at < BELOW ? "below" : at < BELOW + 3 ? "low" : "middle";
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

/** A program that plays as a reference; the file is null for the Stockfish that Kibitz ships. */
export interface Program {
  readonly name: string;
  readonly file: string | null;
}
const shipped: Program = { name: "Stockfish 19 lite", file: null };

/** Stockfish as many set it up to play at a strength, in the range that it declares itself. */
async function limitedOf({ name, file }: Program, timed: boolean): Promise<readonly Reference[]> {
  const { min, max } = await eloRange(file);
  const efforts = [
    { words: "", limit: { nodes: NODES_LIMITED } },
    ...(timed ? TIMES_MS.map((ms) => ({ words: `, ${ms} ms`, limit: { ms } })) : []),
  ];
  return (
    [...limitedLevels.keys()]
      .filter((uciElo) => uciElo >= min && uciElo <= max)
      // One of the two lowest is enough.
      .filter((uciElo) => uciElo !== 1350 || min === 1350)
      .flatMap((uciElo) =>
        efforts.map(({ words, limit }) => ({
          name: `${limitedName(name, uciElo)}${words}`,
          program: file,
          uciElo,
          limit,
        })),
      )
  );
}

/** All who play, and who meets whom: the scale and the references, or these alone; with another Stockfish if there is one. */
export async function ladder({
  other = null,
  timed = false,
  only = null,
}: {
  readonly other?: Program | null;
  readonly timed?: boolean;
  readonly only?: "scale" | "references" | null;
} = {}): Promise<Pick<LadderRun, "meetings" | "references">> {
  const limited = await Promise.all([shipped, ...(other ? [other] : [])].map((program) => limitedOf(program, timed)));
  const limitedMeetings = limited.flat().flatMap(({ name, uciElo }): readonly Meeting[] => {
    const near = limitedLevels.get(uciElo ?? 0) ?? [];
    return near.map((level) => [name, levelName(level), Math.ceil(LIMITED_GAMES / near.length / 2) * 2]);
  });
  return {
    meetings: [
      ...(only === "references" ? [] : [...cycles, ...strongMeetings]),
      ...(only === "scale" ? [] : limitedMeetings),
    ],
    references: [...strong, ...limited.flat()],
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
  /** Called after each game. */
  readonly onGame?: (game: PlayedGame) => void;
  /** Called after each pair of games, with the last one in words. */
  readonly onPair: (tallies: readonly NamedTally[], line: string) => void;
}

const gamesBetween = (tallies: readonly NamedTally[], one: string, other: string): number =>
  tallies
    .filter(({ first, second }) => (first === one && second === other) || (first === other && second === one))
    .reduce((sum, { wins, draws, losses }) => sum + wins + draws + losses, 0);

/** Plays the meetings evenly: next is always the one of which the smallest share was played. */
export async function playMeetings({ meetings, references, seed, lanes, until, onGame, onPair, ...run }: LadderRun) {
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
          const { winner, moves } = await playGame(opening, (seat) => (seat === "white" ? movers.white : movers.black));
          onGame?.({ first, second, winner, moves });
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

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "15" },
      lanes: { type: "string", default: "1" },
      seed: { type: "string", default: "1" },
      keep: { type: "string" },
      record: { type: "string" },
      only: { type: "string" },
      timed: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      "other-name": { type: "string", default: "Stockfish 15.1" },
      other: { type: "string" },
    },
  });
  const { keep, record, other, only = null, timed } = values;
  if (only !== null && only !== "scale" && only !== "references") throw new Error("--only takes scale or references.");
  const tallies: NamedTally[] = keep !== undefined && existsSync(keep) ? JSON.parse(readFileSync(keep, "utf8")) : [];
  const found = await playMeetings({
    ...(await ladder({ other: other === undefined ? null : { name: values["other-name"], file: other }, timed, only })),
    seed: Number(values.seed),
    lanes: Number(values.lanes),
    until: performance.now() + 60_000 * Number(values.minutes),
    tallies,
    onGame: (game) => {
      if (record !== undefined) appendFileSync(record, `${JSON.stringify(game)}\n`);
    },
    onPair: (all) => {
      if (keep !== undefined) writeFileSync(keep, JSON.stringify(all));
    },
  });
  const scale = placesOf(found);
  process.stdout.write(`${placesText(scale)}\n\n${linksText(scale)}\n`);
  if (values.write)
    writeFileSync(
      join(import.meta.dirname, "../src/games/chess/level-ratings.json"),
      `${JSON.stringify(anchorsIn(scale), null, 2)}\n`,
    );
}
