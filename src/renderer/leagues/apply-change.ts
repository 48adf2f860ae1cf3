import type { LeagueChange, LeagueDetail, LeagueMatch, LeagueStanding } from "../../shared/leagues.ts";

/** Fields that only the report contains. */
const untold: Pick<LeagueStanding, "rating" | "quality"> = {
  rating: { kind: "unknown", elo: null, interval: null },
  quality: null,
};

/** Applies a change to a league; `gap` where an earlier one was missed. An old change has no effect. */
export function applyChange(league: LeagueDetail, news: LeagueChange): LeagueDetail | "gap" {
  if (news.version <= league.version) return league;
  if (news.from > league.version) return "gap";
  const { from: _, calls: __, matches, standings, field, ...rest } = news;
  // Absent where the league is no longer set aside.
  const { set_aside: ___, ...kept } = league;
  return {
    ...kept,
    ...rest,
    rounds: withMatches(league.rounds, matches),
    standings: withRows(league.standings, standings),
    field: inPlace(league.field, field),
  };
}

/** Replaces entries with the same number, and adds new ones. */
function inPlace<T extends { readonly number: number }>(known: readonly T[], changed: readonly T[]): readonly T[] {
  if (changed.length === 0) return known;
  const all = new Map([...known, ...changed].map((each) => [each.number, each]));
  return [...all.values()].toSorted((one, other) => one.number - other.number);
}

function withRows(known: LeagueDetail["standings"], changed: LeagueChange["standings"]): LeagueDetail["standings"] {
  if (changed.length === 0) return known;
  const before = new Map(known.map(({ number, rating, quality }) => [number, { rating, quality }]));
  const rows = changed.map((row) => ({ ...row, ...(before.get(row.number) ?? untold) }));
  return inPlace<LeagueStanding>(known, rows).toSorted((one, other) => one.rank - other.rank);
}

function withMatches(known: LeagueDetail["rounds"], changed: LeagueChange["matches"]): LeagueDetail["rounds"] {
  if (changed.length === 0) return known;
  const rounds = new Map(
    known.map(({ round, matches }) => [round, new Map(matches.map((match) => [match.match_id, match]))]),
  );
  for (const { round, ...match } of changed) {
    const own = rounds.get(round) ?? new Map<string, LeagueMatch>();
    rounds.set(round, own.set(match.match_id, match));
  }
  return [...rounds]
    .map(([round, matches]) => ({ round, matches: [...matches.values()] }))
    .toSorted((one, other) => one.round - other.round);
}
