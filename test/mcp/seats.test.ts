import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { refuse } from "../../src/shared/result.ts";
import { type Chat, openAgentHost } from "./agent-host.ts";

/** Seats and their holders: the contract's part on seats, tokens and connections. */

let place: ReturnType<typeof openAgentHost>;
/** A host whose chats share a connection. */
let shared: Chat;
let other: Chat;
let plain: Chat;
beforeEach(async () => {
  place = openAgentHost();
  shared = await place.connect({ name: "shared" });
  other = await place.connect({ name: "other" });
  plain = await place.connect({ era: "2026", name: "plain" });
});
afterEach(() => place[Symbol.asyncDispose]());

async function endSession({ client: { transport } }: Chat): Promise<void> {
  if (transport && "terminateSession" in transport && typeof transport.terminateSession === "function")
    await transport.terminateSession();
}

const codeIn = (prompt: string): string => /join_code "(\w+)"/.exec(prompt)?.[1] ?? "";

test("a token that the copy here does not know is not called wrong while the database cannot be asked", async () => {
  const { game_id } = (await shared.call("createGame", { type: "agent" })).data;
  vi.spyOn(place.services.games, "latest").mockResolvedValue(refuse("STORAGE_FAILED", "The database is not there"));
  const { data, text } = await other.call("finishTurn", { game_id, move: "e4", seat_token: "of-another-host" });
  expect(data.error.code).toBe("STORAGE_FAILED");
  expect(text).not.toContain("opens no seat");
});

describe("two chats of one host", () => {
  test("the second chat of one host is not greeted as the first, and hears nothing of its token", async () => {
    const created = await shared.call("createGame", { type: "agent" });
    const { game_id, seat_token } = created.data;
    const second = await shared.call("joinGame", { game_id });
    expect(second.data.error.code).toBe("SEAT_REQUIRED");
    expect(second.text).toMatch(/White in game \d+ is held over this connection already/);
    expect(second.text).toContain("join_code");
    expect(JSON.stringify(second)).not.toContain(seat_token);
    const waited = await shared.call("waitForNextTurn", { game_id, timeout_seconds: 0 });
    expect(JSON.stringify(waited)).not.toContain(seat_token);
    expect(created.data.next_action.arguments.seat_token).toBe(seat_token);
  });

  test("a caller that may hold a seat is not led away to look on: only it knows how to go on", async () => {
    const { game_id, join_prompt } = (await shared.call("createGame", { type: "agent" })).data;
    const joined = await shared.call("joinGame", { game_id });
    const wrongCode = await shared.call("joinGame", { game_id, join_code: "aaaaaaaa" });
    const seat_token = "one-letter-is-wrong";
    const wrongToken = await shared.call("finishTurn", { game_id, move: "e4", seat_token });
    const unconnected = await plain.call("waitForNextTurn", { game_id, seat_token });
    await shared.call("joinGame", { game_id, join_code: codeIn(join_prompt) });
    const unclear = await shared.call("waitForNextTurn", { game_id });
    for (const { data, text } of [joined, wrongCode, wrongToken, unconnected, unclear]) {
      expect(data, text).toMatchObject({ error: { code: "SEAT_REQUIRED" }, next_action: null });
      expect(text).toMatch(/\n\nCorrect the arguments and call again, or ask the person\.$/);
    }
  });

  test("the join code of the prompt takes the open seat, and every next action spells the token", async () => {
    const created = await shared.call("createGame", { type: "agent" });
    const { game_id, join_prompt } = created.data;
    expect(created.text).toContain(join_prompt);
    const joined = await shared.call("joinGame", { game_id, join_code: codeIn(join_prompt) });
    expect(joined.data).toMatchObject({ you: "black", game_id });
    expect(joined.data.seat_token).not.toBe(created.data.seat_token);
    expect(joined.data.next_action.arguments.seat_token).toBe(joined.data.seat_token);

    const unclear = await shared.call("finishTurn", { game_id, move: "e4" });
    expect(unclear.data.error).toMatchObject({ code: "SEAT_REQUIRED", message: expect.stringContaining("Both seats") });
    const moved = await shared.call("finishTurn", { game_id, move: "e4", seat_token: created.data.seat_token });
    expect(moved.data.next_action.arguments.seat_token).toBe(created.data.seat_token);
    const turn = await shared.call("waitForNextTurn", joined.data.next_action.arguments);
    expect(turn.data).toMatchObject({ status: "your_turn", you: "black" });
    expect(turn.data.next_action.arguments.seat_token).toBe(joined.data.seat_token);
    expect((await shared.call("joinGame", { game_id })).data.error.code).toBe("SEAT_REQUIRED");
  });

  test("a join code is good for its seat, once", async () => {
    const { game_id, join_prompt } = (await shared.call("createGame", { type: "agent" })).data;
    const join_code = codeIn(join_prompt);
    const wrong = await other.call("joinGame", { game_id, join_code: "aaaaaaaa" });
    expect(wrong.data.error.code).toBe("SEAT_REQUIRED");
    expect((await plain.call("joinGame", { game_id, join_code })).data.you).toBe("black");
    const late = await other.call("joinGame", { game_id, join_code });
    expect(late.data.error.code).toBe("SEAT_TAKEN");
    expect(late.text).toContain("Both seats are taken");
  });

  test("a code that is sent again over the connection that it seated brings its caller back, without a token", async () => {
    const { game_id, join_prompt } = (await shared.call("createGame", { type: "agent" })).data;
    const call = { game_id, join_code: codeIn(join_prompt) };
    const joined = await other.call("joinGame", call);
    const back = await other.call("joinGame", call);
    expect(back.isError, back.text).toBe(false);
    expect(back.text).toContain("welcome back");
    expect(back.data).toMatchObject({ you: "black", next_action: { tool: "waitForNextTurn" } });
    expect(JSON.stringify(back)).not.toContain(joined.data.seat_token);
    const proven = await other.call("joinGame", { ...call, seat_token: joined.data.seat_token });
    expect(proven.data).toMatchObject({ you: "black", seat_token: joined.data.seat_token });
    await shared.call("resignGame", { game_id });
    expect((await other.call("joinGame", call)).data).toMatchObject({ you: "black", status: "game_over" });
  });

  test("another seat's code does not lead back to the seat that its connection holds", async () => {
    const { game_id, join_prompt } = (await shared.call("createGame", { type: "agent" })).data;
    const join_code = codeIn(join_prompt);
    const wrong = await shared.call("joinGame", { game_id, join_code: "aaaaaaaa" });
    expect(wrong.data.error.code).toBe("SEAT_REQUIRED");
    await other.call("joinGame", { game_id, join_code });
    expect((await shared.call("joinGame", { game_id, join_code })).data.error.code).toBe("SEAT_TAKEN");
    await place.games.freeSeat(game_id, "black");
    expect((await other.call("joinGame", { game_id, join_code })).data.next_action).toBeNull();
  });

  test("the dashboard's prompt carries the same code, a freed seat a new one, and no spectator hears any", async () => {
    const { game_id, join_prompt } = (await shared.call("createGame", { type: "agent" })).data;
    expect((await place.page(game_id)).join_prompts).toEqual({ black: join_prompt });
    const seen = [
      await other.call("getGame", { game_id }),
      await other.call("watchBoard", { game_id }),
      await other.call("listGames"),
    ];
    for (const answer of seen) expect(JSON.stringify(answer)).not.toContain(codeIn(join_prompt));
    await other.call("joinGame", { game_id });
    await place.games.freeSeat(game_id, "black");
    const [fresh = ""] = Object.values((await place.page(game_id)).join_prompts);
    expect(codeIn(fresh)).not.toBe(codeIn(join_prompt));
    expect((await plain.call("joinGame", { game_id, join_code: codeIn(join_prompt) })).isError).toBe(true);
    expect((await shared.call("joinGame", { game_id, join_code: codeIn(fresh) })).data.you).toBe("black");
  });
});

describe("a plain client that carries neither token nor connection", () => {
  test("a plain client that carries neither token nor connection acts for the only agent's seat that was taken without a connection", async () => {
    const { game_id } = (await plain.call("createGame", { type: "human" })).data;
    expect((await plain.call("finishTurn", { game_id, move: "e4" })).isError).toBe(false);
  });

  test("a plain client that carries neither token nor connection acts for no seat whose connection is there, and for it once that is gone", async () => {
    const created = await shared.call("createGame", { type: "human" });
    const { game_id } = created.data;
    for (const stranger of [plain, other]) {
      const refused = await stranger.call("finishTurn", { game_id, move: "e4" });
      expect(refused.data.error.code).toBe("SEAT_REQUIRED");
    }
    await endSession(shared);
    expect((await plain.call("finishTurn", { game_id, move: "e4" })).data).toMatchObject({ you: "white", ply: 1 });
  });
});

test("a caller without a seat is told how to get one, and with it", async () => {
  const { game_id } = (await shared.call("createGame", { type: "agent" })).data;
  const refused = await other.call("finishTurn", { game_id, move: "e4" });
  expect(refused.data).toMatchObject({
    error: { code: "SEAT_REQUIRED", message: expect.stringMatching(/To play Black, call joinGame with this game_id/) },
    next_action: { tool: "joinGame", arguments: { game_id } },
  });
  expect((await other.call("joinGame", refused.data.next_action.arguments)).data.you).toBe("black");
});

test("a freed seat that a person then gives away is still no longer the agent's who had it", async () => {
  const { game_id } = (await shared.call("createGame", { type: "human" })).data;
  await place.games.freeSeat(game_id, "white");
  await place.games.handOver(game_id, "white", { kind: "computer", name: "Computer", settings: { level: 1 } });
  const answer = await shared.call("waitForNextTurn", { game_id });
  expect(answer.data, answer.text).toMatchObject({ error: { code: "SEAT_REQUIRED" }, next_action: null });
  expect(answer.text).toContain("Your part in this game has ended");
});

test("a list of games leads nobody to a seat that a person freed for whoever has its new code", async () => {
  const { game_id } = (await shared.call("createGame", { type: "human" })).data;
  await place.games.freeSeat(game_id, "white");
  for (const chat of [shared, other, plain])
    expect((await chat.call("listGames")).data).toMatchObject({
      games: [{ game_id, status: "open" }],
      next_action: null,
    });
  const open = (await shared.call("createGame", { type: "agent" })).data.game_id;
  expect((await other.call("listGames")).data.next_action).toMatchObject({
    tool: "joinGame",
    arguments: { game_id: open },
  });
});

test("a draw that an agent offered is gone with it: nobody accepts it from the next one in its seat", async () => {
  const { game_id } = (await shared.call("createGame", { type: "agent" })).data;
  const { seat_token } = (await other.call("joinGame", { game_id })).data;
  await other.call("offerDraw", { game_id, seat_token });
  expect((await shared.call("getGame", { game_id })).data.draw_offer).toBe("black");
  await place.games.freeSeat(game_id, "black");
  await plain.call("joinGame", { game_id });
  expect(await place.page(game_id)).toMatchObject({ status: "live", draw_offer: null });
  const accepted = await shared.call("offerDraw", { game_id, answer: "accept" });
  expect(accepted.data.error.code).toBe("INVALID_ARGUMENT");
});

test("an agent whose seat was freed is told that it is over, and is not led back, by token or by connection", async () => {
  const { game_id, seat_token } = (await shared.call("createGame", { type: "human" })).data;
  const waiting = await plain.call("createGame", { type: "human" });
  await place.games.freeSeat(game_id, "white");
  await place.games.freeSeat(waiting.data.game_id, "white");
  const ways: [Chat, string, Record<string, unknown>][] = [
    [shared, "waitForNextTurn", { game_id }],
    [shared, "finishTurn", { game_id, move: "e4" }],
    [shared, "joinGame", { game_id }],
    [plain, "finishTurn", { game_id, move: "e4", seat_token }],
    [plain, "joinGame", { game_id, seat_token }],
  ];
  for (const [chat, tool, args] of ways) {
    const answer = await chat.call(tool, args);
    expect(answer.data, tool).toMatchObject({ error: { code: "SEAT_REQUIRED" }, next_action: null });
    expect(answer.text).toContain("Your part in this game has ended");
    expect(answer.text).not.toContain("No further actions needed");
  }
  // A caller that shows nothing cannot be told from somebody new; it is led to watch.
  const unknown = await plain.call("waitForNextTurn", { game_id: waiting.data.game_id });
  expect(unknown.data.next_action.tool).toBe("watchGame");
});

describe("the next game of two", () => {
  const finished = async (type: "agent" | "human", game = "chess") => {
    const { game_id, seat_token } = (await shared.call("createGame", { type, game })).data;
    if (type === "agent") await other.call("joinGame", { game_id });
    await shared.call("resignGame", { game_id, seat_token });
    return { game_id, seat_token };
  };
  const refused = { error: { code: "SEAT_REQUIRED" }, next_action: null };

  test("a seat that a person freed in the next game is its new holder's, whatever is proved of the game before", async () => {
    const before = await finished("agent");
    const { game_id, you } = (await shared.call("rematch", before)).data;
    await place.games.freeSeat(game_id, you);
    const [prompt = ""] = Object.values((await place.page(game_id)).join_prompts);
    const { seat_token } = (await plain.call("joinGame", { game_id, join_code: codeIn(prompt) })).data;
    for (const args of [before, { game_id: before.game_id }]) {
      const again = await shared.call("rematch", args);
      expect(again.data, again.text).toMatchObject(refused);
      expect(again.text).toContain("Your part in this game has ended");
      expect(JSON.stringify(again)).not.toContain(seat_token);
    }
  });

  test("the hand of a person who took a seat over in the next game is not shown to its holder of the game before", async () => {
    const before = await finished("agent", "poker");
    const { game_id, you } = (await shared.call("rematch", before)).data;
    await place.games.handOver(game_id, you, { kind: "human", name: "Me", settings: {} });
    const again = await shared.call("rematch", before);
    expect(again.data, again.text).toMatchObject(refused);
    expect(again.data).not.toHaveProperty("state");
  });

  test("a caller without a token is led to the next game only where it holds the seat there, too", async () => {
    const agents = await finished("agent");
    const persons = await finished("human");
    const third = await place.connect({ name: "third" });
    const [next, personsNext] = [await third.call("rematch", agents), await third.call("rematch", persons)];
    const byConnection = await shared.call("rematch", { game_id: agents.game_id });
    await endSession(shared);
    const byNothing = await plain.call("rematch", { game_id: persons.game_id });
    for (const [answer, { data }] of [
      [byConnection, next],
      [byNothing, personsNext],
    ] as const) {
      expect(answer.data, answer.text).toMatchObject(refused);
      expect(answer.text).toContain(`game ${data.game_id}`);
      expect(JSON.stringify(answer)).not.toContain(data.seat_token);
    }
    const { game_id, seat_token } = next.data;
    expect((await plain.call("rematch", agents)).data).toMatchObject({ game_id, seat_token });
    expect((await third.call("rematch", agents)).data).toMatchObject({ game_id, seat_token });
  });
});

test("coming back over a connection shows the game and no token, which may be another conversation's", async () => {
  const created = await shared.call("createGame", { type: "human" });
  const back = await shared.call("joinGame", { game_id: created.data.game_id });
  expect(back.data.you).toBe("white");
  expect(JSON.stringify(back)).not.toContain(created.data.seat_token);
  const { game_id, seat_token } = created.data;
  expect((await other.call("joinGame", { game_id, seat_token })).data).toMatchObject({ you: "white", seat_token });
});

test("a name with nothing to be seen leads back with the code and the token that came with it", async () => {
  const { game_id, join_prompt, seat_token } = (await shared.call("createGame", { type: "agent" })).data;
  const call = { game_id, join_code: codeIn(join_prompt), seat_token };
  const refused = await other.call("joinGame", { ...call, name: "\u200b" });
  expect(refused.data).toMatchObject({ error: { code: "INVALID_ARGUMENT" } });
  expect(refused.data.next_action).toEqual({ tool: "joinGame", arguments: call, text: "Take the open seat" });
  const bare = await other.call("joinGame", { game_id, name: "\u200b" });
  expect(bare.data.next_action.arguments).toEqual({ game_id });
});
