import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { records } from "../../src/games/chess/pgn/pgn.ts";
import { definitionOf } from "../../src/games/register.ts";
import { createPositions } from "../../src/main/coach/positions.ts";
import { walkPrompt } from "../../src/main/coach/walk-prompt.ts";
import { createReplays } from "../../src/main/views/game/replay.ts";
import { acceptChanges, hasAssistants, takeOutChanges } from "../../src/shared/coach/assistant.ts";
import { applyChanges, changesBetween, keysOf } from "../../src/shared/coach/changes.ts";
import { type Lines, mainLine, plainLines } from "../../src/shared/lines.ts";
import { runAtOnce } from "../../src/shared/steps.ts";
import { agent, agentGame, computer, human, sure } from "../live-games/support.ts";
import { type Chat, openAgentHost } from "../mcp/agent-host.ts";
import { compareQueenLeft, lookAtQueenLeft, queenLeft, reviewedGame } from "../practice/support.ts";
import type { Answer } from "../support/agents.ts";
import { tokensOf } from "../support/answer-tokens.ts";
import { answerOf, taskClientOf } from "../support/tasks.ts";

/** The tools by which an assistant looks at, and writes on, the board that its person shares. */

let searches = 0;
const analyst = {
  look: lookAtQueenLeft,
  compare: async (...args: Parameters<typeof compareQueenLeft>) => {
    searches += 1;
    return compareQueenLeft(...args);
  },
  explore: async () => {
    throw new Error("nobody explores here");
  },
  close: async () => {},
};
let host: ReturnType<typeof openAgentHost>;
let coach: Chat;
let id: string;

beforeAll(async () => {
  host = openAgentHost({ analysis: { analyst, replays: createReplays() } });
  coach = await host.connect({ toolsets: "coach" });
});
afterAll(() => host[Symbol.asyncDispose]());

const { rules: chess } = definitionOf("chess");
const tools = ["lookAtBoard", "writeOnBoard", "askOnBoard"] as const;
const lines = (): Lines => sure(host.boards.find(id)).board?.lines ?? { moves: [] };
const codes = (tree: Lines) => keysOf(tree).map((key) => key.replaceAll("\n", " "));
const look = (args: object = {}) => coach.call("lookAtBoard", { game_id: id, ...args });
const write = (args: object) => coach.call("writeOnBoard", { game_id: id, ...args });
const ask = (args: object = {}) => coach.call("askOnBoard", { game_id: id, ...args });
const share = async (game: string) =>
  sure(await host.boards.share(game, plainLines(sure(await host.games.get(game)).moves)));
/** A client whose waits go on as tasks. */
const inBackground = (toolsets = "coach") => taskClientOf(host.mcp, {}, {}, undefined, toolsets);
let batch = 0;
/** The person's change of the shared tree, made on what they see of it. */
function edit(make: (tree: Lines) => Lines): void {
  batch += 1;
  const [tree, after] = [lines(), sure(host.boards.find(id)).board?.version ?? 0];
  sure(host.boards.change(id, { writer: "the-page", batch, after, changes: changesBetween(tree, make(tree)) }));
}

beforeEach(async () => {
  id = (await reviewedGame(host.games, queenLeft)).state.id;
  await share(id);
});

test("the coach's tools are listed to nobody that was not given the toolset, and take at most 6,000 bytes", async () => {
  const list = async (toolsets: string) => (await (await host.connect({ toolsets })).client.listTools()).tools;
  const own = await list("coach");
  expect(own.map(({ name }) => name)).toEqual(tools);
  expect(Buffer.byteLength(JSON.stringify(own.map(({ icons: _, ...tool }) => tool)))).toBeLessThanOrEqual(6_000);
  for (const set of ["", "play", "analysis", "league"])
    expect((await list(set)).map(({ name }) => name)).not.toContain("writeOnBoard");
});

test("lookAtBoard tells where the person is, the position, the moves to and from it, and the engine's lines", async () => {
  sure(host.boards.show(id, { path: ["e2e4", "e7e5", "g1f3", "d8g5"] }));
  const { data, text } = await look({ engine: true });
  expect(data).toMatchObject({
    game_id: id,
    title: "Ada – Grace",
    person: { place: 4, move: "2… Qg5" },
    at: { place: 4 },
    to_move: "white",
    fen: expect.stringContaining(" w "),
    line: "1. e4 e5 2. Nf3 Qg5",
    next: [{ place: 5, move: "3. Nc3" }],
    engine: ["+9.00 for White, depth 1: Nxg5", "+0.30 for White, depth 1: d4"],
  });
  expect(data.legal_moves).toContain("Nxg5");
  for (const part of ["Your person is at place 4 (2… Qg5)", "Nxg5", "Engine: +9.00 for White"])
    expect(text).toContain(part);
  const { data: start } = await look({ at: 0 });
  expect(start).toMatchObject({ at: { place: 0 }, person: { place: 4 }, next: [{ place: 1, move: "1. e4" }] });
});

test("lookAtBoard tells the engine's lines that the person's page shows, at their place alone and while they are shown", async () => {
  const path = ["e2e4", "e7e5", "g1f3", "d8g5"];
  const engine = [
    { score: { kind: "cp", value: 905, depth: 18 }, moves: ["f3g5", "g8f6"] },
    { score: { kind: "mate", value: -3, depth: 18 }, moves: ["d2d4"] },
  ] as const;
  sure(host.boards.show(id, { path, engine }));
  const { data, text } = await look();
  const lines = ["+9.05 for White, depth 18: Nxg5 Nf6", "mated in 3 for White, depth 18: d4"];
  expect(data.page_engine).toEqual(lines);
  expect(data.engine).toBeUndefined();
  for (const line of lines) expect(text).toContain(`- Your person’s page shows: ${line}`);
  expect((await look({ at: 3 })).data.page_engine).toBeUndefined();
  // Neither what cannot be played there, nor what is shown at a place that is gone.
  expect(host.boards.show(id, { path, engine: [{ ...engine[0], moves: ["e2e4"] }] })).toMatchObject({ ok: false });
  expect((await look()).data.page_engine).toEqual(lines);
  sure(host.boards.show(id, { path: [...path, "a2a4"], engine }));
  const gone = await look();
  sure(host.boards.show(id, { path }));
  for (const { data, text } of [gone, await look()]) {
    expect(data).toMatchObject({ person: { place: 4 } });
    expect(data.page_engine).toBeUndefined();
    expect(text).not.toContain("page shows");
  }
});

test("the person is at the last place before one that is taken out, also while their page tells of no other", async () => {
  const path = ["e2e4", "e7e5", "g1f3", "d8g5"];
  const engine = [{ score: { kind: "cp", value: 40, depth: 18 }, moves: ["d2d4"] }] as const;
  for (const takeOut of [
    () => write({ at: 4, remove: true }),
    async () => edit((tree) => applyChanges(tree, [{ type: "remove", path: [...path, "f3g5"] }])),
  ]) {
    await write({ at: 4, moves: ["Nxg5", "Nf6"] });
    sure(host.boards.show(id, { path: [...path, "f3g5", "g8f6"], engine }));
    expect((await look()).data.page_engine).toHaveLength(1);
    await takeOut();
    const { data, text } = await look();
    expect(data).toMatchObject({ person: { place: 4 }, at: { place: 4 }, next: [{ place: 5 }], to_move: "white" });
    expect(data.fen).toMatch(/^rnb1kbnr/);
    expect(text).not.toContain("page shows");
    expect((await write({ comment: "Here." })).data).toMatchObject({ at: { place: 4 } });
    expect(sure(host.boards.find(id)).board?.pointer).toEqual(path);
    await ask({ question: "And now?", timeout_seconds: 0 });
    expect(sure(host.boards.find(id)).board?.question?.at).toEqual(path);
  }
  // The person stays where they are while others are taken out.
  sure(host.boards.show(id, { path, engine }));
  await write({ at: 4, moves: ["Nxg5"] });
  await write({ at: 4, remove: true });
  expect((await look()).data).toMatchObject({ person: { place: 4 }, page_engine: [expect.stringContaining("d4")] });
});

test("lookAtBoard names the moments that cost most, with the engine's lines as facts", async () => {
  const { data, text } = await look({ moments: true });
  expect(data.moments).toEqual([
    expect.objectContaining({ place: 3, seat: "black", played: "Qg5", judgement: "blunder", better: "Nc6" }),
    expect.objectContaining({ place: 4, seat: "white", played: "Nc3", judgement: "blunder", better: "Nxg5" }),
    expect.objectContaining({ place: 5, seat: "black", played: "Nc6", judgement: "blunder", better: "Qd8" }),
  ]);
  expect(text).toContain("place 4, White played Nc3: blunder");
});

test("writeOnBoard adds a line with a comment, a glyph and drawings, marked as the assistant's, and shows it", async () => {
  const { data } = await write({
    at: 4,
    moves: ["Nxg5", "d8e7".replace("d8e7", "Nf6")],
    comment: "The queen was free.",
    judgement: "good",
    arrows: ["f3g5"],
    circles: ["g5"],
  });
  expect(data).toMatchObject({ at: { place: 9, move: "3… Nf6" }, places: [8, 9] });
  const tree = lines();
  expect(codes(tree).slice(7)).toEqual(["e2e4 e7e5 g1f3 d8g5 f3g5", "e2e4 e7e5 g1f3 d8g5 f3g5 g8f6"]);
  expect(tree.moves[7]).toMatchObject({ text: "Nxg5", assistant: { added: true } });
  expect(tree.moves[8]?.assistant).toEqual({
    added: true,
    comment: "The queen was free.",
    nags: [1],
    shapes: ["f3g5", "g5"],
  });
  expect(host.boardEvents.at(-1)).toMatchObject({
    id,
    by: null,
    shows: true,
    pointer: tree.moves
      .slice(0, 4)
      .map(({ code }) => code)
      .concat("f3g5", "g8f6"),
  });
  await write({ at: 9, judgement: "blunder" });
  expect(lines().moves[8]?.assistant).toMatchObject({ nags: [4], comment: "The queen was free." });
  await write({ at: 9, judgement: "none", comment: "It was free." });
  expect(lines().moves[8]?.assistant).toEqual({
    added: true,
    comment: "It was free.",
    shapes: ["f3g5", "g5"],
  });
  // A note of which nothing is left is none.
  await write({ at: 2, judgement: "good" });
  await write({ at: 2, judgement: "none" });
  expect(lines().moves[1]).not.toHaveProperty("assistant");
  await write({ at: 0, arrows: ["e2e4"] });
  await write({ at: 0, arrows: [] });
  expect(lines()).not.toHaveProperty("assistant");
  // The same again changes nothing, and the game's own moves are not its own.
  await write({ at: 4, moves: ["Nxg5", "Nf6"] });
  await write({ at: 4, moves: ["Nc3"], comment: "As played." });
  expect(lines().moves).toHaveLength(9);
  expect(lines().moves[4]?.assistant).toEqual({ comment: "As played." });
});

test("a move that cannot be played is refused with what is legal there, and nothing is written", async () => {
  const before = lines();
  const events = host.boardEvents.length;
  const { data, text, isError } = await write({ at: 4, moves: ["Nxg5", "Qxg5", "h4"], comment: "Oh." });
  expect(isError).toBe(true);
  expect(data.error.code).toBe("ILLEGAL_MOVE");
  expect(text).toContain("Nothing was written. Legal after Nxg5: ");
  expect(data.legal_moves).toContain("Nf6");
  expect(data.legal_moves).not.toContain("Nf3");
  expect(lines()).toBe(before);
  expect(host.boardEvents).toHaveLength(events);
  expect((await write({ at: 4, arrows: ["z9"] })).data.error.code).toBe("INVALID_ARGUMENT");
  expect((await write({ at: 400 })).data.error.code).toBe("STALE_PLY");
});

test("places stay the same while the person promotes and removes, and one that was taken out is refused", async () => {
  const { data } = await write({ at: 4, moves: ["Nxg5", "Nf6"] });
  const [first, second] = data.places;
  edit((tree) => applyChanges(tree, [{ type: "lead", path: ["e2e4", "e7e5", "g1f3", "d8g5", "f3g5"] }]));
  expect(mainLine(lines())).toHaveLength(6);
  expect((await look({ at: 5 })).data.at.move).toBe("3. Nc3");
  expect((await look({ at: second })).data.at.move).toBe("3… Nf6");
  edit((tree) => applyChanges(tree, [{ type: "remove", path: ["e2e4", "e7e5", "g1f3", "d8g5", "f3g5"] }]));
  for (const tool of tools)
    expect((await coach.call(tool, { game_id: id, at: first })).data.error.code).toBe("STALE_PLY");
});

test("the person accepts or takes out what the assistant wrote, and so may the assistant; the person's own stays", async () => {
  await write({ at: 4, moves: ["Nxg5", "Nf6", "d4"], comment: "Won.", judgement: "good", arrows: ["f3g5"] });
  await write({ at: 0, comment: "A short game." });
  const path = ["e2e4", "e7e5", "g1f3", "d8g5", "f3g5", "g8f6", "g5h3"];
  edit((tree) => applyChanges(tree, [{ type: "add", path, move: { text: "Nh3" } }]));
  const written = lines();
  const all = applyChanges(written, acceptChanges(written, [], true));
  expect(hasAssistants(all)).toBe(false);
  expect(all.comment).toBe("A short game.");
  expect(all.moves).toHaveLength(written.moves.length);
  expect(all.moves[9]).toMatchObject({ comment: "Won. [%cal Gf3g5]", nags: [1] });
  // The person went on from two of its moves: those stay as theirs, the third goes with its comment.
  const none = applyChanges(written, takeOutChanges(written, []));
  expect(hasAssistants(none)).toBe(false);
  expect(none.comment).toBeUndefined();
  expect(codes(none).slice(7)).toEqual([
    "e2e4 e7e5 g1f3 d8g5 f3g5",
    "e2e4 e7e5 g1f3 d8g5 f3g5 g8f6",
    "e2e4 e7e5 g1f3 d8g5 f3g5 g8f6 g5h3",
  ]);
  await write({ at: 4, remove: true });
  expect(codes(lines())).toEqual(codes(none));
  expect(lines().assistant).toEqual({ comment: "A short game." });
});

describe("a question", () => {
  test("a question waits for the person's move, and a repeated call for the same answer", async () => {
    const lead = ["e2e4", "e7e5", "g1f3", "d8g5"];
    const first = await ask({ at: 4, question: "What now?", timeout_seconds: 0 });
    expect(first.data).toMatchObject({
      status: "timeout",
      next_action: { tool: "askOnBoard", arguments: { game_id: id } },
    });
    expect(sure(host.boards.find(id)).board?.question).toMatchObject({ number: 1, text: "What now?" });
    const waiting = ask({ timeout_seconds: 20 });
    await ask({ timeout_seconds: 0 });
    expect(host.boards.answer(id, 1, "e2e4")).toMatchObject({ ok: false, code: "ILLEGAL_MOVE" });
    sure(host.boards.answer(id, 1, "f3g5"));
    // No place is named where the move stands on no board.
    expect((await waiting).data).not.toHaveProperty("at");
    edit((tree) => applyChanges(tree, [{ type: "add", path: [...lead, "f3g5"], move: { text: "Nxg5" } }]));
    const { data, text } = await ask({ timeout_seconds: 0 });
    expect(data).toMatchObject({ status: "answered", answer: "Nxg5", at: { place: 8, move: "3. Nxg5" } });
    expect(text).toContain("(place 8)");
    expect(sure(host.boards.find(id)).board?.question).toBeNull();
    expect(host.boards.answer(id, 1, "f3g5")).toMatchObject({ ok: false, code: "CONFLICT" });
    await ask({ at: 6, timeout_seconds: 0 });
    sure(host.boards.answer(id, 2, null));
    expect((await ask({ timeout_seconds: 0 })).data).toMatchObject({ status: "passed" });
  });

  test("a question that was answered is asked anew in the same words, and one that is open is asked once", async () => {
    const number = () => sure(host.boards.find(id)).board?.question?.number;
    const question = { at: 4, question: "What now?", timeout_seconds: 0 };
    for (const count of [1, 2]) {
      for (const _ of ["asked", "asked again"]) {
        expect((await ask(question)).data).toMatchObject({ status: "timeout" });
        expect(number()).toBe(count);
      }
      sure(host.boards.answer(id, count, "f3g5"));
      // An answer that was lost on its way is fetched without the words.
      for (const _ of ["lost", "fetched"])
        expect((await ask({ timeout_seconds: 0 })).data).toMatchObject({ status: "answered", answer: "Nxg5" });
      expect(number()).toBeUndefined();
    }
  });

  test("a question waits as a task, as a turn does, and ends where the person stops sharing", async () => {
    const client = inBackground();
    const { result: task } = await client.call("askOnBoard", { game_id: id, at: 4 });
    expect(task).toMatchObject({ status: "working" });
    expect(sure(host.boards.find(id)).board?.question?.number).toBe(1);
    sure(host.boards.answer(id, 1, "f3g5"));
    const answer = answerOf(await client.until(task.taskId, "completed"));
    expect(answer.data).toMatchObject({ status: "answered", answer: "Nxg5" });
    const { result: other } = await client.call("askOnBoard", { game_id: id, at: 5 });
    host.boards.end(id);
    expect(answerOf(await client.until(other.taskId, "completed")).text).toContain("stopped sharing");
    expect(host.boardEvents.at(-1)).toMatchObject({ id, isOver: true });
  });
});

describe("a walk that the person asks for", () => {
  const begins = async () => sure(await host.boards.walk(id)).begins;
  const waiting = async (client = inBackground(), args: object = { walk: true }) => {
    const { result } = await client.call("askOnBoard", { ...args });
    expect(result).toMatchObject({ status: "working" });
    return {
      client,
      taskId: String(result.taskId),
      answer: async () => answerOf(await client.until(result.taskId, "completed")),
    };
  };
  const isWorking = async ({ client, taskId }: Awaited<ReturnType<typeof waiting>>) =>
    (await client.get(taskId)).result.status === "working";

  test("a walk begins with the call that waits for it, which is answered by what the prompt says, and only once", async () => {
    expect(await begins()).toBe(false);
    const wait = await waiting();
    expect(wait.taskId).toMatch(/^game-0-walk-/);
    const [walk, { data, text }] = await Promise.all([begins(), wait.answer()]);
    expect(walk).toBe(true);
    expect(data).toMatchObject({
      status: "walk",
      game_id: id,
      next_action: { tool: "lookAtBoard", arguments: { game_id: id, moments: true } },
    });
    for (const half of [data.message, text]) expect(half).toContain(walkPrompt(id));
    expect(await begins()).toBe(false);
    // The answer to the next step says how to wait for another walk, where a wait goes on in the background.
    const next = await wait.client.call("lookAtBoard", data.next_action.arguments);
    expect(answerOf(next).text).toContain("askOnBoard with walk: true");
    expect((await look({ moments: true })).text).not.toContain("walk: true");
  });

  test("the assistant that waited last for a walk begins it, before one that waits for an answer, whose question stays", async () => {
    const [first, last] = [await waiting(), await waiting()];
    const asking = await waiting(inBackground(), { game_id: id, at: 4, question: "What now?" });
    expect((await Promise.all([begins(), last.answer()]))[1].data).toMatchObject({ status: "walk" });
    expect(await Promise.all([isWorking(first), isWorking(asking)])).toEqual([true, true]);
    expect((await Promise.all([begins(), first.answer()]))[1].data).toMatchObject({ status: "walk" });
    const [, { data }] = await Promise.all([begins(), asking.answer()]);
    expect(data).toMatchObject({ status: "walk", game_id: id });
    expect(data.message).toContain(`Your question on board ${id} stays open`);
    expect(sure(host.boards.find(id)).board?.question).toMatchObject({ text: "What now?" });
  });

  test("a wait that was cancelled begins no walk, and one that is resumed elsewhere does", async () => {
    const wait = await waiting();
    await wait.client.ask("tasks/cancel", { taskId: wait.taskId });
    expect(await begins()).toBe(false);
    const other = await waiting();
    host.services.tasks.close();
    expect(await begins()).toBe(false);
    expect(await isWorking(other)).toBe(true);
    expect((await Promise.all([begins(), other.answer()]))[0]).toBe(true);
  });

  test("an answer that nobody fetches begins no walk", { tags: ["edge"] }, async () => {
    await waiting();
    expect(await begins()).toBe(false);
  });

  test("a call that is held is answered by the walk, too; one that ends before is not begun again by itself", async () => {
    const { data } = await coach.call("askOnBoard", { walk: true, timeout_seconds: 0 });
    expect(data).toMatchObject({ status: "timeout", next_action: null });
    const held = coach.call("askOnBoard", { walk: true, timeout_seconds: 20 });
    await expect.poll(begins).toBe(true);
    expect((await held).data).toMatchObject({ status: "walk", game_id: id });
  });

  test("a game against a person leads a coach that can be woken to the wait for a walk, and nobody else", async () => {
    const over = async (toolsets: string) => {
      const client = inBackground(toolsets);
      const { game_id, seat_token } = answerOf(await client.call("createGame", { type: "human", color: "black" })).data;
      sure(await host.games.resign(game_id, "white"));
      return answerOf(await client.call("waitForNextTurn", { game_id, seat_token })).data;
    };
    expect(await over("play,coach")).toMatchObject({
      status: "game_over",
      next_action: { tool: "askOnBoard", arguments: { walk: true } },
    });
    expect(await over("play")).toMatchObject({ status: "game_over", next_action: null });
    const held = await host.connect({ toolsets: "play,coach" });
    const { game_id } = (await held.call("createGame", { type: "human", color: "black" })).data;
    sure(await host.games.resign(game_id, "white"));
    expect((await held.call("waitForNextTurn", { game_id })).data).toMatchObject({ next_action: null });
  });
});

describe("the right to use it", () => {
  test("nothing is told of a board that is not shared, whether there is such a game or not", async () => {
    host.boards.end(id);
    for (const tool of tools) {
      const [real, invented] = [await coach.call(tool, { game_id: id }), await coach.call(tool, { game_id: "999999" })];
      expect(real.data.error.code, tool).toBe("SEAT_REQUIRED");
      expect(real.text.replaceAll(id, "")).toBe(invented.text.replaceAll("999999", ""));
      expect(real.text).toContain(`/analysis?game=${id}&share=ask`);
      expect(real.text).not.toContain("Ada");
    }
  });

  test("a caller that may be on another machine is refused every board, shared or not, and changes nothing", async () => {
    await using beyond = openAgentHost({ ...host.services, coach: null });
    const stranger = await beyond.connect({ toolsets: "coach" });
    const before = lines();
    for (const tool of tools)
      for (const game_id of [id, "999999", undefined]) {
        const answer = await stranger.call(tool, { game_id, at: 4, comment: "I was here" });
        expect(answer.isError).toBe(true);
        expect(answer.text).not.toMatch(/Ada|Qg5/);
        if (tool !== "writeOnBoard") continue;
        expect(answer.data.error.code).toBe("SEAT_REQUIRED");
        expect(answer.text).toContain("on the person's own machine alone");
      }
    const wait = await stranger.call("askOnBoard", { walk: true });
    expect(wait.data.error.code).toBe("SEAT_REQUIRED");
    expect(lines()).toBe(before);
    expect(sure(host.boards.find(id)).board?.question).toBeNull();
  });
});

describe("a game that goes on", () => {
  const refusesAll = async (game: string, at: number) => {
    const before = searches;
    const answers: Answer[] = [];
    for (const [tool, args] of [
      ["lookAtBoard", {}],
      ["lookAtBoard", { engine: true }],
      ["writeOnBoard", { moves: ["a3"] }],
      ["writeOnBoard", { moves: ["Ke5"] }],
      ["writeOnBoard", { comment: "Here." }],
      ["askOnBoard", {}],
    ] as const)
      answers.push(await coach.call(tool, { game_id: game, at, ...args }));
    for (const { data, text } of answers) {
      expect(data.error?.code, text).toBe("ANALYSIS_OFF");
      expect(data.legal_moves).toBeUndefined();
      expect(text).not.toContain("Legal");
    }
    expect(searches).toBe(before);
  };
  const playing = async (moves: readonly string[], players = [agent("One"), agent("Two")] as const) => {
    const { state } = sure(await host.games.create({ ...agentGame, players }));
    for (const [index, text] of moves.entries())
      sure(await host.games.play(state.id, index % 2 ? "black" : "white", { text }));
    return state.id;
  };
  const study = async (moves: readonly string[]) => {
    const tree = applyChanges(
      { moves: [] },
      moves.map((code, index) => ({ type: "add", path: moves.slice(0, index + 1), move: { text: code } })),
    );
    const names = ["One", "Two"] as const;
    const made = await host.games.createStudy({
      kind: "chess",
      title: "Mine",
      lines: tree,
      options: {},
      names,
      of: null,
    });
    const { id: made_id } = sure(made).state;
    sure(await host.boards.share(made_id, tree));
    return made_id;
  };

  test.each([
    ["a study of the same moves", ["d2d4", "d7d5", "c2c4", "e7e6"], 4],
    ["a transposition", ["c2c4", "e7e6", "d2d4", "d7d5"], 4],
    ["a pasted record that goes further", ["d2d4", "d7d5", "c2c4", "e7e6", "b1c3", "g8f6"], 4],
  ] as const)("every tool is refused on the position of a game that goes on: by %s", async (_, moves, at) => {
    const game = await playing(["d2d4", "d7d5", "c2c4", "e7e6"]);
    const board = await study(moves);
    await refusesAll(board, at);
    // A line that goes through the position is refused as a whole, also where it goes on with a wrong move.
    const tree = sure(host.boards.find(board)).board?.lines;
    for (const more of [["a3"], ["Ke5"]]) {
      const text = { e7e6: "e6", d7d5: "d5" }[moves[3] as "e7e6" | "d7d5"];
      const through = await coach.call("writeOnBoard", { game_id: board, at: 3, moves: [text, ...more] });
      expect(through.data.error.code).toBe("ANALYSIS_OFF");
    }
    expect(sure(host.boards.find(board)).board?.lines).toBe(tree);
    // Nor does an engine say what the moves from there are worth.
    if (moves.length > 4) {
      expect((await coach.call("lookAtBoard", { game_id: board, at: 5 })).isError).toBe(false);
      const line = { score: { kind: "cp", value: 20 }, moves: ["g8f6"] } as const;
      sure(host.boards.show(board, { path: moves.slice(0, 5), engine: [line] }));
      expect((await coach.call("lookAtBoard", { game_id: board })).data).toMatchObject({ person: { place: 5 } });
      expect((await coach.call("lookAtBoard", { game_id: board })).data.page_engine).toBeUndefined();
      const further = await coach.call("lookAtBoard", { game_id: board, at: 5, engine: true });
      expect(further.data.error.code).toBe("ANALYSIS_OFF");
    }
    // Other positions may be looked at, and this one once the game has gone on.
    expect((await coach.call("lookAtBoard", { game_id: board, at: 2 })).isError).toBe(false);
    sure(await host.games.resign(game, "white"));
    expect((await coach.call("lookAtBoard", { game_id: board, at, engine: true })).isError).toBe(false);
  });

  test("while the person plays an agent every position is refused, and none while they play the computer", async () => {
    const easy = await playing(["e2e4"], [human(), computer()]);
    expect((await look({ at: 0, engine: true })).isError).toBe(false);
    const game = await playing(["e2e4"], [human(), agent("Two")]);
    await refusesAll(id, 4);
    expect((await look({ moments: true })).data.error.code).toBe("ANALYSIS_OFF");
    sure(await host.games.resign(game, "black"));
    sure(await host.games.resign(easy, "white"));
    expect((await look({ at: 4 })).isError).toBe(false);
  });
});

test("a walk through a game of forty moves costs at most 6,000 tokens in either half", async () => {
  const text40 = readFileSync(new URL("../games/chess/corpus/engines.pgn", import.meta.url), "utf8");
  const [long] = text40
    .split(/\n\n(?=\[)/)
    .map((pgn) => sure(runAtOnce(records.readGame(pgn))))
    .filter(({ moves }) => moves.length >= 80);
  const moves = (long?.moves ?? []).slice(0, 80).map(({ code }) => code);
  const outcome = { winner: "white", reason: "resignation" };
  const record = { kind: "chess", tags: {}, options: long?.options ?? {}, moves, lines: null, outcome };
  id = sure(await host.games.importGame({ ...record, names: ["Ada", "Grace"] })).state.id;
  await share(id);
  const positions = createPositions("chess", record.options);
  const walk: Answer[] = [await look({ moments: true })];
  for (const at of [21, 42, 63]) {
    walk.push(await write({ at }));
    walk.push(await ask({ at, question: "What would you play here?", timeout_seconds: 0 }));
    sure(host.boards.answer(id, sure(host.boards.find(id)).board?.question?.number ?? 0, moves[at] ?? ""));
    walk.push(await ask());
    walk.push(await look({ at, engine: true }));
    let path: readonly string[] = moves.slice(0, at);
    for (let ply = 0; ply < 6; ply += 1) {
      const { state } = sure(positions.at(path));
      path = [...path, chess.legalMoves(state, chess.toMove(state)[0] ?? "").at(ply) ?? ""];
    }
    const comment = "This keeps the rook active, and the pawn cannot be taken because of the check on the last rank.";
    walk.push(await write({ at, moves: path.slice(at), comment, arrows: path.slice(at, at + 1) }));
    walk.push(await write({ at, moves: ["Qh9"] }));
  }
  expect(walk.filter(({ isError }) => isError)).toHaveLength(3);
  for (const { text, isError } of walk) if (isError) expect(text).toContain("Legal after");
  const { text, structured } = tokensOf(walk);
  expect(text).toBeLessThanOrEqual(6_000);
  expect(structured).toBeLessThanOrEqual(6_000);
});
