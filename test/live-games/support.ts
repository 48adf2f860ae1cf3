import { silentLog } from "../../src/main/base/log.ts";
import { createAuthority } from "../../src/main/games/authority.ts";
import { createGames, type Games, type GamesOptions } from "../../src/main/games/games.ts";
import type { LiveGame } from "../../src/main/games/live-game.ts";
import type { GameRequest, NewPlayer } from "../../src/main/games/machine/seats.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import type { GameChange, Store } from "../../src/main/store/store.ts";
import { type Result, refuse } from "../../src/shared/result.ts";
import { sharingOf } from "../support/sharing.ts";

export const agent = (name: string | null, connection: string | null = null): NewPlayer => ({
  kind: "agent",
  name,
  settings: {},
  connection,
});
export const human = (name = "Somebody"): NewPlayer => ({ kind: "human", name, settings: {}, connection: null });
export const computer = (level = 3): NewPlayer => ({
  kind: "computer",
  name: "Computer",
  settings: { level },
  connection: null,
});

/** A test's request, without its number. */
export type Wish = Omit<GameRequest, "id">;

/** A game of two agents who sit. */
export const agentGame: Wish = {
  kind: "chess",
  players: [agent("One"), agent("Two")],
  options: {},
  clock: null,
  secret: "5ec2e7".repeat(10),
  legalMoves: "shown",
  rematchOf: null,
};

/** The accepted value; throws the reason of a refusal. */
export function sure<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.code}: ${result.message}`);
}
export const codeOf = (result: Result<unknown>): string => (result.ok ? "OK" : result.code);

export const started = async (games: Games, game: Wish = agentGame): Promise<LiveGame> =>
  sure(await games.create(game));
export const gameNow = async (games: Games, id: string): Promise<LiveGame> => sure(await games.get(id));

/** Live games over a store in memory, or over the one given, with a clock and a disk that the test controls. */
export function openGames(
  wrap: (store: Store) => Store = (store) => store,
  { store: below = openSqliteStore(":memory:"), ...options }: Partial<GamesOptions> = {},
) {
  const store = wrap(below);
  const time = { now: 1_800_000_000_000 };
  const authority = createAuthority("secret");
  // A busy machine may keep the process waiting for seconds, which is no standstill of the host that is tested.
  const missed = () => 0;
  const sharing = sharingOf(store);
  const all = { store, sharing, authority, log: silentLog, now: () => time.now, missedMs: missed, ...options };
  const games = createGames(all);
  return {
    games,
    store,
    authority,
    time,
    [Symbol.asyncDispose]: async () => {
      await games.close();
      await store.close();
    },
  };
}

/** A store that others go on with when one is done. */
export const outliving = (store: Store): Store => ({ ...store, close: async () => {} });

/** A disk that can be full. */
export function fallibleDisk() {
  const disk = { full: false, refused: 0 };
  const wrap = (store: Store): Store => ({
    ...store,
    commit: (changes, at) => {
      if (!disk.full) return store.commit(changes, at);
      disk.refused += 1;
      return Promise.resolve(refuse("STORAGE_FAILED", "This could not be saved, so it did not happen (disk full)"));
    },
    beat: async (now) => {
      if (disk.full) throw new Error("database or disk is full");
      await store.beat(now);
    },
  });
  return { disk, wrap };
}

/** A disk that takes so many commits and no more, until it is told to take others. */
export function finiteDisk(commits: number) {
  const disk = { left: commits };
  const wrap = (store: Store): Store => ({
    ...store,
    commit: (changes, at) => {
      if (disk.left <= 0)
        return Promise.resolve(refuse("STORAGE_FAILED", "This could not be saved, so it did not happen (disk full)"));
      disk.left -= 1;
      return store.commit(changes, at);
    },
  });
  return { disk, wrap };
}

/** Writes down what is kept, in order. */
export function recordedStore() {
  const kept: GameChange[] = [];
  const wrap = (store: Store): Store => ({
    ...store,
    commit: async (changes, at) => {
      // The record does not follow later changes of the caller's objects.
      const copy = structuredClone(changes);
      const done = await store.commit(changes, at);
      if (done.ok) kept.push(...copy.filter((change) => change.aggregate === "game"));
      return done;
    },
  });
  return { kept, wrap };
}
