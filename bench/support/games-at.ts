import { silentLog } from "../../src/main/base/log.ts";
import { createAuthority } from "../../src/main/games/authority.ts";
import { createGames, type Games } from "../../src/main/games/games.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { turnOf } from "./long-game.ts";

/** The tables on a database file (or `:memory:`), without any door. */
export function openGames(path: string): { readonly games: Games; close(): Promise<void> } {
  const store = openSqliteStore(path);
  const games = createGames({ store, authority: createAuthority("secret"), log: silentLog });
  return {
    games,
    close: async () => {
      await games.close();
      await store.close();
    },
  };
}

/** A game between two people, from a position with white to move, and the way to play its next ply. */
export async function openGame(games: Games, moves: readonly string[], fen?: string): Promise<() => Promise<void>> {
  const person = { kind: "human", name: "Somebody", settings: {}, connection: null } as const;
  const made = await games.create({
    kind: "chess",
    players: [person, person],
    options: { fen },
    clock: null,
    legalMoves: "shown",
    rematchOf: null,
  });
  if (!made.ok) throw new Error(made.message);
  const { id } = made.value.state;
  let ply = 0;
  return async () => {
    const played = await games.play(id, turnOf(ply), { text: moves[ply] ?? "" });
    if (!played.ok) throw new Error(played.message);
    ply += 1;
  };
}
