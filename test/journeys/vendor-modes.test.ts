import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LeagueReport } from "../../src/shared/leagues.ts";
import { openVendor, type Reply, type Vendor } from "../players/model/vendor.ts";
import { amount } from "../support/full.ts";
import { type HostProcess, startHost } from "../support/host-process.ts";
import { kibitz } from "../support/kibitz.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";

/** A stand-in of a vendor in each way in which one can answer and fail, and what is said of its model then. */

const dir = tempDir();
const data = join(dir.path, "data");
let vendor: Vendor;
let host: HostProcess;

const completion = (message: object, more: object = {}): Reply => ({
  status: 200,
  body: JSON.stringify({
    id: "c",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: "stop" }],
    ...more,
  }),
});
const failing = (status: number, message = "no"): Reply => ({
  status,
  headers: { "retry-after-ms": "1" },
  body: JSON.stringify({ error: { message } }),
});
const call = { id: "1", type: "function", function: { name: "look_up", arguments: "{}" } };

interface Mode {
  readonly reply: (legal: string) => Reply;
  /** Of the league: whether it goes on, with moves of its own or by lot, or is paused. */
  readonly course: "plays" | "by lot" | "paused";
  /** The expected text about the reason. */
  readonly reason?: RegExp;
  /** Whether its vendor tells what it read and wrote. */
  readonly usage: boolean;
}
const modes: Readonly<Record<string, Mode>> = {
  answers: { reply: (legal) => `MOVE: ${legal}`, course: "plays", usage: true },
  prose: { reply: (legal) => `I think that ${legal} is best.\n\n**MOVE:** ${legal}`, course: "plays", usage: true },
  mentions: {
    reply: (legal) => `I think that ${legal} is best, all in all.`,
    course: "by lot",
    reason: /no move in its answer: I think/,
    usage: true,
  },
  "no-usage": { reply: (legal) => completion({ content: `MOVE: ${legal}` }), course: "plays", usage: false },
  illegal: { reply: () => "z9z9", course: "by lot", reason: /illegal: z9z9/, usage: true },
  empty: { reply: () => completion({ content: "" }), course: "by lot", reason: /its answer was empty/, usage: false },
  tool: {
    reply: () => completion({ content: null, tool_calls: [call] }),
    course: "by lot",
    reason: /it called a tool \(look_up\) and said no move/,
    usage: false,
  },
  refuses: { reply: () => "refuse", course: "by lot", reason: /no move in its answer: I cannot help/, usage: true },
  garbage: {
    reply: () => ({ status: 200, headers: { "retry-after-ms": "1" }, body: "<html>" }),
    course: "paused",
    reason: /HTTP status 200/,
    usage: false,
  },
  limit: {
    reply: () => ({ status: 429, headers: { "retry-after": "3600" } }),
    course: "paused",
    reason: /HTTP status 429.*it wants to be asked again in 3600 s/,
    usage: false,
  },
  hang: { reply: () => "hang", course: "by lot", reason: /no answer in/, usage: false },
  broken: {
    reply: () => failing(500),
    course: "paused",
    reason: /HTTP status 500.*it has failed for too long/,
    usage: false,
  },
  "bad-request": {
    reply: () => failing(400, "bad temperature"),
    course: "by lot",
    reason: /HTTP status 400/,
    usage: false,
  },
  "bad-key": {
    reply: () => failing(401),
    course: "paused",
    reason: /HTTP status 401: it does not take the key/,
    usage: false,
  },
  unpaid: { reply: () => failing(402), course: "paused", reason: /HTTP status 402/, usage: false },
  forbidden: {
    reply: () => failing(403),
    course: "paused",
    reason: /HTTP status 403: it does not take the key/,
    usage: false,
  },
  nowhere: { reply: () => failing(404), course: "paused", reason: /HTTP status 404/, usage: false },
  unknown: {
    reply: () => failing(400, "The model m does not exist"),
    course: "paused",
    reason: /HTTP status 400 \(The model m does not exist\)/,
    usage: false,
  },
};

beforeAll(async () => {
  vendor = await openVendor(({ body }) => {
    const [, mode = ""] = /"model":"([\w-]+)"/.exec(body) ?? [];
    const [, legal = ""] = /Your legal moves:\\n(\w+)/.exec(body) ?? [];
    return modes[mode]?.reply(legal) ?? { status: 501 };
  }, "sk-none");
  host = await startHost(data, { THE_KEY: "sk-none", KIBITZ_LOG_LEVEL: "debug" });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await vendor[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

const told = () => ["--allow-key", `THE_KEY@${vendor.url}`, "--data-dir", data];
function fileOf(name: string, entrants: unknown): string {
  const file = join(dir.path, `${name}.json`);
  writeFileSync(file, JSON.stringify(entrants));
  return file;
}
const model = (name: string) => ({
  kind: "llm",
  provider: "openai-compatible",
  model: name,
  name,
  base_url: vendor.url,
  key_env: "THE_KEY",
  price: { input: 2, output: 10 },
});
const dice = { kind: "strategy", strategy: "random", name: "Dice" };
const person = () => personAt(host);
const ratedNames = async (game: string): Promise<readonly string[]> =>
  (await person().get(`/api/ratings?game=${game}`)).body.entries.map(({ name }: { name: string }) => name);

const names = (...courses: readonly Mode["course"][]) =>
  Object.keys(modes).filter((name) => courses.includes(modes[name]?.course ?? "plays"));
/** Each of them starts a program: the usual run takes one of a course, the long one all. */
const oneOfEach = ["answers", "illegal", "limit", "bad-key"];
/** One that never answers uses up the time for each of its moves. */
const limitFor = (name: string): readonly string[] =>
  name === "hang"
    ? ["--move-seconds", "2", "--longest-game", "2"]
    : name === "broken" || name === "garbage"
      ? ["--move-seconds", "1"]
      : [];

test.each([
  ["answer in some way or other", names("plays", "by lot").filter((name) => name !== "hang")],
  ["never answer", ["hang"]],
])("table, rating list, CSV and record say how models moved that %s", async (_, answering) => {
  const csv = join(dir.path, "table.csv");
  const entrants = fileOf("all", [dice, ...answering.map(model)]);
  const rules = ["--format", "gauntlet", "--games-per-match", "2", ...answering.flatMap(limitFor)];
  const args = [...rules, "--entrants", entrants, "--csv", csv, "--json"];
  const { code, out } = await kibitz("league", "--game", "tic-tac-toe", ...args, ...told());
  expect(code).toBe(0);
  const report: LeagueReport = JSON.parse(out);
  const rated = await ratedNames("tic-tac-toe");
  const [head = [], ...rows] = readFileSync(csv, "utf8")
    .split("\r\n")
    .map((line) => line.split(","));
  const matches = report.rounds.flatMap((round) => round.matches);
  for (const name of answering) {
    const { course, reason = /prompt/, usage } = modes[name] ?? { course: null, usage: false };
    const isByLot = course === "by lot";
    const cell = (column: string) => rows.find((row) => row[head.indexOf("name")] === name)?.[head.indexOf(column)];
    expect(
      report.standings.find((each) => each.name === name),
      name,
    ).toMatchObject({
      games_by_lot: isByLot ? 2 : 0,
      rating: isByLot ? { kind: "unknown" } : {},
      tokens_per_move: usage ? { input: expect.any(Number) } : null,
      cost_per_game: usage ? expect.any(Number) : null,
    });
    if (isByLot) expect(report.champion).not.toBe(name);
    expect([rated.includes(name), cell("games_by_lot"), cell("cost_per_game") === ""], name).toEqual([
      !isByLot,
      isByLot ? "2" : "0",
      !usage,
    ]);
    const match = matches.find(({ a, b }) => a === name || b === name);
    const number = match?.match_id.replace(/^.*m/, "");
    const { body } = await person().get(`/api/leagues/${report.league_id}/matches/${number}`);
    expect(JSON.stringify(body)).toMatch(reason);
  }
});

test.each(names("paused").filter((name) => amount(oneOfEach.includes(name), true)))(
  "a model that cannot be asked (“%s”) pauses its league, which is told with exit code 1",
  async (name) => {
    const csv = join(dir.path, `${name}.csv`);
    const entrants = fileOf(name, [model(name), dice]);
    const args = ["--game", "tic-tac-toe", "--entrants", entrants, "--csv", csv, "--json", ...limitFor(name)];
    const { code, out, err } = await kibitz("league", ...args, ...told());
    expect([code, out, err]).toEqual([1, "", expect.stringMatching(modes[name]?.reason ?? /^$/)]);
    expect(existsSync(csv)).toBe(false);
    const [{ league_id }] = (await person().get("/api/leagues")).body.leagues;
    const { status, set_aside, standings } = (await person().get(`/api/leagues/${league_id}`)).body;
    expect([status, set_aside]).toEqual(["paused", expect.stringMatching(modes[name]?.reason ?? /^$/)]);
    expect(standings.map(({ played }: { played: number }) => played)).toEqual([0, 0]);
    expect(await ratedNames("tic-tac-toe")).not.toContain(name);
  },
);

test.each(amount(oneOfEach, Object.keys(modes)))("the model “%s” is measured, or it is said why not", async (name) => {
  const { code, out, err } = await kibitz(
    "measure",
    "--entrant",
    fileOf(`one-${name}`, model(name)),
    "--games",
    "2",
    "--openings",
    join(import.meta.dirname, "../fixtures/short-endings.fen"),
    "--review",
    "0",
    "--json",
    ...limitFor(name),
    ...told(),
  );
  const { course, reason } = modes[name] ?? { course: null };
  if (course === "plays") {
    expect([code, err]).toEqual([0, expect.any(String)]);
    expect(JSON.parse(out)).toMatchObject({ games: 2, rating: { kind: expect.stringMatching(/^(rated|at_)/) } });
    return;
  }
  const unrated = /nothing was measured: 2 of its games are not rated: more than 10 % of a side's/;
  expect([code, out, err]).toEqual([1, "", expect.stringMatching((course === "paused" ? reason : unrated) ?? /^$/)]);
  expect(await ratedNames("chess")).not.toContain(name);
});

test("a model that only fails is neither champion nor rated, and the reason stands where one looks", async () => {
  const entrants = fileOf("failing", [model("answers"), { ...model("bad-request"), name: "failing" }]);
  const league = await kibitz("league", "--game", "tic-tac-toe", "--entrants", entrants, ...told());
  expect(league.code).toBe(0);
  expect(league.out).toMatch(/failing: 1 game by lot, not rated/);
  const [{ league_id }] = (await person().get("/api/leagues")).body.leagues;
  const report = (await person().get(`/api/leagues/${league_id}`)).body;
  expect(report.champion).not.toBe("failing");
  expect(await ratedNames("tic-tac-toe")).not.toContain("failing");
  const [{ games }] = report.rounds[0].matches;
  const { number } = report.field.find(({ name }: { name: string }) => name === "failing");
  const places = [
    // The record of the game, the page of the entrant, the match in both of its forms, and the host's log.
    (await person().get(`/api/games/${games[0]}/log`)).body,
    (await person().get(`/api/leagues/${league_id}/entrants/${number}`)).body,
    (await person().get(`/api/leagues/${league_id}/matches/1`)).body.games,
    (await kibitz("league", "show", league_id, "--match", "1", "--data-dir", data)).out,
    host
      .log()
      .split("\n")
      .filter((line) => line.includes(games[0])),
  ];
  for (const place of places) expect(JSON.stringify(place)).toMatch(/HTTP status 400/);
});

describe("the league decides about a move that no answer brought", () => {
  const play = async (name: string, ...more: readonly string[]) => {
    const entrants = fileOf(`said-${name}`, [model(name), dice]);
    const args = ["league", "--game", "tic-tac-toe", "--entrants", entrants, "--json", ...more];
    const { code, out, err } = await kibitz(...args, ...told());
    return { code, err, report: out === "" ? null : (JSON.parse(out) as LeagueReport) };
  };

  test("a plan says what is played, sent and paid at most, and makes no league", async () => {
    const entrants = fileOf("plan", [{ ...model("answers"), seed: 7, thinking_tokens: 9 }, dice]);
    const before = await person().get("/api/leagues");
    const plan = ["league", "--game", "tic-tac-toe", "--entrants", entrants, "--plan", ...told()];
    const { code, out, err } = await kibitz(...plan);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(
      /^2 entrants, 1 round, 1 game: about \d+ seconds\.\nanswers is sent \{"seed":7\} with each prompt\.\n/,
    );
    expect(out).toMatch(
      /\nanswers: thinking_tokens is not sent\.\nIts models cost at most about \$\d+\.\d\d, with all tries for each move\.\n$/,
    );
    expect(JSON.parse((await kibitz(...plan, "--json")).out)).toMatchObject({
      games: 1,
      models: [{ name: "answers" }],
    });
    expect((await person().get("/api/leagues")).body).toEqual(before.body);
  });

  test("a model that brings no move loses its game where the league says so, and is not rated", async () => {
    const { code, report } = await play("illegal", "--on-failure", "forfeit", "--missed-move", "random");
    expect(code).toBe(0);
    expect(report).toMatchObject({ champion: "Dice", settings: { on_failure: "forfeit" } });
    expect(report?.rounds[0]?.matches[0]).toMatchObject({ winner: "Dice", termination: "forfeit" });
    expect(await ratedNames("tic-tac-toe")).not.toContain("illegal");
    const shown = await kibitz("league", "show", report?.league_id ?? "", "--match", "1", "--data-dir", data);
    expect(shown.out).toContain("illegal: z9z9; the game is lost");
  });

  test("a league waits for the person where a model brings no move and the league says so", async () => {
    const { code, err } = await play("empty", "--on-failure", "pause");
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/“empty” cannot play: its answer was empty.*kibitz league --resume \d+/),
    ]);
  });

  test("a league whose budget is spent is paused, and with a larger one goes on to its end", async () => {
    const { code, err } = await play("answers", "--games-per-match", "4", "--max-tokens", "300", "--max-cost", "9");
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/The budget is spent: its models have used 390 of 300 tokens\./),
    ]);
    const [, id = ""] = /league (\d+) is paused/.exec(err) ?? [];
    const again = await kibitz("league", "--resume", id, "--data-dir", data);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining("390 of 300 tokens")]);
    const larger = ["--max-tokens", "100000", "--max-cost", "5.5", "--json"];
    const done = await kibitz("league", "--resume", id, ...larger, "--data-dir", data);
    expect(done.code).toBe(0);
    expect(JSON.parse(done.out)).toMatchObject({
      league_id: id,
      status: "complete",
      settings: { max_tokens: 100_000, max_cost: 5.5 },
    });
  });
});
