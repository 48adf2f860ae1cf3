import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Commit } from "../../src/main/store/commit.ts";
import { createGroupCommit } from "../../src/main/store/postgres/store.ts";

/** A group commit whose transactions are recorded by the names of their commits, each until the test ends it. */
function recorded() {
  const names = new Map<Commit, string>();
  const transactions: string[][] = [];
  let end = () => {};
  const keep = async (commits: readonly Commit[]) => {
    transactions.push(commits.map((commit) => names.get(commit) ?? ""));
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    return commits.map(() => ({ ok: true as const, value: [] }));
  };
  const teller = {
    alone: <T>(work: () => Promise<T>) => work(),
    own: async () => {},
    look: () => {},
    whenIdle: async () => {},
  };
  const group = createGroupCommit({ keep }, teller, () => {});
  return {
    /** Adds commits: under a lease where the name begins with `league` or `driver`; else what somebody asked for. */
    add: (...all: readonly string[]): void => {
      for (const name of all) {
        const [kind] = name.split(" ");
        const key = kind === "league" ? "leagues" : "3";
        const under = kind === "asked" ? null : { key, holder: "host", epoch: 1 };
        const commit: Commit = { changes: [], writes: [], under };
        names.set(commit, name);
        void group.add(commit);
      }
    },
    /** Resolves with the next transaction, once the one before has ended. */
    next: async (): Promise<readonly string[]> => {
      const count = transactions.length;
      end();
      await expect.poll(() => transactions.length).toBe(count + 1);
      return transactions[count] ?? [];
    },
  };
}

// Commits are held back for a second of this clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

test("commits that somebody asked for are stored before those of leagues, which share no transaction for a second", async () => {
  const { add, next } = recorded();
  add("asked 1");
  expect(await next()).toEqual(["asked 1"]);
  add("league 1", "league 2", "asked 2", "asked 3", "league 3", "league 4");
  expect(await next()).toEqual(["asked 2", "asked 3"]);
  expect(await next()).toEqual(["league 1"]);
  expect(await next()).toEqual(["league 2"]);
  vi.advanceTimersByTime(1_000);
  expect(await next()).toEqual(["league 3", "league 4"]);
});

test("a commit of a league waits for three transactions of commits that somebody asked for, and no longer", async () => {
  const { add, next } = recorded();
  add("league 1", "asked 1");
  for (const number of [1, 2, 3]) {
    expect(await next()).toEqual([`asked ${number}`]);
    add(`asked ${number + 1}`);
  }
  expect(await next()).toEqual(["asked 4", "league 1"]);
});

test("commits of leagues share a transaction where nobody has asked for any", async () => {
  const { add, next } = recorded();
  add("league 1", "league 2", "league 3");
  expect(await next()).toEqual(["league 1", "league 2", "league 3"]);
});

test("the computer's reply, which nobody asked for, is stored before the commits of leagues", async () => {
  const { add, next } = recorded();
  add("asked 1");
  expect(await next()).toEqual(["asked 1"]);
  add("league 1", "driver 1");
  expect(await next()).toEqual(["driver 1"]);
  expect(await next()).toEqual(["league 1"]);
});
