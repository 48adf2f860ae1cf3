import type { Steps } from "../../../shared/steps.ts";
import { AT_ONCE, type MatchResult, type Part, partsOf, type Scoring, scoreOf } from "./record.ts";
import { buchholz, encounters, type Parts, sonnebornBerger, wins } from "./tie-breaks.ts";

export interface Standing {
  readonly rank: number;
  /** The entrant, from 1. */
  readonly number: number;
  readonly points: number;
  readonly played: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  readonly byes: number;
  /** In the order in which they are asked; a later one is asked only among those whom all before it left equal. */
  readonly tieBreaks: {
    readonly headToHead: number;
    readonly sonnebornBerger: number;
    /** Null where the pairings do not follow the score. */
    readonly buchholz: number | null;
    readonly wins: number;
    /** The place that was drawn before the start; the lower goes before. */
    readonly lot: number;
  };
}

export interface Table {
  readonly entrants: number;
  /** Those that were paired. */
  readonly rounds: number;
  readonly results: readonly MatchResult[];
  /** Those whose match of the last round is not over, by number; nobody where all are. */
  readonly waiting?: ReadonlySet<number>;
  readonly scoring: Scoring;
  /** The lot of each entrant, by number from 1 in the place 0 on. */
  readonly lots: readonly number[];
  /** In a knockout whoever came further is ahead, whatever the points. */
  readonly knockout: boolean;
}

/**
 * The table: by points, then the tie-breaks. Everyone has a rank of its own, for the lot decides at last. In pieces: of
 * hundreds of entrants it takes a while.
 */
export function* standingsOf(table: Table): Steps<readonly Standing[]> {
  const { entrants, rounds, results, waiting, scoring, lots, knockout } = table;
  const parts = yield* partsOf(entrants, rounds, results, scoring, waiting);
  const stage = (number: number) => (knockout ? roundsSurvived(parts.get(number) ?? []) : 0);
  const rows: Omit<Standing, "rank">[] = [];
  for (let number = 1; number <= entrants; number += 1) {
    rows.push(rowOf(parts, number, scoring, lots[number - 1] ?? number));
    yield;
  }
  const groups = Map.groupBy(rows, ({ number, points }) => `${stage(number)} ${points}`);
  const withEncounters: { readonly row: Omit<Standing, "rank">; readonly place: number }[] = [];
  for (const equal of groups.values()) {
    const numbers = equal.map(({ number }) => number);
    const found = encounters(parts, numbers, scoring);
    for (const row of equal) {
      const { score, place } = found.get(row.number) ?? { score: 0, place: 0 };
      withEncounters.push({ row: { ...row, tieBreaks: { ...row.tieBreaks, headToHead: score } }, place });
    }
    yield;
  }
  return withEncounters
    .toSorted(({ row: one, place }, { row: other, place: otherPlace }) => {
      const [left, right] = [one.tieBreaks, other.tieBreaks];
      return (
        stage(other.number) - stage(one.number) ||
        other.points - one.points ||
        place - otherPlace ||
        right.sonnebornBerger - left.sonnebornBerger ||
        (right.buchholz ?? 0) - (left.buchholz ?? 0) ||
        right.wins - left.wins ||
        left.lot - right.lot
      );
    })
    .map(({ row }, index) => ({ ...row, rank: index + 1 }));
}

function rowOf(parts: Parts, number: number, { points, predetermined }: Scoring, lot: number): Omit<Standing, "rank"> {
  const own = parts.get(number) ?? [];
  const count = (test: (part: Part) => boolean) => own.filter(test).length;
  const ended = (result: "win" | "draw" | "loss") => count((part) => "result" in part && part.result === result);
  return {
    number,
    points: scoreOf(own),
    played: count((part) => "opponent" in part),
    won: ended("win"),
    drawn: ended("draw"),
    lost: ended("loss"),
    byes: count(({ kind }) => kind === "bye"),
    tieBreaks: {
      headToHead: 0,
      sonnebornBerger: sonnebornBerger(parts, number, points),
      buchholz: predetermined ? null : buchholz(parts, number, points),
      wins: wins(own, points),
      lot,
    },
  };
}

/** How many rounds of a knockout one came through. */
function roundsSurvived(parts: readonly Part[]): number {
  const out = parts.findIndex((part) => part.kind === "absent" || ("result" in part && part.result === "loss"));
  return out === -1 ? parts.length : out;
}

type PairResult = "win" | "draw" | "loss";
const NOTHING: readonly PairResult[] = [];

/** What the one had from its matches against the other, oldest first: for a cell of the crosstable. In pieces, as above. */
export function* crosstable(
  results: readonly MatchResult[],
): Steps<(one: number, other: number) => readonly PairResult[]> {
  // By number and number: a table of five hundred has a quarter of a million cells, and is asked for often.
  const rows: PairResult[][][] = [];
  const add = (one: number, other: number, result: PairResult) => {
    const row = rows[one] ?? [];
    rows[one] = row;
    const cell = row[other];
    if (cell) cell.push(result);
    else row[other] = [result];
  };
  for (const [index, { a, b, winner, played, bothLost }] of results.entries()) {
    if (index % AT_ONCE === 0) yield;
    if (b === null) continue;
    const undecided = played && !bothLost ? "draw" : "loss";
    add(a, b, winner === null ? undecided : winner === "a" ? "win" : "loss");
    add(b, a, winner === null ? undecided : winner === "b" ? "win" : "loss");
  }
  return (one, other) => rows[one]?.[other] ?? NOTHING;
}
