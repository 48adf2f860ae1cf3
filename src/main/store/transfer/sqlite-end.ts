import { messageOf } from "../../../shared/result.ts";
import { diskAdvice } from "../sqlite/group-commit.ts";
import { openEither } from "../sqlite/open.ts";
import { ROWS_AT_ONCE, type TransferEnd, type TransferRow, type TransferTable } from "./tables.ts";

/** The file of a data folder, created if necessary. Nobody else may have it open. */
export function openSqliteEnd(path: string): TransferEnd {
  // Games can be copied away from a full disk, which is opened for reading alone.
  const { db } = openEither(path);
  const one = (text: string) => db.prepare(text).get()?.value ?? null;
  const digits = (value: unknown) => (value === null ? null : String(value));
  const rows = async function* ({ name, columns, key }: TransferTable): AsyncGenerator<readonly TransferRow[]> {
    const names = Object.keys(columns);
    const texts = names.map((column) => `CAST(${column} AS TEXT) AS ${column}`).join(", ");
    let page: TransferRow[] = [];
    for (const row of db.prepare(`SELECT ${texts} FROM ${name} ORDER BY ${key}`).iterate()) {
      page.push(names.map((column) => digits(row[column] ?? null)));
      if (page.length < ROWS_AT_ONCE) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  };

  return {
    isEmpty: async () =>
      one("SELECT count(*) AS value FROM (SELECT id FROM games UNION ALL SELECT id FROM leagues)") === 0,
    rows,
    lastEntry: async () => digits(one("SELECT seq AS value FROM sqlite_sequence WHERE name = 'events'")) ?? "0",
    lastBeat: async () => digits(one("SELECT at AS value FROM heartbeat")),
    fill: async (work) => {
      db.exec("BEGIN IMMEDIATE");
      try {
        await work({
          put: async ({ name, columns }, rows) => {
            const names = Object.keys(columns);
            const text = `INSERT INTO ${name} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
            const insert = db.prepare(text);
            for (const row of rows) insert.run(...row);
          },
          end: async (lastEntry, lastBeat) => {
            db.exec("DELETE FROM sqlite_sequence WHERE name = 'events'; DELETE FROM heartbeat");
            db.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('events', CAST(? AS INTEGER))").run(lastEntry);
            if (lastBeat !== null) db.prepare("INSERT INTO heartbeat VALUES (1, ?)").run(lastBeat);
          },
        });
        db.exec("COMMIT");
      } catch (error) {
        if (db.isTransaction) db.exec("ROLLBACK");
        const advice = diskAdvice(error, path) ?? diskAdvice(error instanceof Error && error.cause, path);
        const reason = messageOf(error).replace(/^Nothing was copied: |\.$/g, "");
        throw advice === null
          ? error
          : new Error(`Nothing was copied: ${reason}. To go on, ${advice}.`, { cause: error });
      }
    },
    close: async () => db.close(),
  };
}
