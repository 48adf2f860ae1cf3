import { silentLog } from "../../../src/main/log.ts";
import { openStore } from "../../../src/main/store/store.ts";
import { createAuthority } from "../../../src/main/tables/authority.ts";
import { createTables, type Tables } from "../../../src/main/tables/tables.ts";
import { turnOf } from "./long-game.ts";

/** The tables on a database file (or `:memory:`), without any door. */
export function openTables(path: string): { readonly tables: Tables; close(): Promise<void> } {
  const store = openStore(path);
  const tables = createTables({ store, authority: createAuthority("secret"), log: silentLog });
  return {
    tables,
    close: async () => {
      await tables.close();
      store.close();
    },
  };
}

/** A game between two people, from a position with white to move, and the way to play its next ply. */
export async function openGame(tables: Tables, moves: readonly string[], fen?: string): Promise<() => Promise<void>> {
  const person = { kind: "human", name: "Somebody", level: null, connection: null } as const;
  const made = await tables.create({
    kind: "chess",
    players: [person, person],
    setup: { fen },
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
