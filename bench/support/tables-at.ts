import { silentLog } from "../../src/main/base/log.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { createAuthority } from "../../src/main/tables/authority.ts";
import { createTables, type Tables } from "../../src/main/tables/tables.ts";
import { turnOf } from "./long-game.ts";

/** The tables on a database file (or `:memory:`), without any door. */
export function openTables(path: string): { readonly tables: Tables; close(): Promise<void> } {
  const store = openSqliteStore(path);
  const tables = createTables({ store, authority: createAuthority("secret"), log: silentLog });
  return {
    tables,
    close: async () => {
      await tables.close();
      await store.close();
    },
  };
}

/** A game between two people, from a position with white to move, and the way to play its next ply. */
export async function openGame(tables: Tables, moves: readonly string[], fen?: string): Promise<() => Promise<void>> {
  const person = { kind: "human", name: "Somebody", settings: {}, connection: null } as const;
  const made = await tables.create({
    kind: "chess",
    players: [person, person],
    options: { fen },
    clock: null,
    legalMoves: "shown",
    rematchOf: null,
  });
  if (!made.ok) throw new Error(made.message);
  const { id } = made.value.table;
  let ply = 0;
  return async () => {
    const played = await tables.play(id, turnOf(ply), { text: moves[ply] ?? "" });
    if (!played.ok) throw new Error(played.message);
    ply += 1;
  };
}
