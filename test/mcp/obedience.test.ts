import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { rulesOf, toMove } from "../../src/main/games/machine/game-state.ts";
import type { Answer } from "../support/agents.ts";
import { type Course, type Half, halves, obey } from "../support/obedient-reader.ts";
import { seeded } from "../support/seeded.ts";
import { type Chat, openAgentHost } from "./agent-host.ts";

/** A reader that does exactly what the next action says comes to an end, whichever half of the answers it is given. */

let place: ReturnType<typeof openAgentHost>;
let one: Chat;
let two: Chat;
const random = seeded(11);
let stopPerson: (() => void) | null = null;
beforeEach(() => open());
afterEach(() => close());

async function open(change: Parameters<typeof openAgentHost>[0] = {}): Promise<void> {
  place = openAgentHost(change);
  one = await place.connect({ name: "one" });
  two = await place.connect({ name: "two" });
}
async function close(): Promise<void> {
  stopPerson?.();
  stopPerson = null;
  await place[Symbol.asyncDispose]();
}

const reads = (chat: Chat, first: Answer, half: Half): Promise<Course> =>
  obey(first, {
    half,
    random,
    call: (tool, args) => chat.call(tool, args),
    pause: () => {
      place.clock.ahead += 10_000;
    },
  });

/** A person who plays any legal move, turns down every offer, and gives no move back. */
function seatPerson(gameId: string): void {
  const { games } = place;
  const act = async () => {
    const found = await games.get(gameId);
    if (!found.ok) return;
    const { state } = found.value;
    const human = state.seats.find(({ kind }) => kind === "human");
    if (!human || state.outcome) return;
    if (state.drawOffer && state.drawOffer !== human.seat) await games.draw(gameId, human.seat, "decline");
    if (!toMove(state).includes(human.seat)) return;
    const legal = rulesOf(state).legalMoves(state.position, human.seat);
    await games.play(gameId, human.seat, { text: legal[Math.floor(random() * legal.length)] ?? "" });
  };
  stopPerson = games.listen(({ game }) => {
    if (game.state.id === gameId) void act();
  });
  void act();
}

/** Positions that random moves bring to an end: in chess at the latest by the seventy-five-move rule, in five moves. */
const short = { chess: { fen: "7k/8/8/5K2/8/8/8/1Q6 w - - 140 100" }, "tic-tac-toe": {}, "odd-even": { rounds: 3 } };
const kinds = Object.entries(short);

function expectEnd({ last }: Course): void {
  // A move that comes when the game has ended meanwhile is told so as an error, and that is an end, too.
  expect(last.data.error?.code ?? last.data.status, last.text).toMatch(/^game_over$/i);
  expect(last.data.next_action).toBeNull();
  expect(last.text).toContain("No further actions needed.");
}

describe.each(halves)("from the %s alone", (half) => {
  test.each(kinds)("two agents play %s to its end", async (game, options) => {
    const created = await one.call("createGame", { type: "agent", game, ...options });
    const joined = await two.call("joinGame", { game_id: created.data.game_id });
    const courses = await Promise.all([reads(one, created, half), reads(two, joined, half)]);
    for (const course of courses) expectEnd(course);
  });

  test.each(kinds)("an agent and a person play %s to its end, either side first", async (game, options) => {
    for (const color of ["white", "black"]) {
      const created = await one.call("createGame", { type: "human", color, game, ...options });
      seatPerson(created.data.game_id);
      expectEnd(await reads(one, created, half));
      stopPerson?.();
    }
  });

  test.each(["tic-tac-toe", "odd-even"])("an agent plays %s with the computer to its end", async (game) => {
    for (const color of ["white", "black"]) {
      const created = await one.call("createGame", { type: "computer", color, game });
      expectEnd(await reads(one, created, half));
    }
  });

  test.each(["compact", "fen", "none"])("an agent that reads positions as %s plays on", async (view) => {
    const created = await one.call("createGame", { type: "human", view, ...short.chess });
    seatPerson(created.data.game_id);
    expectEnd(await reads(one, created, half));
  });

  test("a seat that is freed ends the conversation, and leads nobody back", async () => {
    const created = await one.call("createGame", { type: "human", color: "black" });
    const reading = reads(one, created, half);
    await place.games.freeSeat(created.data.game_id, "black");
    const { last } = await reading;
    expect(last.data).toMatchObject({ error: { code: "SEAT_REQUIRED" }, next_action: null });
    const led = await reads(one, await one.call("joinGame", { game_id: created.data.game_id }), half);
    expect(led.calls).toEqual([]);
  });

  test("an offer that is declined, and one that wakes who waits, end nothing and trap nobody", async () => {
    const created = await one.call("createGame", { type: "human", ...short.chess });
    seatPerson(created.data.game_id);
    expectEnd(await reads(one, await one.call("offerDraw", { game_id: created.data.game_id }), half));
    const game = await one.call("createGame", { type: "agent", ...short.chess });
    const joined = await two.call("joinGame", { game_id: game.data.game_id });
    const other = reads(two, joined, half);
    const mine = reads(one, await one.call("offerDraw", { game_id: game.data.game_id }), half);
    for (const course of await Promise.all([other, mine])) expectEnd(course);
  });

  test("a spectator, and whoever comes too late for a seat, see the game to its end", async () => {
    const created = await one.call("createGame", { type: "agent", game: "tic-tac-toe" });
    const { game_id } = created.data;
    const joined = await two.call("joinGame", { game_id });
    const third = await place.connect({ name: "three" });
    const looking = reads(third, await third.call("getGame", { game_id }), half);
    const late = reads(third, await third.call("joinGame", { game_id }), half);
    const wrong = reads(third, await third.call("finishTurn", { game_id, move: "b2" }), half);
    await Promise.all([reads(one, created, half), reads(two, joined, half)]);
    for (const course of await Promise.all([looking, late, wrong])) expectEnd(course);
  });

  test("a limit on calls is waited for, and the game played on", async () => {
    await close();
    let count = 0;
    await open({ callLimit: { allows: () => ++count % 4 !== 0 } });
    const created = await one.call("createGame", { type: "computer", game: "tic-tac-toe" });
    const course = await reads(one, created, half);
    expectEnd(course);
    expect(count).toBeGreaterThan(4);
  });

  test("wrong arguments lead back to the game", async () => {
    for (const args of [{}, { move: "b2", colour: "white" }, { move: "z9" }, { move: "b2", ply: 7 }]) {
      const { game_id } = (await one.call("createGame", { type: "computer", game: "tic-tac-toe" })).data;
      expectEnd(await reads(one, await one.call("finishTurn", { game_id, ...args }), half));
    }
  });

  test("a lost context is found again and played on", async () => {
    const created = await one.call("createGame", { type: "computer", game: "tic-tac-toe" });
    expect(created.isError).toBe(false);
    expectEnd(await reads(one, await one.call("myGames"), half));
  });

  test("each trap is left: every game ends, and none is made that nobody asked for", async () => {
    const games = async () => (await one.call("listGames")).data.games.length;
    // Refused arguments, and questions.
    for (const [tool, args] of [
      ["createGame", { game: "tic-tac-toe", color: "odd" }],
      ["listGames", {}],
      ["myGames", {}],
    ] as const)
      await reads(one, await one.call(tool, args), half);
    expect(await games()).toBe(0);

    // An agent that looks at a game with an open seat takes it; one that talks meanwhile reads the move that it missed.
    const created = await one.call("createGame", { type: "agent", game: "tic-tac-toe" });
    const { game_id } = created.data;
    const seen = await two.call("getGame", { game_id });
    const other = reads(two, seen, half);
    const mine = reads(one, await one.call("say", { game_id, message: "well" }), half);
    for (const course of await Promise.all([other, mine])) expectEnd(course);

    // Nobody comes, or two have lost their tokens: the person is asked, and nobody waits or looks on for ever.
    const alone = await one.call("createGame", { type: "agent", color: "black" });
    place.clock.ahead += 6 * 60_000;
    const given = await reads(one, alone, half);
    expect(given.last.data).toMatchObject({ status: "timeout", next_action: null });
    const [first, second] = [await place.connect({ era: "2026" }), await place.connect({ era: "2026" })];
    const lost = await first.call("createGame", { type: "agent" });
    await second.call("joinGame", { game_id: lost.data.game_id });
    const led = await reads(first, await first.call("joinGame", { game_id: lost.data.game_id }), half);
    expect(led.calls).toEqual([]);
    expect(await games()).toBe(3);
  });

  test("two chats over one connection play each other by their tokens", async () => {
    const created = await one.call("createGame", { type: "agent", ...short.chess });
    const join_code = /join_code "(\w+)"/.exec(created.text)?.[1];
    const joined = await one.call("joinGame", { game_id: created.data.game_id, join_code });
    for (const course of await Promise.all([reads(one, joined, half), reads(one, created, half)])) expectEnd(course);
  });
});
