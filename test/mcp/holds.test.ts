import { expect, test, vi } from "vitest";
import { nextIn } from "../../src/games/tic-tac-toe/tools/answer.ts";
import type { Game } from "../../src/games/tic-tac-toe/tools/text.ts";
import { createHolds, type HeldClient, type Holds } from "../../src/main/mcp/server/holds.ts";
import { accept } from "../../src/shared/result.ts";
import { openAgentHost } from "./agent-host.ts";

/** For how long calls are held: by what is known of a host, and by what it has cut off. */

const stranger: HeldClient = {
  name: "stranger",
  version: "1",
  hearsProgress: false,
  connection: "one",
  callSeconds: null,
};
const USUAL = 30;

function holds(fixed: number | null = null, cuts: Readonly<Record<string, number>> = {}) {
  let all = cuts;
  const set = (next: typeof all) => {
    all = next;
    return accept(null);
  };
  let now = 0;
  const closed = new Set<string | null>();
  const isOpen = vi.fn((connection: string | null) => !closed.has(connection));
  const made = createHolds({ get: () => all, set }, fixed, isOpen, () => now);
  /** A call that the client gives up after so many seconds, also because it is closed. */
  const cut = async (client: HeldClient, seconds: number, isClosed = false) => {
    const ended = made.noteStart(client, null);
    now += seconds * 1_000;
    const before = isOpen.mock.calls.length;
    ended(true);
    if (isClosed) closed.add(client.connection);
    await vi.waitFor(() => expect(isOpen.mock.calls.length).toBe(before + 1), 20_000);
  };
  const later = (seconds: number) => {
    now += seconds * 1_000;
  };
  return { ...made, cut, later, all: () => all };
}

test("Kibitz holds calls as long as their host is known to wait, and those of others as usual", () => {
  const { secondsFor } = holds();
  const codex = { ...stranger, name: "codex-mcp-client", version: "0.169.0" };
  const opencode = { ...stranger, name: "opencode", version: "1.18.33" };
  for (const [client, asked, seconds] of [
    [stranger, undefined, 30],
    [stranger, 10, 10],
    [stranger, 3_600, 55],
    [codex, undefined, 280],
    [codex, 60, 60],
    [codex, 3_600, 280],
    // Its clock is put back by reports of progress, which only some of its calls ask for.
    [opencode, undefined, 30],
    [{ ...opencode, hearsProgress: true }, undefined, 1_500],
    [{ ...stranger, name: null }, undefined, 30],
    // As its entry says.
    [{ ...stranger, callSeconds: 3_600 }, undefined, 1_800],
    [{ ...codex, callSeconds: 100 }, undefined, 89],
  ] as const)
    expect([client, asked, secondsFor(client, USUAL, asked)]).toEqual([client, asked, seconds]);
  expect(holds(5).secondsFor(codex, USUAL, undefined)).toBe(5);
});

test("a client that gives up a call gets shorter ones over that connection at once", async () => {
  const { secondsFor, cut, all } = holds();
  await cut(stranger, 20);
  expect(secondsFor(stranger, USUAL, undefined)).toBe(17);
  expect(secondsFor({ ...stranger, connection: "two" }, USUAL, undefined)).toBe(30);
  // A person stopped it.
  await cut(stranger, 3);
  expect(secondsFor(stranger, USUAL, undefined)).toBe(17);
  expect(all()).toEqual({});
});

test("a client that is closed while it waits has given nothing up, however often", async () => {
  const { secondsFor, cut, all } = holds();
  for (const connection of ["one", "two", "three"]) await cut({ ...stranger, connection }, 20, true);
  expect([secondsFor({ ...stranger, connection: "four" }, USUAL, undefined), all()]).toEqual([30, {}]);
});

test("a client that waits for the same again has given the first call up without a word", () => {
  const { secondsFor, noteStart, later } = holds();
  const first = noteStart(stranger, "4821 white");
  later(25);
  const other = noteStart(stranger, "4821 black");
  expect(secondsFor(stranger, USUAL, undefined)).toBe(30);
  const second = noteStart(stranger, "4821 white");
  expect(secondsFor(stranger, USUAL, undefined)).toBe(21);
  // The answer to the first arrives nowhere; those to the others do.
  for (const ended of [first, other, second]) ended(false);
  later(12);
  noteStart(stranger, "4821 white")(false);
  expect(secondsFor(stranger, USUAL, undefined)).toBe(21);
});

test("a client that gives up two calls after the same time is believed for every connection of its version", async () => {
  const { secondsFor, cut, all } = holds();
  const other = { ...stranger, connection: null };
  await cut(other, 24);
  expect(secondsFor(other, USUAL, undefined)).toBe(30);
  await cut(other, 11);
  expect(secondsFor(other, USUAL, undefined)).toBe(30);
  await cut(stranger, 12);
  expect(all()).toEqual({ "stranger 1": 12 });
  expect(secondsFor(other, USUAL, undefined)).toBe(10);
  expect(secondsFor({ ...other, version: "2" }, USUAL, undefined)).toBe(30);
  // After a restart, too.
  expect(holds(null, all()).secondsFor(other, USUAL, 55)).toBe(10);
});

test("a client that gives up a wait is believed by the next wait, but one that got its answer is not", async () => {
  const cuts: number[] = [];
  const clock = { now: () => Date.now() };
  const watched: Holds = {
    secondsFor: () => 20,
    noteStart: () => {
      const startedAt = clock.now();
      return (isCut) => {
        if (isCut) cuts.push((clock.now() - startedAt) / 1_000);
      };
    },
  };
  await using place = openAgentHost({ holds: watched });
  clock.now = place.services.now;
  for (const era of ["2025", "2026"] as const) {
    const chat = await place.connect({ era });
    const { game_id, seat_token } = (await chat.call("createGame", { type: "human", color: "black" })).data;
    const gone = new AbortController();
    const wait = chat.call("waitForNextTurn", { game_id, seat_token }, { signal: gone.signal });
    const failed = expect(wait).rejects.toThrow();
    await vi.waitFor(() => expect(place.games.waiting()).toBe(1), { timeout: 20_000 });
    place.clock.ahead += 12_000;
    gone.abort();
    await failed;
    await vi.waitFor(() => expect(place.games.waiting()).toBe(0), { timeout: 20_000 });
    const answer = chat.call("waitForNextTurn", { game_id, seat_token });
    await vi.waitFor(() => expect(place.games.waiting()).toBe(1), { timeout: 20_000 });
    await place.games.play(game_id, "white", { text: "e4" });
    expect((await answer).data.status).toBe("your_turn");
  }
  expect(cuts.map(Math.floor)).toEqual([12, 12]);
});

test("the tools of tic-tac-toe never lead to the same wait twice in a row either", () => {
  // Of the game, only whose turn it is matters here.
  const game = { seat: "O", turn: "X" } as Game;
  const first = nextIn(game)?.arguments["timeout_seconds"];
  const second = nextIn(game, Number(first))?.arguments["timeout_seconds"];
  const third = nextIn(game, Number(second))?.arguments["timeout_seconds"];
  expect([second === first, third === second]).toEqual([false, false]);
});

test("no two waits in a row are the same call, nor are two time-outs the same text", async () => {
  const began = Date.now();
  // Each wait of twenty milliseconds takes half a minute of the host's time.
  await using place = openAgentHost({ personIsThere: () => true, now: () => began + (Date.now() - began) * 1_500 });
  const chat = await place.connect({ toolsets: "league" });
  const { game_id } = (await (await place.connect()).call("createGame", { type: "human", color: "black" })).data;
  const { league_id } = (await chat.call("createLeague", {})).data;
  await chat.call("joinLeague", { league_id, name: "Ada" });
  const player = await place.connect();
  const own = (await player.call("createGame", { type: "human", color: "black" })).data.game_id;
  for (const [caller, tool, args] of [
    [player, "waitForNextTurn", { game_id: own }],
    [player, "watchGame", { game_id, after_ply: 0 }],
    [chat, "waitForNextMatch", { league_id }],
  ] as const) {
    const calls = new Set<string>();
    const texts = new Set<string>();
    let next: { readonly tool: string; readonly arguments: object } = { tool, arguments: args };
    for (let count = 0; count < 6; count += 1) {
      calls.add(JSON.stringify(next.arguments));
      const answer = await caller.call(next.tool, { ...next.arguments });
      expect(answer.data.status, answer.text).toBe("timeout");
      expect(answer.data.next_action.tool).toBe(tool);
      texts.add(answer.text);
      next = answer.data.next_action;
    }
    expect(calls.size, tool).toBe(6);
    expect(texts.size, tool).toBe(6);
  }
});
