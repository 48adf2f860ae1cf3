import { accept, type Result, refuse } from "../../../shared/result.ts";
import type { Steps } from "../../../shared/steps.ts";
import { cleanLine, quoted } from "../../../shared/text.ts";
import { byRound, type League, type Match } from "../machine/league.ts";
import { leagueStandings, roundsOf } from "../machine/rounds.ts";
import { nameInTrf } from "./read.ts";

/**
 * A league as a tournament report file (FIDE Handbook C.04, annex 2: TRF16), as far as its rounds are over: a line for
 * each entrant, in the order of the seeds, with its opponents, sides and results. A side is that of the match's first
 * game. The points of a match, where they are not 1, ½ and 0, stand in the lines BBW, BBD and BBL, as bbpPairings has them.
 * Refuses with `INVALID_ARGUMENT` a league that was not started, which has no starting ranks, and points that the four
 * columns for them, in the form 11.5, cannot tell. In pieces: a large league takes a while.
 */
export function* leagueTrf(league: League): Steps<Result<string>> {
  const { name, settings, seeds, startedAt, finishedAt, entrants, round, current } = league;
  if (startedAt === null)
    return refuse("INVALID_ARGUMENT", `League ${league.id} has not been started yet: nobody has a starting rank in it`);
  const isOver = current.every(({ status }) => status === "reported");
  const over: League = isOver ? league : { ...league, round: round - 1, current: [] };
  /** The matches of each round by the numbers of those who are in it. */
  const rounds: ReadonlyMap<number | null, Match>[] = [];
  for (const matches of byRound(over)) {
    if (matches.length > 0)
      rounds.push(new Map(matches.flatMap((match) => [[match.a, match] as const, [match.b, match] as const])));
    yield;
  }
  const place = new Map(seeds.map((number, index) => [number, index + 1]));
  const standings = new Map((yield* leagueStandings(over)).map((row) => [row.number, row]));
  const { win, draw, loss } = settings.points;
  const usual = win === 1 && draw === 0.5 && loss === 0;
  const told = [
    ...Object.entries(settings.points).map(([result, worth]) => [`a ${result} is worth`, worth] as const),
    ...seeds.map(
      (number) => [`${quoted(entrants[number - 1]?.name ?? "")} has`, standings.get(number)?.points ?? 0] as const,
    ),
  ];
  const [whose, beyond] = told.find(([, each]) => Number(points(each)) !== each || points(each).length > 4) ?? [];
  if (beyond !== undefined)
    return refuse(
      "INVALID_ARGUMENT",
      `A tournament report has four columns for points, with one decimal, and ${whose} ${beyond} points here. The table as CSV has them all`,
    );
  const lines = [
    `012 ${cleanLine(name)}`,
    `042 ${dateOf(startedAt)}`,
    ...(finishedAt === null ? [] : [`052 ${dateOf(finishedAt)}`]),
    `062 ${seeds.length}`,
    "072 0",
    `092 Individual: ${settings.format}`,
    `XXR ${roundsOf(settings, seeds.length)}`,
    ...(usual ? [] : [`BBW ${points(win)}`, `BBD ${points(draw)}`, `BBL ${points(loss)}`]),
  ];
  for (const number of seeds) {
    const row = standings.get(number);
    const cells = rounds.map((matches) => cellOf(matches.get(number), number, place, settings.format === "swiss"));
    // Sex, title, rating, federation, number and birthday are nobody's here.
    const head = `001 ${pad(place.get(number), 4)}      ${nameOf(entrants[number - 1]?.name ?? "")}${" ".repeat(33)}`;
    lines.push(`${head}${points(row?.points ?? 0)} ${pad(row?.rank, 4)}${cells.join("")}`);
    yield;
  }
  return accept(lines.map((line) => `${line.trimEnd()}\n`).join(""));
}

/** What one had in a round: opponent, side, result; two blanks before it. */
function cellOf(
  match: Match | undefined,
  number: number,
  place: ReadonlyMap<number, number>,
  byeWins: boolean,
): string {
  const cell = (opponent: string, side: string, result: string) => `  ${opponent} ${side} ${result}`;
  if (!match?.result) return cell("0000", "-", "Z");
  const { winner, played, bye } = match.result;
  if (match.b === null) return cell("0000", "-", bye === "draw" ? "H" : bye === "win" ? "F" : byeWins ? "U" : "Z");
  const own = match.a === number ? "a" : "b";
  const results = played ? { won: "1", drawn: "=", lost: "0" } : { won: "+", drawn: "-", lost: "-" };
  const result = winner === null ? results.drawn : winner === own ? results.won : results.lost;
  const opponent = place.get(own === "a" ? match.b : match.a);
  return cell(pad(opponent, 4), own === "a" ? "w" : "b", result);
}

const pad = (value: number | undefined, width: number): string => String(value ?? "").padStart(width);
/** Four columns, a decimal where there is room for it. */
const points = (value: number): string => (value < 100 ? value.toFixed(1) : String(Math.round(value))).padStart(4);
/** Thirty-three columns. */
const nameOf = (name: string): string => {
  const told = nameInTrf(name);
  return `${told}${" ".repeat(33 - Array.from(told).length)}`;
};
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10).replaceAll("-", "/");
