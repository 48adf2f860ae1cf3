import type { Refusal } from "../../../shared/result.ts";
import type { Fence } from "../cluster/leases.ts";
import { type Commit, elsewhere, findConflict } from "../commit.ts";
import type { Entry } from "../store.ts";
import { gameRow, leagueRow } from "../written-rows.ts";

/** Several commits combined into one transaction. */
export interface Plan {
  /** The answer to each commit, in order: null where it is to be stored. */
  readonly refusals: readonly (Refusal | null)[];
  /** Rows of the tables of these names; one row for a game that changes more than once. */
  readonly newGames: readonly GameRow[];
  readonly games: readonly GameRow[];
  readonly newLeagues: readonly LeagueRow[];
  readonly leagues: readonly LeagueRow[];
  readonly paths: readonly PathRow[];
  readonly parts: readonly PartRow[];
  /** In the order of the log, with the number of each one's commit. */
  readonly events: readonly PlannedEntry[];
}

/** A row, and its version before all of the commits: 0 where there was none. */
type Expected<Row> = Row & { readonly expected: number };
type GameRow = Expected<ReturnType<typeof gameRow>>;
type LeagueRow = Expected<ReturnType<typeof leagueRow>>;
interface PathRow {
  readonly game_id: string;
  readonly path: string;
}
interface PartRow {
  readonly league_id: string;
  readonly part: string;
  readonly number: number;
  readonly data: string;
}
interface PlannedEntry {
  readonly row: {
    readonly game_id: string | null;
    readonly league_id: string | null;
    readonly seq: number;
    readonly at: number;
    readonly body: string;
  };
  readonly commit: number;
  /** The entry, once its place in the log is known. */
  readonly entryAt: (id: number) => Entry;
}

/** The games and leagues of some commits, and the leases under which they are made. */
export function namesIn(commits: readonly Commit[]) {
  const written = commits.flatMap((commit) => commit.written);
  const ids = (aggregate: "game" | "league") => [
    ...new Set(written.filter((change) => change.aggregate === aggregate).map(({ id }) => id)),
  ];
  const leases = [...new Set(commits.flatMap(({ under }) => (under ? [under.key] : [])))];
  return { games: ids("game"), leagues: ids("league"), leases };
}

/**
 * Decides which of the commits can be stored one after the other, from current versions and leases, and the rows to
 * write.
 */
export function planFor(
  commits: readonly Commit[],
  versions: { readonly game: ReadonlyMap<string, number>; readonly league: ReadonlyMap<string, number> },
  isHeld: (fence: Fence) => boolean,
): Plan {
  const games = new Map<string, GameRow>();
  const paths = new Map<string, PathRow>();
  const leagues = new Map<string, LeagueRow>();
  const parts = new Map<string, PartRow>();
  const events: PlannedEntry[] = [];

  const refusals = commits.map(({ written, at, under }, commit) => {
    if (under && !isHeld(under)) return elsewhere;
    const conflict = findConflict(written, (aggregate, id) => {
      const planned = aggregate === "game" ? games.get(id) : leagues.get(id);
      return planned?.version ?? versions[aggregate].get(id) ?? 0;
    });
    if (conflict) return conflict;
    for (const change of written) {
      const { id, expectedVersion } = change;
      if (change.aggregate === "game") {
        games.set(id, { ...gameRow(change), expected: games.get(id)?.expected ?? expectedVersion });
        if (change.path !== null) paths.set(id, { game_id: id, path: change.path });
        change.events.forEach(({ event, body }, index) => {
          const seq = expectedVersion + index + 1;
          events.push({
            commit,
            row: { game_id: id, league_id: null, seq, at, body },
            entryAt: (place) => ({ id: place, gameId: id, seq, at, event }),
          });
        });
        continue;
      }
      leagues.set(id, { ...leagueRow(change), expected: leagues.get(id)?.expected ?? expectedVersion });
      for (const { part, number, data } of change.parts)
        parts.set(`${id} ${number} ${part}`, { league_id: id, part, number, data });
      change.events.forEach(({ event, body }, index) => {
        const seq = expectedVersion + index + 1;
        events.push({
          commit,
          row: { game_id: null, league_id: id, seq, at, body },
          entryAt: (place) => ({ id: place, leagueId: id, seq, at, event }),
        });
      });
    }
    return null;
  });

  const made = <T extends { readonly expected: number }>(rows: ReadonlyMap<string, T>, are: boolean) =>
    [...rows.values()].filter(({ expected }) => (expected === 0) === are);
  return {
    refusals,
    newGames: made(games, true),
    games: made(games, false),
    newLeagues: made(leagues, true),
    leagues: made(leagues, false),
    paths: [...paths.values()],
    parts: [...parts.values()],
    events,
  };
}
