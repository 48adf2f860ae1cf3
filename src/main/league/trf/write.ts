import { formatOf } from "../../../shared/formats/register.ts";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import type { Steps } from "../../../shared/steps.ts";
import { cleanLine, likeness, quote } from "../../../shared/text.ts";
import { byRound, type League, leagueAfter, type Match, otherSide, sideOf } from "../machine/league.ts";
import { leagueStandings, placesByName, roundsIn } from "../machine/rounds.ts";

/** Editions of the format: the columns of the players are the same in both. */

export type TrfEdition = 16 | 26;

/**
 * A league as a tournament report file (FIDE Handbook C.04, annex 2), as far as its rounds are over: a line for each
 * entrant, in the order of the seeds, with its opponents, sides and results. A side is that of the match's first game. In
 * the edition of 2016 rounds, and points of a match where they are not 1, ½ and 0, stand in the lines XXR, BBW, BBD, BBL and
 * BBU, absences in the next round and pairs to be kept apart in XXZ and XXP, as JaVaFo and bbpPairings have them, and other
 * byes of the next round in its column; in that of 2026 in 142, 162, 240 and 260, the tie-breaks in 202, and each line ends
 * in CR alone. Refuses with `INVALID_ARGUMENT` a league that was not started, which has no starting ranks, and points that
 * the columns, in the form 11.5, cannot tell. In pieces: a large league takes a while.
 */
export function* leagueTrf(league: League, edition: TrfEdition = 16): Steps<Result<string>> {
  const { name, settings, startedAt, finishedAt, entrants, round, current } = league;
  if (startedAt === null)
    return invalid(`League ${league.id} has not been started yet: nobody has a starting rank in it`);
  const over = current.every(({ status }) => status === "reported") ? league : leagueAfter(league, round - 1);
  const { seeds } = over;
  /** The matches of each round, by the numbers of their entrants. */
  const rounds: ReadonlyMap<number | null, Match>[] = [];
  for (const matches of byRound(over)) {
    if (over.round > 0)
      rounds.push(new Map(matches.flatMap((match) => [[match.a, match] as const, [match.b, match] as const])));
    yield;
  }
  const place = new Map(seeds.map((number, index) => [number, index + 1]));
  const standings = new Map((yield* leagueStandings(over)).map((row) => [row.number, row]));
  const unfit = unfitPoints(over, standings);
  if (unfit !== null) return invalid(unfit);
  const lines = [
    `012 ${cleanLine(name)}`,
    `042 ${dateOf(startedAt)}`,
    ...(finishedAt === null ? [] : [`052 ${dateOf(finishedAt)}`]),
    `062 ${seeds.length}`,
    "072 0",
    `092 Individual: ${settings.format}`,
    ...ruleLines(over, edition),
  ];
  for (const number of seeds) {
    const row = standings.get(number);
    const { late, name: own = "" } = entrants[number - 1] ?? {};
    const cells = rounds.map((matches, before) =>
      late?.worth === "half" && before < late.rounds
        ? roundCell("0000", "-", "H")
        : cellOf(matches.get(number), number, place, formatOf(settings).byScore === true),
    );
    const next = settings.byes.find((bye) => bye.round === over.round + 1 && likeness(bye.name) === likeness(own));
    if (edition === 16 && next && next.worth !== "none")
      cells.push(roundCell("0000", "-", next.worth === "full" ? "F" : "H"));
    // Sex, title, rating, federation, number and birthday are unknown here.
    const head = `001 ${pad(place.get(number), 4)}      ${nameOf(own)}${" ".repeat(33)}`;
    lines.push(`${head}${points(row?.points ?? 0)} ${pad(row?.rank, 4)}${cells.join("")}`);
    yield;
  }
  return accept(lines.map((line) => `${line.trimEnd()}${edition === 26 ? "\r" : "\n"}`).join(""));
}

/** The reason why the points of a league do not fit into the columns, in words; null where they do. */
function unfitPoints(
  { settings, seeds, entrants }: League,
  standings: ReadonlyMap<number, { readonly points: number }>,
): string | null {
  const values = [
    ...Object.entries(settings.points).map(([result, worth = 0]) => [`a ${result} is worth`, worth] as const),
    ...seeds.map(
      (number) => [`${quote(entrants[number - 1]?.name ?? "")} has`, standings.get(number)?.points ?? 0] as const,
    ),
  ];
  const [whose, beyond] = values.find(([, each]) => Number(points(each)) !== each || points(each).length > 4) ?? [];
  return beyond === undefined
    ? null
    : `A tournament report has four columns for points, with one decimal, and ${whose} ${beyond} points here. The table as CSV has them all`;
}

/** The rules of the league: the number of rounds, the points, forbidden pairs and byes. */
function ruleLines(league: League, edition: TrfEdition): readonly string[] {
  const { settings, round } = league;
  const { win, draw, loss, bye = win } = settings.points;
  const rounds = roundsIn(league);
  const isUsual = win === 1 && draw === 0.5 && loss === 0 && bye === 1;
  const ranks = placesByName(league);
  const ranksOf = (names: readonly string[]) => names.flatMap((name) => ranks.get(likeness(name)) ?? []);
  const pairs = settings.forbidden_pairs
    .map(({ names, from_round: from, to_round: to }) => ({ those: ranksOf(names), from, to }))
    .filter(({ those, to }) => those.length > 1 && (to === null || to > round));
  const byes = settings.byes
    .filter((each) => each.round > round)
    .flatMap(({ name, round: when, worth }) => ranksOf([name]).map((rank) => ({ rank, when, worth })));
  if (edition === 26) {
    const types = { full: "F", half: "H", none: "Z" } as const;
    const three = (value: number) => String(value).padStart(3, "0");
    const four = (value: number) => String(value).padStart(4, "0");
    const worth = (code: string, value: number) => `${code}${points(value)}`;
    const worths = [worth("W", win), worth("D", draw), worth("L", loss), worth("P", bye)];
    return [
      `142 ${rounds}`,
      ...(isUsual ? [] : [`162  ${worths.join("    ")}`]),
      `202 ${settings.tie_breaks.map((code) => code.replace("-", "/")).join(",")}`,
      ...byes.map(({ rank, when, worth: how }) => `240 ${types[how]} ${three(when)} ${four(rank)}`),
      ...pairs.map(({ those, from, to }) => `260 ${three(from)} ${three(to ?? rounds)} ${those.map(four).join(" ")}`),
    ];
  }
  // The edition of 2016 knows only the next round, and no ranges of rounds.
  const next = byes.filter(({ when, worth }) => when === round + 1 && worth === "none").map(({ rank }) => rank);
  return [
    `XXR ${rounds}`,
    ...(isUsual ? [] : [`BBW ${points(win)}`, `BBD ${points(draw)}`, `BBL ${points(loss)}`]),
    ...(bye === win ? [] : [`BBU ${points(bye)}`]),
    ...(loss === 0 ? [] : [`BBF ${points(loss)}`]),
    ...(next.length > 0 ? [`XXZ ${next.join(" ")}`] : []),
    ...pairs.filter(({ from }) => from <= round + 1).map(({ those }) => `XXP ${those.join(" ")}`),
  ];
}

const roundCell = (opponent: string, side: string, result: string) => `  ${opponent} ${side} ${result}`;

/** A player's cell of one round: opponent, side, result; two blanks before it. */
function cellOf(
  match: Match | undefined,
  number: number,
  place: ReadonlyMap<number, number>,
  byeWins: boolean,
): string {
  if (!match?.result) return roundCell("0000", "-", "Z");
  const { winner, played, bye, score } = match.result;
  if (match.b === null) return roundCell("0000", "-", bye === "draw" ? "H" : bye === "win" ? "F" : byeWins ? "U" : "Z");
  const own = sideOf(match, number);
  // Where both have lost it, neither has half a game.
  const drawn = played && score[0] + score[1] > 0 ? "=" : played ? "0" : "-";
  const results = played ? { won: "1", drawn, lost: "0" } : { won: "+", drawn, lost: "-" };
  const result = winner === null ? results.drawn : winner === own ? results.won : results.lost;
  return roundCell(pad(place.get(match[otherSide(own)] ?? 0), 4), own === "a" ? "w" : "b", result);
}

const pad = (value: number | undefined, width: number): string => String(value ?? "").padStart(width);
/** Four columns, a decimal where there is room for it. */
const points = (value: number): string => (value < 100 ? value.toFixed(1) : String(Math.round(value))).padStart(4);
/** Thirty-three columns, a character in each. */
const nameOf = (name: string): string => {
  const characters = Array.from(cleanLine(name)).slice(0, 33);
  return `${characters.join("")}${" ".repeat(33 - characters.length)}`;
};
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10).replaceAll("-", "/");
