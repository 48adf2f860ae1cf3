import { setImmediate as nextTurn } from "node:timers/promises";
import type { GameKind } from "../../shared/terms.ts";
import type { Log } from "../log.ts";
import type { KeptPath, Store, StoredGame, TriedMove } from "../store/store.ts";
import { open } from "./archive.ts";
import { pathOf, positionMark } from "./path.ts";

export interface TriedHere {
  /** Most often first. */
  readonly moves: readonly TriedMove[];
  /** Whether all finished games are in it: those of an older Kibitz are followed from now on. */
  readonly complete: boolean;
}

export interface Explorer {
  /**
   * What was played in a position of finished games that are not deleted, by the key that its game gives it. Rejects with
   * `Unavailable` where the store does not answer.
   * @param own only in games in which a person played here, and in records in which somebody of these names did; null for all
   */
  tried(kind: GameKind, key: string, own: readonly string[] | null): Promise<TriedHere>;
  close(): Promise<void>;
}

/** Looks positions up in finished games. Games that were kept before their paths were are followed when somebody asks. */
export function createExplorer(store: Store, log: Log): Explorer {
  let following: Promise<void> | null = null;
  let closing = false;

  const pathFor = async (stored: StoredGame): Promise<KeptPath> => {
    const game = await open(store, stored);
    // A game that cannot be read has an empty path, so that it is not tried again and again.
    return {
      id: stored.id,
      path: game.ok
        ? pathOf(
            game.value.table,
            game.value.moves.map(({ uci }) => uci),
          )
        : "",
    };
  };
  const followAll = async (position: Parameters<Store["tried"]>[0], first: readonly string[]) => {
    for (let ids = first; ids.length > 0 && !closing; ids = (await store.tried(position)).pathless) {
      const paths: KeptPath[] = [];
      for (const stored of await store.games(ids)) {
        // A game takes some milliseconds.
        await nextTurn();
        if (closing) return;
        paths.push(await pathFor(stored));
      }
      if (paths.length === 0) return;
      await store.keepPaths(paths);
    }
  };

  return {
    tried: async (kind, key, own) => {
      const query = { kind, position: positionMark(kind, key), own };
      const { moves, pathless } = await store.tried(query);
      if (pathless.length > 0 && !closing)
        following ??= followAll(query, pathless)
          .catch((error: unknown) => log.warn(`older games could not be followed: ${String(error)}`))
          .finally(() => {
            following = null;
          });
      return { moves, complete: pathless.length === 0 };
    },
    close: async () => {
      closing = true;
      await following;
    },
  };
}
