import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PairTally, Rating } from "../../src/main/league/ratings/bradley-terry.ts";
import { rate } from "../../test/league/at-once.ts";
import { type Comparison, type Row, sourceOf } from "./comparison.ts";
import cccc from "./data/bayeselo.json" with { type: "json" };
import goldfish from "./data/ordo.json" with { type: "json" };
import engines from "./data/three-engines.json" with { type: "json" };

/** Two players by index, with the wins of the first, the draws and the losses. */
type Pair = readonly number[];

/** The games of pairs of whom nobody says who had which side: half of each kind with either. */
const tallied = (pairs: readonly Pair[]): readonly PairTally[] =>
  pairs.flatMap(([first = 0, second = 0, wins = 0, draws = 0, losses = 0]) => {
    const half = { wins: Math.ceil(wins / 2), draws: Math.floor(draws / 2), losses: Math.ceil(losses / 2) };
    return [
      { first, second, ...half },
      {
        first: second,
        second: first,
        wins: losses - half.losses,
        draws: draws - half.draws,
        losses: wins - half.wins,
      },
    ];
  });

const eloOf = (rating: Rating | undefined) => (rating?.kind === "rated" ? rating.elo : Number.NaN);
const intervalOf = (rating: Rating | undefined) => (rating?.kind === "rated" ? rating.interval : Number.NaN);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A list beside ours, both around a mean of 0; the tolerance is theirs or, where they have none, our interval. */
function listed(
  names: readonly string[],
  pairs: readonly Pair[],
  theirs: readonly number[],
  errors?: readonly number[],
): readonly Row[] {
  const { ratings } = rate(names.length, tallied(pairs));
  const [ourMean, theirMean] = [mean(ratings.map(eloOf)), mean(theirs)];
  return names.map((name, at) => ({
    name,
    ours: eloOf(ratings[at]) - ourMean,
    theirs: (theirs[at] ?? Number.NaN) - theirMean,
    tolerance: errors?.[at] ?? intervalOf(ratings[at]),
  }));
}

/** Ordo's list of twenty versions of an engine, from 11,596 games. */
export function ordoList(): Comparison {
  return {
    title: "Ordo's list of 20 versions of Goldfish, 11,596 games",
    source: sourceOf(goldfish),
    rows: listed(
      goldfish.ratings.map(([name]) => String(name)),
      goldfish.pairs,
      goldfish.ratings.map(([, elo]) => Number(elo)),
    ),
    digits: 1,
    tolerance: "our 95 % interval; Ordo printed none",
    differences:
      "Both lists around a mean of 0. Ordo calls it 202 Elo to score 76 %, where 400 · log10(76 / 24) is 200.2: its list is wider by 0.9 %. Who had White is not in its tables: here half of the games with either side.",
  };
}

/** BayesElo's list of a round robin of eight engines. */
export function bayesEloList(): Comparison {
  return {
    title: "BayesElo's list of the Computer Chess Championship, stage 2, 280 games",
    source: sourceOf(cccc),
    rows: listed(
      cccc.ratings.map(([name]) => String(name)),
      cccc.pairs,
      cccc.ratings.map(([, elo]) => Number(elo)),
      cccc.ratings.map(([, , above, below]) => Math.min(Number(above), Number(below))),
    ),
    digits: 0,
    tolerance: "BayesElo's interval",
    differences:
      "BayesElo counts a draw as a win and a loss, Kibitz as half of each, and BayesElo draws ratings together by drawn games of its own.",
  };
}

/** Three programs' ratings of the same ninety games. */
export function threePrograms(): Comparison {
  return {
    title: "Ordo, EloStat and BayesElo on 90 games of three engines",
    source: sourceOf(engines),
    rows: engines.lists.flatMap(({ program, elo, error }) =>
      listed(engines.players, engines.pairs, elo, error).map((row) => ({ ...row, name: `${program}: ${row.name}` })),
    ),
    digits: 0,
    tolerance: "the program's interval; Ordo printed none, so ours",
    differences:
      "The games' scores are exactly those of 191, 0 and −191 Elo. EloStat takes a player's opponents together; BayesElo as above.",
  };
}

/** The models that met only the random player in llm_chess's table. */
export function randomOpponents(): Comparison {
  const [source = "", revision = "", ...lines] = readFileSync(join(import.meta.dirname, "data/llm-chess.csv"), "utf8")
    .trim()
    .split("\n");
  const models = lines
    .filter((line) => !line.startsWith("#"))
    .map((line) => {
      const [name = "", wins, draws, losses, elo, error] = line.split(",");
      return { name, counts: [wins, draws, losses].map(Number), elo: elo ? Number(elo) : null, error: Number(error) };
    });
  // The Elo of a player that scores half: that of the random player, and the 35 that llm_chess adds for its White.
  const anchor = models.find(({ counts: [wins = 0, , losses = 0] }) => wins === losses && wins === 0)?.elo;
  const { ratings } = rate(models.length + 1, tallied(models.map(({ counts }, at) => [at, models.length, ...counts])), {
    anchors: { elo: new Map([[models.length, anchor ?? Number.NaN]]), covariance: () => 0 },
  });
  const unrated = models.filter(({ elo }) => elo === null);
  const bounds = models.filter(({ elo }, at) => elo === null && ratings[at]?.kind === "at_most");
  return {
    title: `llm_chess's Elo of the ${models.length - unrated.length} models that met only the random player, and scored`,
    source: sourceOf({
      source: source.replace(/^# /, ""),
      revision: /[0-9a-f]{40}/.exec(revision)?.[0] ?? revision,
    }),
    rows: [
      ...models.flatMap(({ name, elo, error }, at): Row[] =>
        elo === null ? [] : [{ name, ours: eloOf(ratings[at]), theirs: elo, tolerance: error }],
      ),
      {
        name: "models that lost every game, without a rating",
        ours: bounds.length,
        theirs: unrated.length,
        tolerance: 0.5,
      },
    ],
    digits: 0,
    tolerance: "llm_chess's 95 % interval",
    differences:
      "Theirs is a likelihood's maximum with a fixed advantage of 35 Elo for White, which here is part of the anchor. It counts a game cut off after 200 plies as a draw and one ended by the model's third error as lost, as do the counts used here; Kibitz rates no game cut off, and has a second rating without games lost by such errors.",
  };
}
