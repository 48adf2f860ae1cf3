import { refuse } from "../../../shared/result.ts";
import { fileIdentity, isBusy } from "../../base/disk.ts";
import type { Ask } from "../columns.ts";
import { storageFailed, writeCommit } from "../commit.ts";
import { createReader, taskCanceller } from "../reader.ts";
import { type CommitNotification, createSubscribers, ownDuties, type Store } from "../store.ts";
import { checkpointInThread } from "./checkpoints.ts";
import { sqliteDatabase } from "./database.ts";
import { createGroupCommit, refusalFor, writeNothing } from "./group-commit.ts";
import { openEither, setOlderAside } from "./open.ts";

/**
 * A store in a SQLite file, which is created or upgraded if necessary; one from before the first release is renamed.
 * Throws with a plain message when it cannot be used. `:memory:` makes one that lasts as long as the store. `remark` is
 * called about a renamed file, and about what cannot be read and is left out.
 */
export function openSqliteStore(path: string, remark: (message: string) => void = () => {}): Store {
  const aside = setOlderAside(path);
  if (aside !== null) remark(aside);
  const { db, readOnly } = openEither(path);
  if (readOnly !== undefined) remark(readOnly);
  const database = sqliteDatabase(db);
  const reader = createReader(database, remark);
  const subscribers = createSubscribers();
  const filesAreThere = watchFiles(path);
  const obstacle = () => {
    if (!db.isOpen) return storageFailed("the store is closed");
    if (readOnly !== undefined)
      return refuse("STORAGE_FAILED", `This could not be saved, so it did not happen. ${readOnly}`);
    if (filesAreThere()) return null;
    return storageFailed(`the files of ${path} were deleted or replaced`, "Put them back, or start Kibitz again");
  };
  const checkpoints = checkpointInThread(db, readOnly === undefined ? path : null, remark);
  const publish = (news: CommitNotification) => {
    checkpoints.noteCommit();
    if (news.entries.length > 0) subscribers.tell(news);
  };
  const group = createGroupCommit(db, publish, obstacle);
  /** Runs a statement that writes outside the commits. */
  const keep: Ask = async (text, values) => {
    const refusal = obstacle();
    if (refusal) throw new Error(refusal.message);
    return database.ask(text, values);
  };

  return {
    ...reader,
    ...(readOnly === undefined ? {} : { readOnly }),
    duties: ownDuties(readOnly === undefined),
    commit: async (changes, at) => {
      const commit = writeCommit(changes, at);
      return commit.ok ? group.add(commit.value) : commit;
    },
    subscribe: subscribers.listen,
    cancelTask: taskCanceller(keep),
    check: async () => {
      const trouble = obstacle()?.message ?? checkpoints.trouble();
      if (trouble !== null) throw new Error(trouble);
      try {
        writeNothing(db);
        checkpoints.noteCommit();
      } catch (error) {
        // A commit waits until another program lets go of the database.
        if (!isBusy(error)) throw new Error(refusalFor(error).message, { cause: error });
      }
    },
    beat: async (now) => {
      await keep("INSERT INTO heartbeat VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET at = excluded.at", [
        Math.round(now),
      ]);
    },
    close: async () => {
      await group.flush();
      subscribers.clear();
      // The last connection that closes writes the write-ahead log into the file.
      await checkpoints.close();
      if (db.isOpen) db.close();
    },
  };
}

/**
 * Tells whether the files that a database was opened with are still in their folder. A deleted file can be written to
 * as long as it is open, and all of that is lost afterwards; SQLite does not check.
 */
function watchFiles(path: string): () => boolean {
  if (path === ":memory:") return () => true;
  const files = [path, `${path}-wal`, `${path}-shm`].map((file) => ({ file, identity: fileIdentity(file) }));
  return () => files.every(({ file, identity }) => fileIdentity(file) === identity);
}
