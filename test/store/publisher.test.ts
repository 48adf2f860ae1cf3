import { expect, test } from "vitest";
import { createPublisher } from "../../src/main/store/postgres/publisher.ts";
import type { Entry } from "../../src/main/store/store.ts";

const entry = (id: number): Entry => ({
  id,
  gameId: "1000",
  seq: id,
  at: 1_000,
  event: { type: "said", seat: "white", message: String(id) },
});

test("a commit whose predecessors cannot be read is told of after them, once they can", async () => {
  let away = true;
  const log = [1, 2, 3, 4, 5].map(entry);
  const told: number[][] = [];
  const readEntries = async (after: number) => {
    if (away) throw new Error("the database is away");
    return { entries: log.filter(({ id }) => id > after), upTo: log.length, isMore: false };
  };
  const tell = ({ entries }: { readonly entries: readonly Entry[] }) => void told.push(entries.map(({ id }) => id));
  const teller = createPublisher(readEntries, { tell }, 0);
  await teller.alone(() => teller.own({ entries: [entry(5)], changes: [] }));
  expect(told).toEqual([]);
  away = false;
  teller.look();
  await expect.poll(() => told).toEqual([[1, 2, 3, 4, 5]]);
});
