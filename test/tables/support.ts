import type { NewPlayer, NewTable } from "../../src/main/games/table.ts";
import { silentLog } from "../../src/main/log.ts";
import { openStore, type Store } from "../../src/main/store/store.ts";
import { createAuthority } from "../../src/main/tables/authority.ts";
import { createTables } from "../../src/main/tables/tables.ts";
import { refuse } from "../../src/shared/result.ts";

export const agent = (name: string | null, connection: string | null = null): NewPlayer => ({
  kind: "agent",
  name,
  level: null,
  connection,
});

/** A game of two agents who sit. */
export const agentGame: Omit<NewTable, "id"> = {
  kind: "chess",
  players: [agent("One"), agent("Two")],
  setup: {},
  clock: null,
  legalMoves: "shown",
  rematchOf: null,
};

/** Tables over a database in memory, with a clock and a disk that the test has in hand. */
export function openTables(wrap: (store: Store) => Store = (store) => store) {
  const store = wrap(openStore(":memory:"));
  const time = { now: 1_800_000_000_000 };
  const authority = createAuthority("secret");
  const tables = createTables({ store, authority, log: silentLog, now: () => time.now });
  return {
    tables,
    store,
    authority,
    time,
    [Symbol.asyncDispose]: async () => {
      await tables.close();
      store.close();
    },
  };
}

/** A disk that can be full. */
export function fallibleDisk() {
  const disk = { full: false, refused: 0 };
  const wrap = (store: Store): Store => ({
    ...store,
    commit: (write) => {
      if (!disk.full) return store.commit(write);
      disk.refused += 1;
      return Promise.resolve(refuse("STORAGE_FAILED", "This could not be saved, so it did not happen (disk full)"));
    },
    beat: (now) => {
      if (disk.full) throw new Error("database or disk is full");
      store.beat(now);
    },
  });
  return { disk, wrap };
}
