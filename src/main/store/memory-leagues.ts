import { readData, readLeagueEvent, type WrittenLeague } from "./commit.ts";
import type {
  LeaguePart,
  LeagueReader,
  LoggedLeagueEvent,
  RatedEntrant,
  RatedTally,
  StoredGame,
  StoredLeague,
} from "./store.ts";

interface KeptLeague {
  readonly league: StoredLeague;
  readonly parts: ReadonlyMap<string, LeaguePart>;
  readonly log: readonly LoggedLeagueEvent[];
}

/** The leagues of a store in memory, beside its games. */
export function openMemoryLeagues(games: ReadonlyMap<string, StoredGame>) {
  const leagues = new Map<string, KeptLeague>();

  const keep = ({ id, expectedVersion, columns, form, snapshot, parts, events }: WrittenLeague, at: number): void => {
    const before = leagues.get(id);
    leagues.set(id, {
      league: {
        id,
        version: expectedVersion + events.length,
        columns,
        snapshot: { form, data: readData(snapshot) },
      },
      parts: new Map([
        ...(before?.parts ?? []),
        ...parts.map(
          ({ part, number, data }) => [`${part} ${number}`, { part, number, data: readData(data) }] as const,
        ),
      ]),
      log: [
        ...(before?.log ?? []),
        ...events.map(({ body }, index) => ({
          seq: expectedVersion + index + 1,
          at,
          event: readLeagueEvent(body),
        })),
      ],
    });
  };

  const reader: LeagueReader = {
    league: async (id) => structuredClone(leagues.get(id)?.league ?? null),
    wholeLeague: async (id, known = {}) => {
      const found = leagues.get(id);
      const parts = [...(found?.parts.values() ?? [])]
        .filter(({ part, number }) => number > (known[part] ?? 0))
        .toSorted((one, other) =>
          one.part === other.part ? one.number - other.number : one.part < other.part ? -1 : 1,
        );
      return structuredClone(found ? { ...found.league, parts } : null);
    },
    leagueVersion: async (id) => leagues.get(id)?.league.version ?? 0,
    unfinishedLeagues: async () =>
      [...leagues.values()].filter(({ league }) => league.columns.status !== "finished").length,
    leagueLog: async (id, after, limit) =>
      structuredClone((leagues.get(id)?.log ?? []).filter(({ seq }) => seq > after).slice(0, limit)),
    leagues: async ({ status, limit, after }) =>
      structuredClone(
        [...leagues.values()]
          .map(({ league }) => league)
          .filter((league) => status === "all" || league.columns.status === status)
          .filter((league) => after === null || isBefore(league, { ...after }))
          .toSorted((one, other) => (isBefore(one, { createdAt: other.columns.createdAt, id: other.id }) ? 1 : -1))
          .slice(0, limit),
      ),
    leagueReviews: async (league) =>
      [...games.values()]
        .flatMap(({ id, columns: { league: own, review } }) =>
          own === league && review !== null ? [{ id, review }] : [],
        )
        .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    ratedTallies: async (kind) => {
      const tallies = new Map<string, RatedTally>();
      for (const { columns } of games.values()) {
        if (columns.kind !== kind || columns.status !== "finished" || columns.rated === null) continue;
        const [first, second] = columns.rated;
        const [winner, reason] = [columns.winner, columns.reason ?? ""];
        const { course } = columns;
        const key = JSON.stringify([first, second, winner, reason, course]);
        const known = tallies.get(key) ?? { first, second, winner, reason, course, games: 0 };
        tallies.set(key, { ...known, games: known.games + 1 });
      }
      return [...tallies.values()];
    },
    ratedEntrants: async (kind) => {
      const entrants = new Map<string, RatedEntrant>();
      for (const { columns } of games.values()) {
        if (columns.kind !== kind || columns.status !== "finished" || columns.rated === null) continue;
        for (const [seat, identity] of columns.rated.entries()) {
          const lastPlayedAt = columns.finishedAt ?? 0;
          if (lastPlayedAt < (entrants.get(identity)?.lastPlayedAt ?? 0)) continue;
          entrants.set(identity, { identity, name: columns.entrants[seat]?.name ?? "", lastPlayedAt });
        }
      }
      return [...entrants.values()];
    },
  };

  return { keep, reader, versionOf: (id: string): number => leagues.get(id)?.league.version ?? 0 };
}

const isBefore = ({ id, columns }: StoredLeague, place: { readonly createdAt: number; readonly id: string }): boolean =>
  columns.createdAt < place.createdAt || (columns.createdAt === place.createdAt && id < place.id);
