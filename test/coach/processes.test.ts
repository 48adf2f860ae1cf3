import { expect, test } from "vitest";
import { type Line, startShim } from "../shim/shim-process.ts";
import { startHost } from "../support/host-process.ts";
import { personAt } from "../support/person.ts";
import { answerOf, taskClient } from "../support/tasks.ts";
import { tempDir } from "../support/temp-dir.ts";

/** The person wakes their assistant, as its MCP host runs it, by one click at a finished game. */

const pgn = '[White "Ada"]\n[Black "Grace"]\n\n1. e4 e5 2. Nf3 Qg5 3. Nc3 Nc6 4. d3 1-0';

test("over the shim, an assistant is woken for a walk, asks, hears the answer, and waits for the next; once closed, it is not", async () => {
  using dir = tempDir();
  await using host = await startHost(dir.path);
  const person = personAt(host);
  const shim = startShim(dir.path, {}, ["--toolsets", "play,entrant,coach"]);
  const coach = taskClient(async (body) => {
    const { method, params, id }: { method: string; params: object; id: string } = JSON.parse(JSON.stringify(body));
    const { result, error }: Line = await shim.ask(method, params, id);
    return { ...(result ? { result } : {}), ...(error ? { error } : {}) };
  });
  const id: string = (await person.post("/api/import", { pgn })).body.game_id;
  const { version: _, ...lines } = (await person.get(`/api/games/${id}/lines`)).body;
  expect((await person.put(`/api/coach/${id}`, { lines })).status).toBe(200);
  const begins = async () => (await person.post(`/api/coach/${id}/walks`)).body;
  const wait = async (args: object) => {
    const { result } = await coach.call("askOnBoard", { ...args });
    expect(result).toMatchObject({ status: "working" });
    return String(result.taskId);
  };
  const answer = async (taskId: string) => answerOf(await coach.until(taskId, "completed")).data;

  expect(await begins()).toEqual({ begins: false });
  const first = await wait({ walk: true });
  const [click, walk] = await Promise.all([begins(), answer(first)]);
  expect(click).toEqual({ begins: true });
  expect(walk).toMatchObject({ status: "walk", game_id: id, next_action: { tool: "lookAtBoard" } });

  const look = answerOf(await coach.call("lookAtBoard", { game_id: id, at: 4 })).data;
  expect(look).toMatchObject({ at: { place: 4, move: "2… Qg5" } });
  const question = await wait({ game_id: id, at: 4, question: "What now?" });
  expect((await person.post(`/api/coach/${id}/answers`, { question: 1, move: "f3g5" })).status).toBe(200);
  expect(await answer(question)).toMatchObject({ status: "answered", answer: "Nxg5" });

  await wait({ walk: true });
  shim.kill();
  await shim.exited;
  await expect.poll(begins).toEqual({ begins: false });
});
