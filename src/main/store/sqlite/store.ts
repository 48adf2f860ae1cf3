import { storageFailed, writeCommit } from "../commit.ts";
import { createIndexedPaths } from "../indexed-paths.ts";
import type { Store } from "../store.ts";
import { createSubscribers } from "../subscribers.ts";
import { watchFiles } from "./files.ts";
import { createGroupCommit } from "./group-commit.ts";
import { indexedDatabase } from "./indexed-database.ts";
import { openDatabase } from "./open.ts";
import { createReader } from "./reader.ts";
import { transaction } from "./transaction.ts";
import { createWriter } from "./writer.ts";

/**
 * A store in a SQLite file, which is made where there is none and brought up to date where it is older. Throws with a
 * plain message when it cannot be used. `:memory:` makes one that lasts as long as the store. `damaged` is told of what
 * cannot be read and is left out.
 */
export function openSqliteStore(path: string, damaged: (message: string) => void = () => {}): Store {
  const db = openDatabase(path);
  const paths = createIndexedPaths(indexedDatabase(db));
  const reader = createReader(db, paths, damaged);
  const subscribers = createSubscribers(reader);
  const filesAreThere = watchFiles(path);
  const obstacle = () => {
    if (!db.isOpen) return storageFailed("the store is closed");
    if (filesAreThere()) return null;
    return storageFailed(`the files of ${path} were deleted or replaced`, "Put them back, or start Kibitz again");
  };
  const group = createGroupCommit({ db, write: createWriter(db), publish: subscribers.publish, obstacle });
  const addPath = db.prepare("INSERT OR IGNORE INTO game_paths (game_id, path) VALUES (?, ?)");
  const beat = db.prepare(
    "INSERT INTO heartbeat (only, at) VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET at = excluded.at",
  );

  return {
    ...reader,
    commit: async (changes, at) => {
      const commit = writeCommit(changes, at);
      return commit.ok ? group.add(commit.value) : commit;
    },
    keepPaths: async (found) => {
      const refusal = obstacle();
      if (refusal) throw new Error(refusal.message);
      transaction(db, () => {
        for (const { id, path } of found) addPath.run(id, path);
      });
      paths.kept(found);
    },
    subscribe: subscribers.subscribe,
    beat: async (now) => {
      const refusal = obstacle();
      if (refusal) throw new Error(refusal.message);
      beat.run(Math.round(now));
    },
    close: async () => {
      await group.flush();
      subscribers.close();
      if (db.isOpen) db.close();
    },
  };
}
