import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectDir } from "../support/host-process.ts";
import { openWeb, tokens } from "./support.ts";

/** Every request of docs/api.md, refused: with a status of 400 or more, and the error as JSON. */

let web: Awaited<ReturnType<typeof openWeb>>;
beforeAll(async () => {
  web = await openWeb();
});
afterAll(() => web[Symbol.asyncDispose]());

/** The requests in the first cells of the tables; a word alone is the last part of the path before it. */
const documented = [...readFileSync(join(projectDir, "docs/api.md"), "utf8").matchAll(/^\| (`[^|]*?) \|/gm)].flatMap(
  ([, cell = ""]) => {
    let [method, path] = ["GET", ""];
    return [...cell.matchAll(/`(?:([A-Z]+) )?([^`]+)`/g)].map(([, named, told = ""]) => {
      [method, path] = [named ?? method, told.startsWith("/") ? told : path.replace(/[^/]+$/, told)];
      return { method, path };
    });
  },
);
const parts: Readonly<Record<string, string>> = { seat: "white", number: "1", round: "1" };
const ask = (method: string, path: string, token: string | null, body?: unknown) => {
  const [route, query] = path.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? "nowhere").split("?");
  return fetch(`${web.url}${route}${query === undefined ? "" : `?${query}`}`, {
    method,
    headers: token === null ? {} : { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(method === "POST" || method === "PUT" ? { body: JSON.stringify(body ?? { nonsense: 1 }) } : {}),
  });
};
/** A query that no route takes. */
const nonsense = "?order=x&limit=x&ply=x&after=x&after_round=x&game=x";
/** Requests that can be refused for want of a token alone: they take nothing, or nothing is wrong for them. */
const takesAnything = [
  "GET /api/events",
  "GET /healthz",
  "GET /metrics",
  "GET /api/status",
  "GET /api/settings",
  "GET /api/engines",
  "GET /api/keys",
  "GET /api/connect",
  "GET /api/invitations",
  "GET /api/leagues/choices",
  "GET /api/practice",
  "GET /api/practice/statistics",
  "POST /api/sign-in/codes",
  // A board that nobody shares is none, and its end has come.
  "GET /api/coach/{id}",
  "DELETE /api/coach/{id}",
  // A key that is not there is forgotten already.
  "DELETE /api/keys/{name}",
];

test("the requests of the documents are found", () => {
  expect(documented.length).toBeGreaterThan(70);
  const all = documented.map(({ method, path }) => `${method} ${path}`);
  for (const one of ["POST /api/games/{id}/draw", "GET /metrics", "DELETE /api/keys/{name}", ...takesAnything])
    expect(all).toContain(one);
});

test.each(documented)("a wrong $method $path is refused with an error as JSON", async ({ method, path }) => {
  const signsIn = /sign-in\/(proof|session)/.test(path);
  if (!signsIn)
    for (const [token, status] of [
      [null, 401],
      [tokens.agentToken, 403],
    ] as const) {
      const response = await ask(method, path, token);
      expect(response.status).toBe(status);
      await response.text();
    }
  if (takesAnything.includes(`${method} ${path}`)) return;
  const response = await ask(method, `${path}${method === "GET" ? nonsense : ""}`, tokens.personToken);
  const text = await response.text();
  expect(response.status, text).toBeGreaterThanOrEqual(400);
  expect(response.status, text).toBeLessThan(500);
  expect(response.headers.get("content-type")).toContain("application/json");
  expect(JSON.parse(text)).toEqual({
    error: { code: expect.stringMatching(/^[A-Z_]+$/), message: expect.any(String) },
  });
});

test("a refusal after long work has a status as well: programs that are no engine, and an engine that fails", async () => {
  const { person } = web;
  const silent = { name: "Silent", path: process.execPath, args: ["-e", "0"] };
  const unknown = { ...silent, args: [join(projectDir, "test/players/uci/first-engine.ts")], options: { Odd: "1" } };
  const start = { game: "chess", moves: ["e2e4"] };
  const players = { white: { kind: "human" }, black: { kind: "human" } };
  const { game_id } = (await person.post("/api/games", { players })).body;
  await person.post(`/api/games/${game_id}/moves`, { move: "e4" });
  await person.post(`/api/games/${game_id}/resign`);
  const game = `/api/games/${game_id}`;
  for (const [refused, status, code] of [
    [await person.post("/api/engines", silent), 503, "ENGINE_FAILED"],
    [await person.post("/api/engines", unknown), 400, "INVALID_ARGUMENT"],
    [await person.post("/api/analysis", start), 503, "ENGINE_FAILED"],
    [await person.get(`${game}/analysis?ply=1`), 503, "ENGINE_FAILED"],
    [await person.post(`${game}/review`, {}), 503, "ENGINE_FAILED"],
  ] as const)
    expect(refused).toMatchObject({ status, body: { error: { code } } });
});
