import type { Refusal } from "../../../shared/result.ts";
import type { RowOf } from "../columns.ts";
import { type Commit, elsewhere, type Fence, findConflict, type WrittenChange, type WrittenEntry } from "../commit.ts";

/** Several commits combined into one transaction. */
export type Plan = ReturnType<typeof planFor>;

/** A row, and its version before all of the commits: 0 where there was none. */
type VersionedRow = WrittenChange["row"] & { readonly expected: number };

/** The games and leagues of some commits, and the leases under which they are made. */
export function namesIn(commits: readonly Commit[]) {
  const changes = commits.flatMap((commit) => commit.writes);
  const ids = (aggregate: "game" | "league") => [
    ...new Set(changes.filter((change) => change.aggregate === aggregate).map(({ id }) => id)),
  ];
  const leases = [...new Set(commits.flatMap(({ under }) => (under ? [under.key] : [])))];
  return { games: ids("game"), leagues: ids("league"), leases };
}

/** Decides from current versions and leases which commits can be stored one after the other, and the rows to write. */
export function planFor(
  commits: readonly Commit[],
  versions: { readonly game: ReadonlyMap<string, number>; readonly league: ReadonlyMap<string, number> },
  isHeld: (fence: Fence) => boolean,
) {
  const rows = { game: new Map<string, VersionedRow>(), league: new Map<string, VersionedRow>() };
  const paths = new Map<string, RowOf<"game_paths">>();
  const parts = new Map<string, RowOf<"league_parts">>();
  const events: (WrittenEntry & { readonly commit: number })[] = [];

  const refusals = commits.map(({ writes, under }, commit): Refusal | null => {
    if (under && !isHeld(under)) return elsewhere;
    const versionOf = (aggregate: "game" | "league", id: string) =>
      rows[aggregate].get(id)?.version ?? versions[aggregate].get(id) ?? 0;
    const conflict = findConflict(writes, versionOf);
    if (conflict) return conflict;
    for (const { aggregate, id, expectedVersion, ...change } of writes) {
      const { expected = expectedVersion } = rows[aggregate].get(id) ?? {};
      rows[aggregate].set(id, { ...change.row, expected });
      for (const path of change.paths) paths.set(id, path);
      for (const part of change.parts) parts.set(`${id} ${part.number} ${part.part}`, part);
      events.push(...change.entries.map((entry) => ({ ...entry, commit })));
    }
    return null;
  });

  const rowsFor = (aggregate: "game" | "league", are: boolean) =>
    [...rows[aggregate].values()].filter(({ expected }) => (expected === 0) === are);
  return {
    /** The answer to each commit, in order: null where it is to be stored. */
    refusals,
    /** Rows of the tables of these names; one row for a game that changes more than once. */
    newGames: rowsFor("game", true),
    games: rowsFor("game", false),
    newLeagues: rowsFor("league", true),
    leagues: rowsFor("league", false),
    paths: [...paths.values()],
    parts: [...parts.values()],
    /** In the order of the log, with the number of each one's commit. */
    events,
  };
}
