import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Chat, openAgentHost } from "./agent-host.ts";

/** On a busy machine what is soon there takes its time. */
const soon = { timeout: 20_000 };

/** The texts that clients rely on, to the letter. */

let place: ReturnType<typeof openAgentHost>;
let white: Chat;
let black: Chat;
beforeEach(async () => {
  place = openAgentHost();
  white = await place.connect({ name: "Ada" });
  black = await place.connect({ name: "Boole" });
});
afterEach(() => place[Symbol.asyncDispose]());

async function pair(options: Record<string, unknown> = {}): Promise<string> {
  const { game_id } = (await white.call("createGame", { type: "agent", ...options })).data;
  await black.call("joinGame", { game_id });
  return game_id;
}
const move = (chat: Chat, game_id: string, text: string, more: Record<string, unknown> = {}) =>
  chat.call("finishTurn", { game_id, move: text, ...more });

test("the answer to createGame has its lines, the board for who is to move, and the next action", async () => {
  const first = await white.call("createGame", { type: "human" });
  const { game_id } = first.data;
  expect(first.text.split("\n").slice(0, 4)).toEqual([
    "Game Created Successfully!",
    `- Game ID: ${game_id}`,
    "- Type: human",
    "- You are: White",
  ]);
  expect(first.text).toMatch(/\n\n\| Rank \| a \|[\s\S]*\n\n\*\*Next Action:\*\* .*finishTurn \{"game_id":"\d+"/);
  const second = await white.call("createGame", { type: "human", color: "black" });
  expect(second.text).toContain("- You are: Black\n");
  expect(second.text).not.toContain("| Rank |");
  expect(second.text).toMatch(/\n\n\*\*Next Action:\*\* .*waitForNextTurn \{"game_id":"\d+"\}$/);
});

test("the answer to joinGame has its lines, and who comes too late is led to watch", async () => {
  const { game_id } = (await white.call("createGame", { type: "agent" })).data;
  const joined = await black.call("joinGame", { game_id });
  expect(joined.text.split("\n").slice(0, 4)).toEqual([
    `Joined Game ${game_id} Successfully`,
    `- Game ID: ${game_id}`,
    "- To move: White",
    "- You are: Black",
  ]);
  const third = await place.connect({ name: "Church" });
  const late = await third.call("joinGame", { game_id });
  expect(late.text).toMatch(/^Error: Both seats are taken\b.*watch/);
  expect(late.data).toMatchObject({ error: { code: "SEAT_TAKEN" }, next_action: { tool: "watchGame" } });
  // A seat that nobody came to is none to be taken once the game has ended.
  const left = (await white.call("createGame", { type: "agent" })).data.game_id;
  await white.call("resignGame", { game_id: left });
  const past = await third.call("joinGame", { game_id: left });
  expect(past.text).toMatch(/^Error: Game is over: Black wins by Resignation\./);
  expect(past.data).toMatchObject({ error: { code: "GAME_OVER" }, next_action: { tool: "watchGame" } });
});

test("a move that was accepted says who is waited for, and what to call next", async () => {
  const human = (await white.call("createGame", { type: "human" })).data.game_id;
  const agent = await pair();
  const computer = (await white.call("createGame", { game: "tic-tac-toe" })).data.game_id;
  for (const [game_id, first, waiting] of [
    [human, "e2e4", "Waiting for Human…"],
    [agent, "e2e4", "Waiting for opponent…"],
    [computer, "b2", "Waiting for Computer…"],
  ] as const) {
    const { text } = await move(white, game_id, first);
    expect(text).toMatch(/^Move accepted\. /);
    expect(text).toContain(waiting);
    expect(text).toContain(`**Next Action:** Wait for your turn: waitForNextTurn {"game_id":"${game_id}"`);
  }
});

test("the end of a game is told to both sides, and nothing is to be done after it", async () => {
  const game_id = await pair();
  const scholars = ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6"];
  for (const [index, text] of scholars.entries()) await move(index % 2 === 0 ? white : black, game_id, text);
  const mate = await move(white, game_id, "Qxf7#", { claim_win: true });
  expect(mate.text).toMatch(/^Move accepted\. Game Over: White wins by Checkmate\.\n/);
  expect(mate.text).toMatch(/\n\nNo further actions needed\.$/);
  const told = await black.call("waitForNextTurn", { game_id });
  expect(told.text).toMatch(/^White “Ada” played Qxf7#\. Game Over: White wins by Checkmate\.\n/);
  expect(told.text).toMatch(/\n\nNo further actions needed\.$/);
  const late = await move(black, game_id, "e5");
  expect(late.text).toMatch(/^Error: Game is over\b.*\n\nNo further actions needed\.$/);
});

test.each([
  ["resignGame", {}],
  ["answerTakeback", { answer: "accept" }],
  ["answerTakeback", { answer: "decline" }],
  ["offerDraw", { answer: "offer" }],
])("a flag that had fallen is told, and not what was asked for: %s %j", async (tool, args) => {
  const game_id = await pair({ clock: { initial_seconds: 60 } });
  await move(white, game_id, "e4");
  await place.games.takeback(game_id, "white", "offer");
  place.clock.ahead += 61_000;
  const { text, data } = await black.call(tool, { game_id, ...args });
  expect(text).toMatch(/^Game Over: White wins by Time\.\n/);
  expect(text).toContain("No further actions needed.");
  expect(data).toMatchObject({ status: "game_over", last_move: { san: "e4" }, result: { winner: "white" } });
});

test("a refused move is told with the reason: an illegal one with the legal ones, a wrong claim, one out of turn", async () => {
  const start = (fen: string) => pair({ fen });
  const pinned = await start("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1");
  const checked = await start("4r1k1/8/8/8/8/8/8/4KN2 w - - 0 1");
  const promoting = await start("6k1/P7/8/8/8/8/8/4K3 w - - 0 1");
  const game_id = await pair();
  for (const [id, text, reason] of [
    [game_id, "e3e4", "there is no piece on e3"],
    [game_id, "g1g3", "the knight on g1 cannot go to g3"],
    [pinned, "e2c3", "your king would be in check"],
    [checked, "f1g3", "it is check from the rook on e8, and this does not answer it"],
    [promoting, "a7a8", "a pawn that reaches the last rank must become another piece"],
  ] as const) {
    const refused = await move(white, id, text);
    expect(refused.isError).toBe(true);
    expect(refused.text, text).toMatch(new RegExp(`^Invalid move: .*${reason}.*\\n\\nLegal moves: `, "i"));
    expect(refused.data).toMatchObject({ error: { code: "ILLEGAL_MOVE" }, legal_moves: expect.any(Array) });
  }
  expect((await move(white, game_id, "e2e4", { claim_win: true })).text).toMatch(
    /^Move rejected: You claimed Checkmate, but this move does not result in Checkmate\.\n/,
  );
  expect((await move(black, game_id, "e7e5")).text).toMatch(/^Error: Not your turn\b/);
  expect((await move(white, "1", "e2e4")).text).toMatch(/^Error: Game not found\b/);
  expect((await white.call("joinGame", { game_id: "1" })).text).toMatch(/^Error: Game not found\b/);
  const hidden = (await white.call("createGame", { type: "human", legal_moves: "hidden" })).data.game_id;
  expect((await move(white, hidden, "e2e5")).text).not.toContain("Legal moves");
});

test("a refusal in a game with hidden legal moves says what is wrong and lists no moves", async () => {
  const sentences = {
    backgammon: { x: "write the whole turn as from/to for each checker, such as 8/5 6/5, bar/20 or 6/off" },
    poker: {
      x: "write check, bet, fold, call or raise",
      call: "you cannot call now: there is no bet to answer",
      fold: "you cannot fold now: there is no bet to answer",
    },
  };
  for (const [game, reasons] of Object.entries(sentences)) {
    const game_id = await pair({ game, legal_moves: "hidden" });
    const { turn, you } = (await white.call("getGame", { game_id })).data;
    for (const [text, reason] of Object.entries(reasons)) {
      const refused = await move(turn === you ? white : black, game_id, text);
      expect(refused.text.split("\n\n")[0]).toBe(`Invalid move: ${reason}.`);
      expect(refused.data.error.message).toBe(`Invalid move: ${reason}.`);
    }
  }
});

test("a wait that times out says what to call next, also one that was entered upon by a move", async () => {
  const game_id = await pair();
  const moved = await move(white, game_id, "e4", { wait: true });
  expect(moved.text).toContain("Timeout: No move received yet. Please call waitForNextTurn immediately.");
  expect(moved.data).toMatchObject({ status: "timeout", next_action: { tool: "waitForNextTurn" } });
  const waited = await white.call("waitForNextTurn", { game_id });
  expect(waited.isError).toBe(false);
  expect(waited.text).toMatch(/^Timeout: No move received yet\. Please call this tool again immediately\.\n/);
  expect(waited.data).toMatchObject({ status: "timeout", next_action: { tool: "waitForNextTurn" } });
});

test("a wait that the host's closing ends says so in both halves, once, and leads back to itself", async () => {
  await using patient = openAgentHost({ waitSeconds: () => 20 });
  const [first, second] = [await patient.connect(), await patient.connect()];
  const { game_id } = (await first.call("createGame", { type: "agent" })).data;
  await second.call("joinGame", { game_id });
  const text = "Kibitz is being restarted; nothing is lost. Wait for your turn";
  const waits = [
    second.call("waitForNextTurn", { game_id }),
    move(first, (await first.call("createGame", { type: "human" })).data.game_id, "e4", { wait: true }),
  ];
  await vi.waitFor(() => expect(patient.games.waiting()).toBe(2), soon);
  patient.games.endWaits();
  // A call before the doors are closed gets the same answer.
  waits.push(second.call("waitForNextTurn", { game_id }));
  for (const answer of await Promise.all(waits)) {
    expect(answer.isError).toBe(false);
    expect(answer.data).toMatchObject({ status: "timeout", next_action: { tool: "waitForNextTurn", text } });
    expect(answer.text).toContain("Timeout: No move received yet.");
    expect(answer.text.split("restarted")).toHaveLength(2);
    expect(answer.text).not.toContain("This is normal");
  }
});

test.each([
  ["chess", "**Nf3**", "g1f3"],
  ["tic-tac-toe", "`B2`", "b2"],
  ["tic-tac-toe", "(1, 1)", "b2"],
  ["odd-even", "“3”", "3"],
])("a move in %s that assistants write as %s is understood", async (game, text, uci) => {
  const seats = await pair({ game });
  const played = await move(white, seats, text);
  expect(played.text).toMatch(/^Move accepted/);
  expect(played.data.last_move?.uci ?? uci).toBe(uci);
});

test("moves are understood in UCI and SAN, as cells by name or by row and column, and as numbers", async () => {
  const chess = await pair({ fen: "6k1/P7/8/8/8/8/8/4K3 w - - 0 1" });
  expect((await move(white, chess, "a7a8q")).data.last_move).toEqual({ uci: "a7a8q", san: "a8=Q+", by: "white" });
  const board = await pair({ game: "tic-tac-toe" });
  expect((await move(white, board, "c1")).data.last_move.uci).toBe("c1");
  expect((await move(black, board, "1,1")).data.last_move.uci).toBe("b2");
  const odd = await pair({ game: "odd-even" });
  expect((await move(white, odd, "6")).data.error.code).toBe("ILLEGAL_MOVE");
  expect((await move(white, odd, "5")).data.ply).toBe(1);
});
