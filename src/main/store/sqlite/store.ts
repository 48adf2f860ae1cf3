import { writeCommit } from "../commit.ts";
import type { Store } from "../store.ts";
import { createSubscribers } from "../subscribers.ts";
import { createGroupCommit } from "./group-commit.ts";
import { openDatabase } from "./open.ts";
import { createReader } from "./reader.ts";
import { createWriter } from "./writer.ts";

/**
 * A store in a SQLite file, which is made where there is none and brought up to date where it is older. Throws with a
 * plain message when it cannot be used. `:memory:` is for tests.
 */
export function openSqliteStore(path: string): Store {
  const db = openDatabase(path);
  const reader = createReader(db);
  const subscribers = createSubscribers(reader);
  const group = createGroupCommit(db, createWriter(db), subscribers.publish);
  const beat = db.prepare(
    "INSERT INTO heartbeat (only, at) VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET at = excluded.at",
  );

  return {
    ...reader,
    commit: async (changes, at) => {
      const commit = writeCommit(changes, at);
      return commit.ok ? group.add(commit.value) : commit;
    },
    subscribe: subscribers.subscribe,
    beat: async (now) => void beat.run(Math.round(now)),
    close: async () => {
      group.flush();
      subscribers.close();
      if (db.isOpen) db.close();
    },
  };
}
