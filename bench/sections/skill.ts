import { isByFailure } from "../../src/main/league/machine/rated-games.ts";
import { noFigures } from "../../src/main/league/machine/side-figures.ts";
import type { Rating } from "../../src/main/league/ratings/bradley-terry.ts";
import { ratingsBy } from "../../src/main/league/ratings/rating-list.ts";
import { runAtOnce } from "../../src/shared/steps.ts";
import { seeded } from "../../test/support/seeded.ts";
import type { Section } from "../section.ts";

type Tallies = Parameters<typeof ratingsBy>[1];

/** Players of known skill, of whom every other one fails. */
const PLAYERS = 6;
const GAMES_PER_PAIR = 20;
const DRAWS = 0.3;
/** Elo that a random move costs its side, of the games that go on after it. */
const COST_OF_LOT = 250;
const FIRST_MOVE = 30;

/** How failures come about; `share` is that of the games of a failing player in which it fails, 0 to 1. */
export interface Failing {
  readonly share: number;
  /** Whether a player fails only where it would have lost: then failures and skill are not independent. */
  readonly whereLost?: boolean;
  /** Whether each move may fail alike, so that games with more moves, which drawn ones have, fail more often. */
  readonly byMove?: boolean;
}

const expected = (difference: number): number => 1 / (1 + 10 ** (-difference / 400));

/** The result of a game for the first of two: 1, 0.5 or 0. */
function pointsOf(difference: number, random: () => number): number {
  const score = expected(difference);
  const drawn = DRAWS * Math.min(score, 1 - score) * 2;
  const number = random();
  return number < drawn ? 0.5 : number < drawn + score - drawn / 2 ? 1 : 0;
}

/** Plays all against all, as a league counts it: the games, and those in which no move was lost to a failure. */
function play(skills: readonly number[], { share, whereLost = false, byMove = false }: Failing, random: () => number) {
  const all: Tallies[number][] = [];
  const own: Tallies[number][] = [];
  for (const [one, skill] of skills.entries())
    for (const [other, others] of skills.entries()) {
      if (one === other) continue;
      for (let game = 0; game < GAMES_PER_PAIR / 2; game += 1) {
        let points = pointsOf(skill - others + FIRST_MOVE, random);
        // Drawn games are half as long again.
        const length = points === 0.5 ? 1.35 : 0.85;
        const rate = byMove ? 1 - (1 - share) ** length : share;
        const failing = [one, other].map((player, at) => {
          const isLost = points === (at === 0 ? 0 : 1);
          return player % 2 === 1 && (!whereLost || isLost) && random() < rate;
        });
        // Every other player that fails loses the game, and of the rest a move is random.
        const loser = [one, other].findIndex((player, at) => failing[at] && player % 4 === 1);
        const lots = failing.filter(Boolean).length - (loser < 0 ? 0 : 1);
        if (loser >= 0) points = loser === 0 ? 0 : 1;
        else if (lots > 0) {
          const cost = COST_OF_LOT * (Number(failing[1]) - Number(failing[0]));
          points = pointsOf(skill - others + FIRST_MOVE + cost, random);
        }
        const reason = loser >= 0 ? "illegal-moves" : "checkmate";
        const winner = points === 0.5 ? null : points === 1 ? "white" : "black";
        const tally = { first: `agent:${one}`, second: `agent:${other}`, winner, reason, course: null, games: 1 };
        all.push(tally);
        const termination = loser >= 0 ? ("illegal-moves" as const) : ("normal" as const);
        const figures = [{ ...noFigures, fallbacks: lots }, noFigures] as const;
        if (!isByFailure({ termination, figures })) own.push(tally);
      }
    }
  return { all, own };
}

/** Whether a rating, or the bound of a player that won or lost everything, holds a skill. */
function isWithin(rating: Rating, skill: number): boolean {
  return rating.kind !== "unknown" && rating.low <= skill && skill <= rating.high;
}

/**
 * The share of failing players whose known skill lies within the interval of their rating, with the mean error in Elo,
 * over so many leagues: by all games, and by those without failures.
 */
export function recovered(failing: Failing, leagues: number, seed = 1) {
  const random = seeded(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const sums = { all: { within: 0, error: 0 }, own: { within: 0, error: 0 } };
  let rated = 0;
  for (let league = 0; league < leagues; league += 1) {
    const drawn = Array.from({ length: PLAYERS }, () => 150 * normal());
    const mean = drawn.reduce((sum, skill) => sum + skill, 0) / PLAYERS;
    const skills = drawn.map((skill) => 1_500 + skill - mean);
    const played = play(skills, failing, random);
    for (const which of ["all", "own"] as const) {
      const ratingOf = runAtOnce(ratingsBy("chess", played[which]));
      for (const [player, skill] of skills.entries()) {
        if (player % 2 === 0) continue;
        const rating = ratingOf(`agent:${player}`);
        sums[which].within += Number(isWithin(rating, skill));
        sums[which].error += (rating.kind === "unknown" ? 0 : rating.elo) - skill;
      }
    }
    rated += PLAYERS / 2;
  }
  const told = ({ within, error }: (typeof sums)["all"]) => ({ percent: (100 * within) / rated, error: error / rated });
  return { all: told(sums.all), own: told(sums.own) };
}

const LEAGUES = 1_000;
const cases: readonly (readonly [string, Failing])[] = [
  ["no failures", { share: 0 }],
  ["failures in 1 % of games", { share: 0.01 }],
  ["failures in 5 % of games", { share: 0.05 }],
  ["failures in 20 % of games", { share: 0.2 }],
  ["the same by move, more in long games", { share: 0.2, byMove: true }],
  ["the same in lost games alone", { share: 0.2, whereLost: true }],
];

/** Whether the rating without failures recovers the skill of players that fail, where failures do not depend on the position. */
export const skill: Section = {
  name: "skill",
  title: `Players of known skill that fail, ${LEAGUES} leagues each: skill without the games that failed, against all games`,
  run: async (say) =>
    cases.flatMap(([name, failing]) => {
      say(name);
      const { all, own } = recovered(failing, LEAGUES);
      return [
        {
          name: `${name}: within the 95 % interval`,
          value: own.percent,
          unit: "%",
          against: { name: "all games", value: all.percent },
        },
        {
          name: `${name}: mean error`,
          value: own.error,
          unit: "Elo",
          against: { name: "all games", value: all.error },
        },
      ] as const;
    }),
};
