import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { modelMover } from "../../src/main/league-v1/programs/movers.ts";
import { openPlayer } from "../../src/main/league-v1/programs/player.ts";
import { moveRequest } from "../../src/main/league-v1/protocol.ts";
import { askModel } from "../../src/main/players/model/ask.ts";
import { defaultModelTimeouts } from "../../src/main/players/model/ask-for-move.ts";
import type { ModelSettings } from "../../src/shared/player-settings.ts";
import { accept } from "../../src/shared/result.ts";
import { sure } from "../live-games/support.ts";
import { openVendor, type Question, type Reply } from "../players/model/vendor.ts";
import { hostHere, playerHere } from "./support.ts";

const KEY = "sk-secret-0123456789";
const all = { board: true, fen: true, history: true, legal: true };

/** A stand-in of a vendor, gone with the test, and its model. */
async function vendorHere(provider: ModelSettings["provider"], reply: (question: Question) => Reply) {
  const vendor = await openVendor(reply, KEY);
  onTestFinished(() => vendor[Symbol.asyncDispose]());
  const model: ModelSettings = {
    provider,
    model: "m",
    baseUrl: vendor.url,
    key: "THE_KEY",
    prompt: all,
    price: { input: 2, output: 10 },
  };
  return { vendor, model };
}
const findKey = async () => accept(KEY);
const patience = { ...defaultModelTimeouts, backoffMs: 1 };

test("a player that is a model plays its league, by the other vendor's model where the first fails, and the record says which and why", async () => {
  const host = await hostHere();
  const id = await host.league({ game: "odd-even", options: { rounds: 3 } });
  const first = await vendorHere("anthropic", () => ({ status: 401 }));
  const second = await vendorHere("openai", () => "I think of parity.\nMOVE: 4");
  const models = [first.model, second.model];
  const player = await openPlayer({
    name: "Model",
    strategy: "llm",
    models,
    findKey,
    port: 0,
    log: silentLog,
    tell: () => {},
  });
  onTestFinished(player.close);
  const place = { url: new URL(host.register), agentToken: host.agentToken };
  sure(await player.register(place, id, { playerId: randomUUID(), token: null }));
  const other = await playerHere({ name: "Other" });
  await other.register(host.register, id, host.headers);
  await host.start(id);
  const league = await host.over(id);
  expect(league.standings.map(({ fallbacks }: { fallbacks: number }) => fallbacks)).toEqual([0, 0]);
  const { body: entrant } = await host.person.get(`/api/leagues/${id}/entrants/1`);
  expect(entrant.entrant.capabilities).toBe('{"strategy":"llm","models":["anthropic/m","openai/m"]}');
  const { body: log } = await host.person.get(`/api/games/${league.rounds[0].matches[0].games[0]}/log`);
  const text = JSON.stringify(log).replaceAll("\\", "");
  expect(text).toContain(
    '"answered_by":"openai/m","fallback":"anthropic/m: HTTP status 401: it does not take the key"',
  );
  expect(text).toContain('"tokens":{"input":100,"output":30,"reasoning":10},"cost":0.0005');
  // Each is asked by the game's own words.
  expect(second.vendor.asked[0]?.body).toContain("MOVE: <your move>");
  expect(second.vendor.asked[0]?.body).toMatch(/odd/i);
  expect(text).not.toContain(KEY);
});

/** A model player's answer to a state. */
async function moveOf(models: readonly ModelSettings[], game_state: object, signal = new AbortController().signal) {
  const mover = modelMover(models, { ask: askModel, findKey, patience }, () => 0, silentLog);
  const envelope = { protocol: "league.v1", message_type: "MOVE_REQUEST", league_id: "1", conversation_id: "c" };
  const told = { ...envelope, sender: "referee:r", timestamp: "now", round_number: 1, time_limit: 20 };
  return mover(moveRequest.parse({ ...told, game_state }), signal);
}

test("where no model answers, the move is drawn from the legal ones, and the record says so", async () => {
  const first = await vendorHere("google", () => ({ status: 404 }));
  const second = await vendorHere("anthropic", () => "I had rather not.");
  const models = [first.model, second.model];
  expect(sure(await moveOf(models, { legal_moves: [3, 5] }))).toMatchObject({
    move: "3",
    metadata: {
      answered_by: "random",
      fallback: expect.stringMatching(/^google\/m: HTTP status 404 .*; anthropic\/m: no move in its answer/),
      tokens: { input: 300 },
    },
  });
  expect(second.vendor.asked).toHaveLength(3);
  expect(await moveOf(models, {})).toMatchObject({ ok: false, code: "INVALID_ARGUMENT" });
});

test("a position in another program's form is told to the model as it came, also under the name of a game that is here", async () => {
  const { vendor, model } = await vendorHere("openai-compatible", () => "MOVE: up");
  const states = [
    { game: "snake", maze: "left is a wall", legal_moves: ["up", "left"] },
    { game: "chess", your_role: "white", view: { kind: "chess", maze: "left is a wall" }, legal_moves: ["up"] },
    { game: "odd-even", your_role: "odd", view: "left is a wall", legal_moves: [1, 2, "up"] },
    { game: "snake", maze: "left is a wall" },
  ];
  for (const state of states) {
    expect(sure(await moveOf([model], state))).toMatchObject({
      move: "up",
      metadata: { answered_by: expect.anything() },
    });
    expect(vendor.asked.at(-1)?.body).toContain("left is a wall");
  }
});

test("a move that the rules refuse so often is asked of the next model", async () => {
  const first = await vendorHere("anthropic", () => "MOVE: 9");
  const second = await vendorHere("openai", () => "MOVE: 5");
  const refused = Array.from({ length: 3 }, () => ({ text: "9", reason: "from 1 to 5" }));
  const moved = sure(await moveOf([first.model, second.model], { legal_moves: [3, 5], refused }));
  expect(moved).toMatchObject({
    move: "5",
    metadata: {
      answered_by: "openai/m",
      fallback: "anthropic/m: illegal: 9",
      answer: { text: "MOVE: 5", form: "move-line", choice: "5", finish: "stop" },
    },
  });
  expect(first.vendor.asked).toEqual([]);
});

test("a model is asked no more for a move that was called off", async () => {
  const called = new AbortController();
  const first = await vendorHere("anthropic", () => {
    called.abort();
    return "hang";
  });
  const second = await vendorHere("openai", () => "MOVE: 5");
  const moved = await moveOf([first.model, second.model], { legal_moves: [3] }, called.signal);
  expect(moved).toMatchObject({ ok: false, code: "GAME_OVER" });
  expect(second.vendor.asked).toEqual([]);
});
