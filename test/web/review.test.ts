import { once } from "node:events";
import { expect, test } from "vitest";
import { accept, refuse } from "../../src/shared/result.ts";
import { openWeb, tokens } from "./support.ts";

test("a review that nobody waits for any more is called off, and nothing further is looked at", async () => {
  const looks: AbortSignal[] = [];
  const third = Promise.withResolvers<AbortSignal>();
  await using web = await openWeb(undefined, undefined, async (_start, _moves, signal) => {
    looks.push(signal);
    if (looks.length < 3) return accept({ depth: 1, score: { kind: "cp", value: 0 }, line: [] });
    third.resolve(signal);
    // As the engine does: it thinks until it is stopped.
    if (!signal.aborted) await once(signal, "abort");
    return refuse("GAME_OVER", "Nobody waits");
  });
  const { body } = await web.person.post("/api/import", { pgn: "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0" });
  const reader = new AbortController();
  const response = await fetch(`${web.url}/api/games/${body.game_id}/review`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokens.personToken}`, "content-type": "application/json" },
    body: "{}",
    signal: reader.signal,
  });
  expect(response.status).toBe(200);
  const signal = await third.promise;
  reader.abort();
  await expect.poll(() => signal.aborted).toBe(true);
  expect(looks).toHaveLength(3);
  expect((await web.person.get(`/api/games/${body.game_id}/review`)).body).toBeNull();
});
