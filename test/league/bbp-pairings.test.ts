import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTrf, type Trf } from "../../src/main/league/trf/read.ts";
import { sure } from "../live-games/support.ts";
import { createLeague, decide, leagueTrf } from "./at-once.ts";
import { planOf } from "./support.ts";
import { better, dueTheSame, faults, roundIn } from "./swiss-rounds.ts";

/** Tournaments that bbpPairings played by FIDE's Dutch system, as it wrote them: the README beside them says how. */
const folder = join(import.meta.dirname, "bbpPairings");
const tournaments = readdirSync(folder)
  .filter((name) => name.endsWith(".trf"))
  .map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);

/** Where the columns of the first round begin, and how many a round has. */
const FIRST_ROUND = 89;
const ROUND_WIDTH = 10;
const isPlayer = (line: string) => line.startsWith("001");

/** A report as it was when so many rounds were over, but for the points: whoever reads it adds them up. */
const whenOver = (text: string, rounds: number): string =>
  text
    .split("\r")
    .map((line) =>
      isPlayer(line) ? `${line.slice(0, 80)}    ${line.slice(84, FIRST_ROUND + ROUND_WIDTH * rounds)}` : line,
    )
    .join("\r");

/** A league that has gone on from a report with one round more, in which those sit out who are named. */
function goneOn(text: string, { players }: Trf, round: number, absent: readonly string[] = []) {
  const entrants = players.map(({ name }) => ({ kind: "strategy", strategy: "random", name }));
  const byes = absent.map((name) => ({ name, round, worth: "none" }));
  const plan = planOf({ game: "chess", format: "swiss", trf: text, rounds: round, entrants, byes });
  const { league } = sure(createLeague("9", plan, 0));
  return sure(decide(league, { type: "start" }, 0)).league;
}

test("no round is paired worse than bbpPairings paired it after the same history", () => {
  const sums = { rounds: 0, due: { ours: 0, theirs: 0 } };
  for (const [name, text] of tournaments) {
    const report = sure(readTrf(text));
    for (let round = 1; round <= report.played; round += 1) {
      const { field, pairings } = roundIn(report, round);
      const there = new Set(field.map(({ number }) => number));
      const absent = report.players.filter((_, index) => !there.has(index + 1)).map((player) => player.name);
      const ours = goneOn(whenOver(text, round - 1), report, round, absent).current;
      const where = `${name}, round ${round} of ${report.played}`;
      expect(new Set(ours.flatMap(({ a, b }) => (b === null ? [a] : [a, b]))), where).toEqual(there);
      const [own, other] = [faults(field, ours), faults(field, pairings)];
      // Pairs that have played, second byes, sides that must not be, points of the bye, differences of points.
      expect(better(other, own), `${where}: ${own} against ${other}`).toEqual(own);
      // Nobody has a side for the third time in a row, or three more of one; a round of theirs may have that if it is the last.
      expect(own[2], where).toBe(0);
      if (other[2] !== 0) expect(round, where).toBe(report.played);
      else expect(own[4], where).toBeLessThanOrEqual(other[4] ?? 0);
      const [due, theirs] = [dueTheSame(field, ours), dueTheSame(field, pairings)];
      // Where points are mixed less, or by several small differences in place of a large one, sides may stand back.
      expect(due, where).toBeLessThanOrEqual(theirs + 2);
      sums.rounds += 1;
      sums.due.ours += due;
      sums.due.theirs += theirs;
    }
  }
  expect(sums.rounds).toBe(115);
  expect(sums.due.ours).toBeLessThanOrEqual(sums.due.theirs);
});

test.each(tournaments)("a report goes in with its own bytes and comes out with them: %s", (_, text) => {
  expect(text).not.toContain("\n");
  const report = sure(readTrf(text));
  expect(report.players.length).toBe(text.split("\r").filter(isPlayer).length);
  const league = goneOn(text, report, report.played + 1);
  const written = sure(leagueTrf(league, 26));
  // Of a player's line all that a league knows: rank, name, points, and every round.
  const known = (line: string) => [line.slice(0, 8), line.slice(14, 48), line.slice(80, 84), line.slice(FIRST_ROUND)];
  const linesIn = (all: string) => all.split("\r").filter(isPlayer).map(known);
  expect(linesIn(written)).toEqual(linesIn(text));
  expect(written.match(/\r162 .*/)?.[0].replace(/ +L 0\.0/, "")).toEqual(text.match(/\r162 .*/)?.[0]);
  const again = sure(readTrf(written));
  expect([again.results, again.points]).toEqual([report.results, report.points]);
});
