import { messageOf } from "../../../shared/error-text.ts";
import { type TransferEnd, transferTables } from "./tables.ts";

/** How many rows of each table were moved. */
export type Transferred = ReadonlyMap<string, number>;

/** Copies everything from one end to the other, which is empty: all of it, or nothing where something fails. */
export async function transferAll(from: TransferEnd, to: TransferEnd): Promise<Transferred> {
  const moved = new Map<string, number>();
  await to.fill(async (into) => {
    for (const table of transferTables) {
      let rows = 0;
      for await (const page of from.rows(table)) {
        try {
          await into.put(table, page);
        } catch (error) {
          const reason = messageOf(error);
          throw new Error(
            `Nothing was copied: a row of ${table.name} is not taken, after the first ${rows} (${reason}).`,
          );
        }
        rows += page.length;
      }
      moved.set(table.name, rows);
    }
    await into.end(await from.lastEntry(), await from.lastBeat());
  });
  return moved;
}
