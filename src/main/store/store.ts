import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { type GameEvent, gameEventSchema, type LoggedEvent } from "../../shared/events.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import { statusOf, type Table, type TableStatus, tableSchema } from "../games/table.ts";
import { migrate } from "./migrate.ts";

/** One decision to keep: the table as it now stands and what happened to bring it there. */
export interface Write {
  readonly table: Table;
  readonly at: number;
  readonly events: readonly GameEvent[];
}

export interface Page {
  readonly status: TableStatus | "all";
  /** 1–100. */
  readonly limit: number;
  /** Where the last page ended; null for the first. */
  readonly after: { readonly createdAt: number; readonly id: string } | null;
}

export interface Store {
  /**
   * Keeps a decision. Resolves with the log entries once they are on the disk (`synchronous=FULL`), and refuses with
   * `STORAGE_FAILED` when they could not be kept. What is asked for in the same moment shares one commit.
   */
  commit(write: Write): Promise<Result<readonly LoggedEvent[]>>;
  /** Games that are not over. */
  unfinished(): readonly Table[];
  game(id: string): Table | null;
  has(id: string): boolean;
  /** Everything that happened in a game, oldest first. */
  log(gameId: string): readonly LoggedEvent[];
  /** What happened anywhere after an entry, oldest first; at most `limit`. */
  logAfter(id: number, limit: number): readonly LoggedEvent[];
  /** The newest entry's id, 0 for an empty log. */
  lastEventId(): number;
  /** Games, newest first. */
  list(page: Page): readonly Table[];
  count(): Record<TableStatus, number>;
  beat(now: number): void;
  /** When a host was last known to run, or null. */
  lastBeat(): number | null;
  close(): void;
}

/** Opens or makes the database. Throws with a plain message when it cannot be used. `:memory:` is for tests. */
export function openStore(path: string): Store {
  const db = openDatabase(path);

  const saveGame = db.prepare(
    `INSERT INTO games (id, kind, status, created_at, snapshot) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET status = excluded.status, snapshot = excluded.snapshot`,
  );
  const addEvent = db.prepare("INSERT INTO events (game_id, at, body) VALUES (?, ?, ?)");
  const statements = {
    unfinished: db.prepare("SELECT snapshot FROM games WHERE status IN ('open', 'live') ORDER BY created_at"),
    game: db.prepare("SELECT snapshot FROM games WHERE id = ?"),
    has: db.prepare("SELECT 1 AS found FROM games WHERE id = ?"),
    log: db.prepare("SELECT id, game_id, at, body FROM events WHERE game_id = ? ORDER BY id"),
    logAfter: db.prepare("SELECT id, game_id, at, body FROM events WHERE id > ? ORDER BY id LIMIT ?"),
    lastEvent: db.prepare("SELECT max(id) AS id FROM events"),
    listAll: db.prepare(
      "SELECT snapshot FROM games WHERE (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?",
    ),
    listBy: db.prepare(
      "SELECT snapshot FROM games WHERE status = ? AND (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?",
    ),
    count: db.prepare("SELECT status, count(*) AS n FROM games GROUP BY status"),
    beat: db.prepare(
      "INSERT INTO heartbeat (only, at) VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET at = excluded.at",
    ),
    lastBeat: db.prepare("SELECT at FROM heartbeat"),
  };

  const keep = ({ table, at, events }: Write): LoggedEvent[] => {
    const time = Math.round(at);
    saveGame.run(table.id, table.kind, statusOf(table), Math.round(table.createdAt), JSON.stringify(table));
    return events.map((event) => {
      const { lastInsertRowid } = addEvent.run(table.id, time, JSON.stringify(event));
      return { id: Number(lastInsertRowid), gameId: table.id, at: time, event };
    });
  };
  const transaction = <T>(work: () => T): T => {
    db.exec("BEGIN IMMEDIATE");
    try {
      const value = work();
      db.exec("COMMIT");
      return value;
    } catch (error) {
      // A full disk may have rolled back already; the first error is the one that tells.
      if (db.isTransaction) db.exec("ROLLBACK");
      throw error;
    }
  };

  type Waiting = { readonly write: Write; readonly done: (result: Result<readonly LoggedEvent[]>) => void };
  let waiting: Waiting[] = [];
  const failed = (error: unknown) =>
    refuse(
      "STORAGE_FAILED",
      `This could not be saved, so it did not happen (${error instanceof Error ? error.message : String(error)}). ` +
        "Nothing is lost; free some disk space and try again",
    );
  const alone = ({ write, done }: Waiting) => {
    try {
      done(accept(transaction(() => keep(write))));
    } catch (error) {
      done(failed(error));
    }
  };
  const flush = () => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      const kept = transaction(() => batch.map(({ write }) => keep(write)));
      for (const [index, { done }] of batch.entries()) done(accept(kept[index] ?? []));
    } catch {
      // One write that cannot be kept must not take the others with it.
      batch.forEach(alone);
    }
  };

  return {
    commit: (write) =>
      new Promise((done) => {
        waiting.push({ write, done });
        if (waiting.length === 1) setImmediate(flush);
      }),
    unfinished: () => statements.unfinished.all().map(readSnapshot),
    game: (id) => {
      const row = statements.game.get(id);
      return row ? readSnapshot(row) : null;
    },
    has: (id) => statements.has.get(id) !== undefined,
    log: (gameId) => statements.log.all(gameId).map(readEvent),
    logAfter: (id, limit) => statements.logAfter.all(id, limit).map(readEvent),
    lastEventId: () => Number(statements.lastEvent.get()?.id ?? 0),
    list: ({ status, limit, after }) => {
      const from = after ?? { createdAt: Number.MAX_SAFE_INTEGER, id: "" };
      const rows =
        status === "all"
          ? statements.listAll.all(from.createdAt, from.id, limit)
          : statements.listBy.all(status, from.createdAt, from.id, limit);
      return rows.map(readSnapshot);
    },
    count: () => {
      const counts: Record<TableStatus, number> = { open: 0, live: 0, finished: 0 };
      for (const row of statements.count.all()) {
        const { status, n } = countRow.parse(row);
        counts[status] = n;
      }
      return counts;
    },
    beat: (now) => void statements.beat.run(Math.round(now)),
    lastBeat: () => {
      const row = statements.lastBeat.get();
      return row ? Number(row.at) : null;
    },
    close: () => {
      flush();
      db.close();
    },
  };
}

function openDatabase(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { open: false });
  try {
    db.open();
    db.exec(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000",
    );
    migrate(db);
    return db;
  } catch (error) {
    if (db.isOpen) db.close();
    const cause = error instanceof Error ? error.message : String(error);
    const isOurs = !(error instanceof Error && "code" in error);
    const advice = isOurs ? "" : ". Move the file away to begin with an empty one, or choose another --data-dir";
    throw new Error(`${path} cannot be used: ${cause}${advice}`, { cause: error });
  }
}

const countRow = z.object({ status: z.enum(["open", "live", "finished"]), n: z.number() });
const snapshotRow = z.object({ snapshot: z.string() });
const eventRow = z.object({ id: z.number(), game_id: z.string(), at: z.number(), body: z.string() });

const readSnapshot = (row: unknown): Table => tableSchema.parse(JSON.parse(snapshotRow.parse(row).snapshot));

function readEvent(row: unknown): LoggedEvent {
  const { id, game_id, at, body } = eventRow.parse(row);
  return { id, gameId: game_id, at, event: gameEventSchema.parse(JSON.parse(body)) };
}
