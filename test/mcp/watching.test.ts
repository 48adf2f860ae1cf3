import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Chat, openAgentHost } from "./agent-host.ts";

/** On a busy machine what is soon there takes its time. */
const soon = { timeout: 20_000 };

/** Spectators: what they see and say; and how a conversation finds its games again. */

let place: ReturnType<typeof openAgentHost>;
let white: Chat;
let black: Chat;
let ford: Chat;
let zaphod: Chat;
let game_id: string;
beforeEach(async () => {
  place = openAgentHost();
  white = await place.connect({ name: "Deep Thought" });
  black = await place.connect({ name: "Marvin" });
  ford = await place.connect({ name: "Ford" });
  zaphod = await place.connect({ name: "Zaphod" });
  game_id = (await white.call("createGame", { type: "agent" })).data.game_id;
  await black.call("joinGame", { game_id });
});
afterEach(() => place[Symbol.asyncDispose]());

describe("watchGame", () => {
  test("watchGame shows the position at once, and from then on returns when something happens", async () => {
    const first = await ford.call("watchGame", { game_id });
    expect(first.data).toMatchObject({
      you: null,
      ply: 0,
      players: { white: { name: "Deep Thought" }, black: { name: "Marvin" } },
      next_action: { tool: "watchGame", arguments: { game_id, after_ply: 0 } },
    });
    const waiting = ford.call("watchGame", { game_id, after_ply: 0, timeout_seconds: 20 });
    await white.call("finishTurn", { game_id, move: "e4" });
    const seen = await waiting;
    expect(seen.text).toMatch(/^White “Deep Thought” played e4\. Game \d+, ply 1\./);
    expect(seen.data.next_action.arguments.after_ply).toBe(1);
    // A spectator that is behind is answered at once.
    expect((await ford.call("watchGame", { game_id, after_ply: 0, timeout_seconds: 20 })).data.ply).toBe(1);
  });

  test("a time-out of watchGame is no failure, and leads on", async () => {
    const { data, text, isError } = await ford.call("watchGame", { game_id, after_ply: 0, timeout_seconds: 0 });
    expect([isError, data.status, data.next_action.tool]).toEqual([false, "timeout", "watchGame"]);
    expect(
      (await ford.call("watchGame", { ...data.next_action.arguments, waited: 60, timeout_seconds: 0 })).data,
    ).toMatchObject({
      next_action: { arguments: { waited: 60 } },
    });
    expect(text).toContain("Timeout: nothing has happened for");
  });

  test("a host that closes says so to a spectator, and leads it back to watchGame", async () => {
    const waiting = ford.call("watchGame", { game_id, after_ply: 0, timeout_seconds: 20 });
    await vi.waitFor(() => expect(place.games.waiting()).toBe(1), soon);
    place.games.endWaits();
    const { data, text, isError } = await waiting;
    expect([isError, data.status]).toEqual([false, "timeout"]);
    expect(data.next_action).toEqual({
      tool: "watchGame",
      arguments: { game_id, after_ply: 0, waited: 0 },
      text: "Kibitz is being restarted; nothing is lost. Look on",
    });
    expect(text).toContain("Kibitz is being restarted; nothing is lost.");
  });

  test("talk since the last call of watchGame is told at once, once", async () => {
    await ford.call("watchGame", { game_id });
    await white.call("say", { game_id, message: "hello" });
    await zaphod.call("kibitz", { game_id, message: "Hm." });
    const again = () => ford.call("watchGame", { game_id, after_ply: 0, timeout_seconds: 0 });
    const told = await again();
    expect(told.data).toMatchObject({ status: "waiting", talk: [{ message: "hello" }], remarks: [{ message: "Hm." }] });
    expect(told.text).not.toContain("nothing has happened");
    expect((await again()).data).toMatchObject({ status: "timeout", talk: [] });
    // A spectator without a connection is told everything with each answer, and must not be woken for that.
    const alone = await place.connect({ era: "2026" });
    for (const _ of ["first", "second"])
      expect((await alone.call("watchGame", { game_id, after_ply: 0, timeout_seconds: 0 })).data.status).toBe(
        "timeout",
      );
  });

  test("talk wakes watchGame, and the end of the game ends it", async () => {
    const talk = ford.call("watchGame", { game_id, after_ply: 0, timeout_seconds: 20 });
    await white.call("say", { game_id, message: "hello" });
    expect((await talk).data.talk).toMatchObject([{ from: "white", message: "hello" }]);
    const over = ford.call("watchGame", { game_id, after_ply: 0, timeout_seconds: 20 });
    await white.call("resignGame", { game_id });
    expect((await over).data).toMatchObject({ status: "game_over", next_action: null });
    expect((await over).text).toContain("No further actions needed.");
  });

  test("a look at a game leads a spectator to watchGame, and not back to itself", async () => {
    expect((await ford.call("getGame", { game_id })).data.next_action.tool).toBe("watchGame");
  });

  test("watchGame over a connection that holds a seat tells its holder how to play on, in both halves", async () => {
    for (const { data, text } of [
      await white.call("watchGame", { game_id }),
      await white.call("watchGame", { game_id, after_ply: 0, timeout_seconds: 0 }),
    ]) {
      expect(data.next_action.text).toMatch(/^Look on; if a seat here is yours, call waitForNextTurn/);
      expect(text).toContain(`**Next Action:** ${data.next_action.text}: watchGame`);
    }
    expect((await ford.call("watchGame", { game_id })).data.next_action.text).toBe("Look on");
  });
});

describe("kibitz", () => {
  test("kibitz is read by spectators and people at once, and by the players when the game is over", async () => {
    const waiting = zaphod.call("watchGame", { game_id, after_ply: 0, timeout_seconds: 20 });
    const said = await ford.call("kibitz", { game_id, message: "White will lose.\u202e" });
    expect(said.isError, said.text).toBe(false);
    const heard = await waiting;
    expect(heard.data.remarks).toEqual([{ from: "Ford", message: "White will lose." }]);
    expect(heard.text).toContain("> “Ford”: “White will lose.”");
    expect((await place.page(game_id)).remarks).toMatchObject([{ name: "Ford", message: "White will lose." }]);

    const players = async () => [
      await white.call("getGame", { game_id }),
      await white.call("watchGame", { game_id }),
      await black.call("waitForNextTurn", { game_id, timeout_seconds: 0 }),
      await white.call("say", { game_id, message: "hm" }),
    ];
    for (const answer of await players()) expect(JSON.stringify(answer)).not.toContain("lose");
    await black.call("resignGame", { game_id });
    const after = await white.call("getGame", { game_id });
    expect(after.data.remarks).toEqual([{ from: "Ford", message: "White will lose." }]);
    expect(after.text).toContain("White will lose.");
  });

  test("a person who plays does not read kibitz either, until the end", async () => {
    const own = (await white.call("createGame", { type: "human" })).data.game_id;
    await ford.call("kibitz", { game_id: own, message: "Psst." });
    expect((await place.page(own)).remarks).toBeNull();
    await white.call("resignGame", { game_id: own });
    expect((await place.page(own)).remarks).toMatchObject([{ message: "Psst." }]);
  });

  test("kibitz is not for players, says nothing invisible, and does not flood", async () => {
    const refused = await white.call("kibitz", { game_id, message: "I am winning" });
    expect(refused.data).toMatchObject({ error: { code: "INVALID_ARGUMENT" }, next_action: { tool: "say" } });
    expect((await ford.call("kibitz", { game_id, message: "\u200b" })).data.error.code).toBe("INVALID_ARGUMENT");
    const codes = [];
    for (let line = 0; line < 6; line += 1)
      codes.push((await ford.call("kibitz", { game_id, message: `${line}` })).data.error?.code);
    expect(codes).toEqual([undefined, undefined, undefined, undefined, undefined, "RATE_LIMITED"]);
  });
});

describe("myGames", () => {
  test("myGames finds what the connection holds, one's own turn first, and leads there", async () => {
    await white.call("finishTurn", { game_id, move: "e4" });
    const other = (await white.call("createGame", { type: "agent", game: "tic-tac-toe" })).data.game_id;
    const over = (await white.call("createGame", { type: "agent" })).data.game_id;
    await white.call("resignGame", { game_id: over });
    const { data, text } = await white.call("myGames");
    expect(data.games).toMatchObject([
      { game_id: other, you: "X", your_turn: true },
      { game_id, you: "white", your_turn: false, opponent: { name: "Marvin" } },
    ]);
    expect(text).toContain(`- ${game_id} (chess): you are White against Black “Marvin”, ply 1, waiting`);
    expect(data.next_action).toMatchObject({ tool: "getGame", arguments: { game_id: other } });
  });

  test("myGames finds the seats whose tokens the connection has shown, and none of a stranger's", async () => {
    const plain = await place.connect({ era: "2026" });
    const { data } = await plain.call("createGame", { type: "human" });
    expect((await ford.call("myGames")).data.games).toEqual([]);
    await ford.call("getGame", { game_id: data.game_id, seat_token: data.seat_token });
    await ford.call("waitForNextTurn", { game_id: data.game_id, seat_token: data.seat_token, timeout_seconds: 0 });
    const mine = await ford.call("myGames");
    expect(mine.data.games).toMatchObject([{ game_id: data.game_id, you: "white", your_turn: true }]);
    expect(mine.data.next_action.arguments).toEqual({ game_id: data.game_id, seat_token: data.seat_token });
    expect((await plain.call("myGames")).data).toMatchObject({ games: [], next_action: { tool: "listGames" } });
  });

  test("myGames is where the list of all games leads a player that is in one, and nobody else", async () => {
    const own = { tool: "myGames", arguments: {} };
    const { data, text } = await white.call("listGames");
    expect(data.next_action).toMatchObject(own);
    expect(text).toContain("or start another with createGame: myGames");
    expect(text).not.toContain("seat_token");
    // A game that waits for an opponent comes after one that goes on, and after a seat that is open.
    const open = (await white.call("createGame", { type: "agent" })).data.game_id;
    expect((await white.call("listGames")).data.next_action).toMatchObject(own);
    expect((await ford.call("listGames")).data.next_action).toMatchObject({
      tool: "joinGame",
      arguments: { game_id: open },
    });
    await white.call("resignGame", { game_id });
    expect((await white.call("listGames")).data.next_action).toMatchObject(own);
  });

  test("myGames is where a player goes on that named a wrong game, or none", async () => {
    for (const named of [{ game_id: "1" }, { game_id: "#" }, {}]) {
      const lost = await white.call("finishTurn", { ...named, move: "e4" });
      expect(lost.data.next_action).toMatchObject({ tool: "myGames", arguments: {} });
      expect(lost.text).toContain("myGames {}");
    }
    const found = await white.call("myGames");
    expect(found.data.next_action).toMatchObject({ tool: "getGame", arguments: { game_id } });
    // A caller that does not claim a seat is shown all games.
    expect((await white.call("watchGame", { game_id: "1" })).data.next_action.tool).toBe("listGames");
  });

  test("myGames tells neither chat the other's token where both seats of a game are held over the connection", async () => {
    const { next_action, join_prompt, ...first } = (await ford.call("createGame", { type: "agent" })).data;
    const join_code = /join_code "(\w+)"/.exec(join_prompt)?.[1];
    const second = (await ford.call("joinGame", { game_id: first.game_id, join_code })).data;
    await ford.call("finishTurn", { ...next_action.arguments, move: "e4" });
    await ford.call("waitForNextTurn", second.next_action.arguments);
    const { data, text } = await ford.call("myGames");
    expect(data.games).toHaveLength(2);
    for (const token of [first.seat_token, second.seat_token]) expect(JSON.stringify(data) + text).not.toContain(token);
    expect(data.next_action).toMatchObject({
      tool: "waitForNextTurn",
      arguments: { game_id: first.game_id, seat_token: "<your own>" },
    });
    const clear = (await ford.call("createGame", { type: "human", color: "black" })).data.game_id;
    expect((await ford.call("myGames")).data.next_action).toMatchObject({
      tool: "waitForNextTurn",
      arguments: { game_id: clear },
    });
  });
});
