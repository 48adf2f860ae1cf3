import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openMemoryStore } from "../../src/main/store/memory.ts";
import { sure } from "../tables/support.ts";
import { openLeagueHost, planOf } from "./support.ts";

/** The rules of a league that are not the game's, at a table where two agents play by hand and time is the test's. */

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => void vi.useRealTimers());

async function openMatch(request: Readonly<Record<string, unknown>>) {
  const store = openMemoryStore();
  const host = await openLeagueHost(store, Date.now);
  const { leagues, lobby } = host;
  const id = sure(await leagues.create(planOf({ game: "chess", ...request }))).league.id;
  for (const name of ["Ada", "Boole"]) sure(await lobby.join(id, name, undefined));
  sure(await leagues.act(id, { type: "start" }));
  const signal = new AbortController().signal;
  const asked = [1, 2].map((number) => lobby.nextMatch({ league: id, number }, 60_000, signal));
  await vi.advanceTimersByTimeAsync(0);
  const [match] = await Promise.all(asked);
  const next = match ? sure(match) : null;
  if (next?.kind !== "match") throw new Error("there is no match");
  return {
    ...host,
    id,
    game: next.game.table.id,
    play: async (seat: string, text: string) => host.tables.play(next.game.table.id, seat, { text }),
    result: async () => {
      await vi.advanceTimersByTimeAsync(0);
      const { league } = sure(await leagues.get(id));
      const { outcome } = sure(await host.tables.get(next.game.table.id)).table;
      return {
        status: league.status,
        outcome,
        match: league.current[0]?.result,
        game: league.current[0]?.games[0]?.result,
      };
    },
  };
}

describe("a game of a league is lost", () => {
  test("by a move that does not come in time, whoever else is quick", async () => {
    await using at = await openMatch({ move_seconds: 60 });
    await vi.advanceTimersByTimeAsync(50_000);
    await at.play("white", "e4");
    await vi.advanceTimersByTimeAsync(59_000);
    expect((await at.result()).outcome).toBeNull();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await at.result()).toMatchObject({
      ...{ status: "complete", outcome: { winner: "white", reason: "time" } },
      ...{ match: { winner: "a", termination: "time", played: true }, game: { moves: [1, 0], ms: [50_000, 0] } },
    });
  });

  test("by as many refused moves as are too many, and they are counted", async () => {
    await using at = await openMatch({ max_illegal: 2 });
    await at.play("white", "e5");
    await at.play("white", "e4");
    await at.play("black", "e4");
    expect((await at.result()).outcome).toBeNull();
    await at.play("black", "Ke2");
    expect(await at.result()).toMatchObject({
      ...{ outcome: { winner: "white", reason: "illegal-moves" } },
      ...{ match: { winner: "a", termination: "illegal-moves" }, game: { illegal: [1, 2] } },
    });
  });
});

test("a game that grows too long is a draw", async () => {
  await using at = await openMatch({ longest_game: 1 });
  await at.play("white", "e4");
  await at.play("black", "e5");
  expect(await at.result()).toMatchObject({
    ...{ outcome: { winner: null, reason: "move-limit" }, match: { winner: null, termination: "adjudicated" } },
  });
});

test("a league that is cancelled breaks its games off, and they count for nobody", async () => {
  await using at = await openMatch({});
  await at.play("white", "e4");
  sure(await at.leagues.act(at.id, { type: "cancel" }));
  expect(await at.result()).toMatchObject({ status: "cancelled", outcome: { reason: "unfinished" }, match: null });
  expect((await at.ratings.list("chess")).players.filter(({ level }) => level === null)).toEqual([]);
});

test("who leaves in the middle of a game loses it", async () => {
  await using at = await openMatch({});
  await at.play("white", "e4");
  sure(await at.leagues.act(at.id, { type: "leave", entrant: 1 }));
  expect(await at.result()).toMatchObject({
    ...{ status: "complete", outcome: { winner: "black", reason: "forfeit" } },
    ...{ match: { winner: "b", termination: "forfeit" } },
  });
});

test("an invitation that nobody takes lapses by itself", async () => {
  const store = openMemoryStore();
  await using host = await openLeagueHost(store, Date.now);
  const id = sure(await host.leagues.create(planOf({ invite_seconds: 30 }))).league.id;
  for (const name of ["Ada", "Boole"]) sure(await host.lobby.join(id, name, undefined));
  sure(await host.leagues.act(id, { type: "start" }));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(sure(await host.leagues.get(id)).league.status).toBe("running");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sure(await host.leagues.get(id)).league).toMatchObject({
    ...{ status: "complete", current: [{ result: { winner: null, termination: "forfeit" } }] },
  });
});
