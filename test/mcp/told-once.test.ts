import { afterEach, beforeEach, expect, test } from "vitest";
import { sure } from "../live-games/support.ts";
import type { Answer } from "../support/agents.ts";
import { type Chat, openAgentHost } from "./agent-host.ts";

/** Nothing is told twice in one answer, and what is told says whose it is. */

let place: ReturnType<typeof openAgentHost>;
let first: Chat;
let second: Chat;
beforeEach(async () => {
  place = openAgentHost();
  first = await place.connect({ name: "Ada" });
  second = await place.connect({ name: "Boole" });
});
afterEach(() => place[Symbol.asyncDispose]());

async function pair(options: Record<string, unknown> = {}): Promise<string> {
  const { game_id } = (await first.call("createGame", { type: "agent", ...options })).data;
  await second.call("joinGame", { game_id });
  return game_id;
}
const turn = (chat: Chat, game_id: string, timeout_seconds = 0) =>
  chat.call("waitForNextTurn", { game_id, timeout_seconds });
const countOf = ({ text }: Answer, what: RegExp): number => text.match(what)?.length ?? 0;

test("an offer is told once: to who waits with the call that answers it, to who moves with its own", async () => {
  const game_id = await pair();
  await first.call("finishTurn", { game_id, move: "e4" });
  const waiting = turn(first, game_id, 20);
  const offered = await second.call("offerDraw", { game_id });
  expect(offered.text).toMatch(/^You offered a draw to White “Ada”\.\n\n[\s\S]+\n\n- Your draw offer stands until/);
  expect(countOf(offered, /offer stands/g)).toBe(1);

  const told = await waiting;
  expect(told.text).toMatch(
    /^Black “Boole” offers a draw\. It is not your turn\.\n\n\| Rank .*\*\*Next Action:\*\* Answer, /s,
  );
  expect([countOf(told, /draw/g), countOf(told, /offerDraw/g)]).toEqual([1, 1]);
  expect(told.data).toMatchObject({ draw_offer: "black", next_action: { tool: "offerDraw" } });

  await first.call("offerDraw", { game_id, answer: "decline" });
  const declined = await turn(second, game_id);
  expect(countOf(declined, /declined/g)).toBe(1);
});

test("a takeback request is told to who waits as that, whatever else was offered before", async () => {
  for (const draw of ["white", "black"]) {
    const game_id = await pair();
    await first.call("finishTurn", { game_id, move: "e4" });
    await second.call("finishTurn", { game_id, move: "e5" });
    await first.call("finishTurn", { game_id, move: "Nf3" });
    sure(await place.games.draw(game_id, draw, "offer"));
    if (draw === "black") expect((await turn(first, game_id)).data.next_action.tool).toBe("offerDraw");
    const waiting = turn(first, game_id, 20);
    await expect.poll(() => place.games.waiting()).toBe(1);
    sure(await place.games.takeback(game_id, "black", "offer"));
    const asked = await waiting;
    expect(asked.text).toMatch(/^Black “Boole” asks to take its last move back\. It is not your turn\.\n/);
    expect(countOf(asked, /take its last move back/g)).toBe(1);
    expect(asked.data).toMatchObject({ draw_offer: draw, next_action: { tool: "answerTakeback" } });
    expect(countOf(asked, /Black offers a draw: offerDraw/g)).toBe(draw === "black" ? 1 : 0);
    expect((await turn(first, game_id)).data.status).toBe("timeout");
  }
});

test("an offer that the computer declines is told once", async () => {
  const created = await first.call("createGame", { game: "tic-tac-toe" });
  const answer = await first.call("offerDraw", { game_id: created.data.game_id });
  expect(answer.text).toContain("- O declined your offer.");
  expect(countOf(answer, /declined/g)).toBe(1);
});

test("a claimable draw stands under the FEN, once, and a look at a game tells no move twice", async () => {
  const game_id = await pair();
  const shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
  for (const [index, move] of [...shuffle, ...shuffle].entries())
    await (index % 2 === 0 ? first : second).call("finishTurn", { game_id, move });
  const answer = await turn(first, game_id);
  expect(answer.text).toMatch(/\n- FEN: .*\n- A draw may be claimed .*\n- Last moves: .*\n\nLegal moves: /);
  expect(countOf(answer, /may be claimed/g)).toBe(1);

  const small = await pair({ game: "tic-tac-toe" });
  await first.call("finishTurn", { game_id: small, move: "b2" });
  expect(countOf(await first.call("getGame", { game_id: small }), /\bb2\b/g)).toBe(1);
});

test("where both choose at once, each choice is told as whose it is, and a game that is over has no next round", async () => {
  const game_id = await pair({ game: "odd-even", rounds: 3 });
  await second.call("finishTurn", { game_id, move: "2" });
  const secret = await turn(first, game_id);
  expect(secret.text).toMatch(/^Even “Boole” has chosen\. It is your turn\./);
  const settled = await first.call("finishTurn", { game_id, move: "3" });
  expect(settled.text).toMatch(/^Move accepted\. Even “Boole” played 2\. It is your turn\./);
  expect(settled.text).toContain("- Last moves: even 2, odd 3\n");
  expect((await turn(second, game_id)).text).toMatch(/^Odd “Ada” played 3\. It is your turn\./);

  await first.call("finishTurn", { game_id, move: "1" });
  const over = await second.call("finishTurn", { game_id, move: "4" });
  expect(over.text).toContain("Game Over: Odd wins by Rounds.");
  expect(over.text.split("\n").filter((line) => /^\| \d/.test(line))).toEqual([
    "| 1 | 3 | 2 | 5 → odd |",
    "| 2 | 1 | 4 | 5 → odd |",
  ]);
});

test("an agent that joins sees the board, whoever is to move", async () => {
  const { game_id } = (await first.call("createGame", { type: "agent" })).data;
  const joined = await second.call("joinGame", { game_id });
  expect(joined.text).toMatch(new RegExp(`^Joined Game ${game_id} Successfully\\n`));
  for (const line of ["- You are: Black", "- To move: White", "| Rank | a |", "**Next Action:** Wait for your turn"])
    expect(joined.text).toContain(line);
  expect(joined.text).not.toContain("Legal moves");
});

test("getGame tells every move in the text, once, however few stand beside the position in the reader's view", async () => {
  const moves = ["a1", "b1", "c1", "b2", "a2", "c2", "b3"];
  for (const view of ["compact", "full"]) {
    const game_id = await pair({ game: "tic-tac-toe", view });
    for (const [ply, move] of moves.entries())
      await (ply % 2 === 0 ? first : second).call("finishTurn", { game_id, move });
    const told = await first.call("getGame", { game_id });
    expect(told.data.ply, told.text).toBe(moves.length);
    for (const move of moves)
      expect([move, countOf(told, new RegExp(`moves: .*\\b${move}\\b`, "g"))]).not.toEqual([move, 0]);
    expect(countOf(told, /All moves: /g)).toBe(view === "compact" ? 1 : 0);
  }
});

test("an agent's thoughts of its move are in no answer, neither while the game goes on nor after it", async () => {
  const game_id = await pair({ open_thoughts: true });
  const watcher = await place.connect({ name: "Eve", toolsets: "play,analysis" });
  const answers: unknown[] = [];
  const secret = "A secret plan.";
  const look = async () => {
    answers.push(await watcher.call("watchGame", { game_id, timeout_seconds: 0 }));
    answers.push(await watcher.client.readResource({ uri: `kibitz://games/${game_id}` }));
    answers.push(await watcher.client.readResource({ uri: `kibitz://games/${game_id}/pgn` }));
    for (const chat of [first, second, watcher]) {
      answers.push(await chat.call("getGame", { game_id }));
      answers.push(await chat.call("listGames", { status: "all" }));
    }
    answers.push(await turn(first, game_id), await turn(second, game_id));
  };
  const moved = await first.call("finishTurn", { game_id, move: "e4", thoughts: secret });
  answers.push(moved);
  await look();
  await second.call("finishTurn", { game_id, move: "e5", thoughts: `${secret} I play c5.` });
  const long = await first.call("finishTurn", { game_id, move: "Nf3", thoughts: secret.repeat(1_000) });
  expect([moved.text, long.text]).toEqual([
    expect.stringMatching(/^Move accepted\. /),
    expect.stringMatching(/^Move accepted, and the first 4 KiB of your thoughts\. /),
  ]);
  answers.push(long, await second.call("resignGame", { game_id }));
  await look();
  expect(answers.filter((answer) => JSON.stringify(answer).includes("secret"))).toEqual([]);
  const { moves } = sure(await place.games.get(game_id));
  expect(moves.map(({ thoughts }) => thoughts?.text.slice(0, secret.length))).toEqual([secret, secret, secret]);
  expect(moves[1]?.thoughts?.contradictions).toEqual([{ kind: "other-move", said: "c5" }]);
});

test("players are told until their first move that spectators see their thoughts at once, in games set up so alone", async () => {
  const told = /Spectators see the thoughts that come with moves at once/g;
  for (const open_thoughts of [true, false]) {
    const made = await first.call("createGame", { type: "agent", open_thoughts });
    const { game_id } = made.data;
    const answers = [made, await second.call("joinGame", { game_id })];
    answers.push(await first.call("finishTurn", { game_id, move: "e4" }), await turn(second, game_id));
    const counts = answers.map((answer) => countOf(answer, told));
    expect(counts).toEqual(open_thoughts ? [1, 1, 0, 1] : [0, 0, 0, 0]);
  }
});
