import type { Results } from "../../../shared/leagues.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { TieBreak } from "../../../shared/tie-breaks.ts";
import {
  AT_ONCE,
  type MatchResult,
  type PairResult,
  partsOf,
  type RoundPart,
  resultOn,
  roundSum,
  type Scoring,
  scoreOf,
} from "./record.ts";
import {
  averageRating,
  buchholz,
  buchholzCut1,
  encounters,
  koya,
  type RoundParts,
  sonnebornBerger,
  wins,
} from "./tie-breaks.ts";

export interface Standing extends Results {
  readonly rank: number;
  /** The entrant, from 1. */
  readonly number: number;
  readonly points: number;
  readonly played: number;
  readonly byes: number;
  /** Games won in all its matches, a draw as half of one; byes bring none. */
  readonly gamePoints: number;
  /** The tie-breaks that were needed: a later one only among entrants whom all before it left equal. */
  readonly tieBreaks: Readonly<Partial<Record<TieBreak, number>>>;
  /** The place drawn before the start; the lower goes first where all else is equal. */
  readonly lot: number;
  /** The number of entrants that points and tie-breaks leave equal, itself among them: only the lot ranks these. */
  readonly equals: number;
  /** The decision among those with the same points: the last tie-break that told some apart, or the lot; null for none. */
  readonly placedBy: TieBreak | "lot" | null;
}

export interface Table {
  readonly entrants: number;
  /** The number of paired rounds. */
  readonly rounds: number;
  readonly results: readonly MatchResult[];
  /** Entrants whose match of the last round is not over, by number; empty where all are. */
  readonly waiting?: ReadonlySet<number>;
  readonly scoring: Scoring;
  /** The lot of each entrant, by number from 1, at index 0 on. */
  readonly lots: readonly number[];
  /** In order of precedence. */
  readonly tieBreaks: readonly TieBreak[];
  /** Each entrant's rating at the start, in Elo, indexed like the lots; null where unknown. */
  readonly ratings?: readonly (number | null)[];
  /** Whether losers are out: an entrant that came further is ahead, whatever the points. */
  readonly eliminates: boolean;
  /** Whether places go by the points for each match, since one plays more of them than the others. */
  readonly byShare?: boolean;
}

/**
 * The table: by points, then the tie-breaks. Everyone has a rank of its own, since the lot decides at last. Yields in
 * between: hundreds of entrants take a while.
 */
export function* standingsOf(table: Table): Steps<readonly Standing[]> {
  const { entrants, rounds, results, waiting, scoring, lots, eliminates, byShare = false } = table;
  const parts = yield* partsOf(entrants, rounds, results, scoring, waiting);
  const stage = (number: number) => (eliminates ? roundsSurvived(parts.get(number) ?? []) : 0);
  const worth = ({ points, played }: Row) => (byShare ? roundSum(points / Math.max(1, played)) : points);
  const games = gamePointsIn(results);
  const rows: Row[] = [];
  for (let number = 1; number <= entrants; number += 1) {
    rows.push(rowOf(parts, number, lots[number - 1] ?? number, games.get(number) ?? 0));
    yield;
  }
  const ranking = rows.toSorted(
    (one, other) => stage(other.number) - stage(one.number) || worth(other) - worth(one) || one.lot - other.lot,
  );
  let groups: readonly (readonly Row[])[] = [
    ...Map.groupBy(ranking, (row) => `${stage(row.number)} ${worth(row)}`).values(),
  ];
  for (const code of table.tieBreaks) {
    const next: (readonly Row[])[] = [];
    for (const equal of groups) {
      next.push(...split(parts, equal, code, table));
      yield;
    }
    groups = next;
  }
  const places = groups.flatMap((group) =>
    group.map((row) => ({ ...row, equals: group.length, ...(group.length > 1 ? { placedBy: "lot" as const } : {}) })),
  );
  return places.map((row, index) => ({ ...row, rank: index + 1 }));
}

type Row = Omit<Standing, "rank" | "equals">;

/**
 * Entrants who are equal, split by a tie-break, with its value for each: groups of equals, the first ahead. Of one alone
 * there is no direct encounter.
 */
function split(parts: RoundParts, equal: readonly Row[], code: TieBreak, table: Table): readonly (readonly Row[])[] {
  const numbers = equal.map(({ number }) => number);
  // All other tie-breaks have the same value for an entrant whoever is equal to it.
  if (code === "DE" && equal.length === 1) return [equal];
  const among = code === "DE" ? encounters(parts, numbers, table.scoring) : null;
  const values = equal.map((row) => {
    const { score = 0, place = 0 } = among?.get(row.number) ?? {};
    const value = code === "DE" ? score : worthBy[code](parts, row, table);
    return { row: { ...row, tieBreaks: { ...row.tieBreaks, [code]: value } }, order: code === "DE" ? -place : value };
  });
  const ranking = values.toSorted((one, other) => other.order - one.order);
  const groups = [...Map.groupBy(ranking, ({ order }) => order).values()];
  const placement = groups.length > 1 ? { placedBy: code } : {};
  return groups.map((group) => group.map(({ row }) => ({ ...row, ...placement })));
}

/** The points of everybody's games, by number. */
function gamePointsIn(results: readonly MatchResult[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  const add = (number: number, points: number) => sums.set(number, (sums.get(number) ?? 0) + points);
  for (const { a, b, games } of results) {
    if (!games || b === null) continue;
    add(a, games[0]);
    add(b, games[1]);
  }
  return sums;
}

/** The value of each tie-break for one entrant, of those for which it is the same whoever is equal to it. */
const worthBy: Readonly<Record<Exclude<TieBreak, "DE">, (parts: RoundParts, row: Row, table: Table) => number>> = {
  SB: (parts, { number }, { scoring }) => sonnebornBerger(parts, number, scoring),
  BH: (parts, { number }, { scoring }) => buchholz(parts, number, scoring),
  "BH-C1": (parts, { number }, { scoring }) => buchholzCut1(parts, number, scoring),
  WIN: (parts, { number }, { scoring }) => wins(parts.get(number) ?? [], scoring.points),
  MPvGP: (_, { gamePoints }) => gamePoints,
  KS: (parts, { number }, { scoring }) => koya(parts, number, scoring),
  ARO: (parts, { number }, { ratings = [] }) => averageRating(parts, number, ratings),
};

function rowOf(parts: RoundParts, number: number, lot: number, gamePoints: number): Row {
  const own = parts.get(number) ?? [];
  const count = (test: (part: RoundPart) => boolean) => own.filter(test).length;
  const resultCount = (result: PairResult) => count((part) => "result" in part && part.result === result);
  return {
    number,
    lot,
    gamePoints,
    points: scoreOf(own),
    tieBreaks: {},
    placedBy: null,
    played: count((part) => "opponent" in part),
    won: resultCount("win"),
    drawn: resultCount("draw"),
    lost: resultCount("loss"),
    byes: count(({ kind }) => kind === "bye"),
  };
}

/** The number of rounds of a knockout that an entrant survived; of one that is still in, half of one more. */
function roundsSurvived(parts: readonly RoundPart[]): number {
  const out = parts.findIndex((part) => part.kind === "absent" || ("result" in part && part.result === "loss"));
  return out === -1 ? parts.length + 0.5 : out;
}

const NOTHING: readonly PairResult[] = [];

/** One entrant's results against another, oldest first: for a cell of the crosstable. Yields in between, as above. */
export function* crosstable(
  results: readonly MatchResult[],
): Steps<(one: number, other: number) => readonly PairResult[]> {
  // By number and number: a table of five hundred has a quarter of a million cells, and is requested often.
  const rows: PairResult[][][] = [];
  const add = (one: number, other: number, result: PairResult) => {
    const row = rows[one] ?? [];
    rows[one] = row;
    const cell = row[other];
    if (cell) cell.push(result);
    else row[other] = [result];
  };
  for (const [index, result] of results.entries()) {
    if (index % AT_ONCE === 0) yield;
    const { a, b } = result;
    if (b === null) continue;
    add(a, b, resultOn("a", result));
    add(b, a, resultOn("b", result));
  }
  return (one, other) => rows[one]?.[other] ?? NOTHING;
}
