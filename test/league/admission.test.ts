import { expect, test } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { leagueRequest, planLeague } from "../../src/main/league/request.ts";
import { openLeagueServices } from "../../src/main/league/services.ts";
import { createEndpoints } from "../../src/main/league-v1/endpoints.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { nothingKnown } from "../../src/main/views/league/league-view.ts";
import { accept, refuse } from "../../src/shared/result.ts";
import { openGames, sure } from "../live-games/support.ts";
import { leagueDetail } from "./at-once.ts";
import { nobodyElse } from "./support.ts";

const random = { kind: "strategy", strategy: "random" };
const price = { input: 3, output: 15 };
const model = { kind: "llm", name: "Claude", provider: "anthropic", model: "claude-x", price };

test("the needs of a model or an engine are checked when it is named and again before the start, and nothing is played without them", async () => {
  const store = openSqliteStore(":memory:");
  await using place = openGames(() => store, { now: Date.now });
  const common = { log: silentLog, now: Date.now, random: () => 0.5 };
  const keys = new Map([["WORK_KEY", "k"]]);
  const endpoints = createEndpoints({ ...common, allowlist: () => [] });
  const findKey = async (name: string) => {
    const key = keys.get(name);
    return key === undefined ? refuse("INVALID_ARGUMENT", `there is no key ${name}`) : accept(key);
  };
  const wrong = 'options: UCI_Elo takes a whole number from 1350 to 2850, not "1320"';
  const tryEngine = async () => refuse("INVALID_ARGUMENT", wrong);
  const players = { endpoints, findKey, engines: () => ["Mine"], tryEngine };
  const { games } = place;
  const league = openLeagueServices({ ...common, ...nobodyElse, store, games, secret: "secret", players });
  const make = (entrant: object, more: object = {}) => {
    const request = { name: "Cup", game: "chess", entrants: [random, entrant], seed: 1, ...more };
    return league.admission.create(planLeague(leagueRequest.parse(request), () => 0.5));
  };
  const refusals = [
    [
      model,
      /entrants\.1: key_env: there is no key ANTHROPIC_API_KEY\. claude-x needs one: set that environment variable/,
    ],
    [
      { ...model, key_env: "PLAY_KEY" },
      /entrants\.1: key_env: PLAY_KEY would be sent to https:\/\/api\.anthropic\.com, .*allow_keys.*PLAY_KEY@https:\/\/api\.anthropic\.com/,
    ],
    [
      { ...model, base_url: "https://evil.example/v1" },
      /entrants\.1: base_url: ANTHROPIC_API_KEY would be sent to https:\/\/evil\.example, /,
    ],
    [
      { ...model, provider: "openai-compatible", base_url: "http://10.1.1.1", key_env: "HOME" },
      /entrants\.1: key_env: HOME would be sent to http:\/\/10\.1\.1\.1, /,
    ],
    [{ kind: "computer", engine: "Yours" }, /entrants\.1: engine: there is no engine "Yours"\. There are: Mine/],
    [{ kind: "endpoint", endpoint: "http://10.0.0.9/mcp" }, /entrants\.1: endpoint: 10\.0\.0\.9 is not an address/],
  ] as const;
  for (const [entrant, message] of refusals)
    expect(await make(entrant)).toMatchObject({
      ok: false,
      code: "INVALID_ARGUMENT",
      message: expect.stringMatching(message),
    });
  expect((await league.leagues.list({ status: "all", limit: 9, after: null })).leagues).toEqual([]);

  const keyed = { ...model, key_env: "WORK_KEY", temperature: 0.5, seed: 7, prompt: { board: false, legal: false } };
  const allow_keys = ["WORK_KEY@https://api.anthropic.com/v1"];
  const made = sure(
    await make(keyed, { allow_keys, missed_move: "random", adjudication: { resign: { score: 600, moves: 4 } } }),
  );
  const { id } = made.league;
  keys.clear();
  const started = await league.admission.start(id);
  expect(started).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^“Claude”: key_env: there is no key WORK_KEY/),
  });
  const strict = sure(await make({ kind: "computer", engine: "Mine" })).league.id;
  expect(await league.admission.start(strict)).toMatchObject({
    ok: false,
    message: `“Mine”: ${wrong}`,
  });
  const still = sure(await league.leagues.get(id));
  expect(still.league).toMatchObject({ status: "ready", round: 0, current: [] });
  expect(games.unfinished()).toEqual([]);

  // A report has all that is played under, and how everybody is set up; not where the key is.
  const report = leagueDetail(still, nothingKnown);
  expect(report.settings).toEqual({
    unlimited: true,
    options: {},
    games_per_match: 1,
    best_of: false,
    rounds: null,
    points: { win: 1, draw: 0.5, loss: 0 },
    clock: null,
    move_seconds: 300,
    concurrency: 4,
    legal_moves: "shown",
    max_illegal: null,
    longest_game: null,
    byes: [],
    forbidden_pairs: [],
    decider: null,
    late_entries: null,
    tie_breaks: ["DE", "SB", "WIN"],
    missed_move: "random",
    most_by_lot: 0.1,
    on_failure: "random",
    max_cost: null,
    max_tokens: null,
    openings: null,
    invite_seconds: 120,
    misses: 3,
    max_entrants: 362,
    sprt: null,
    adjudication: { resign: { score: 600, moves: 4 }, draw: null },
    measure: null,
  });
  expect(report.field.map(({ plays }) => plays)).toEqual([
    null,
    expect.stringMatching(
      /^anthropic claude-x; told of FEN, history; temperature 0\.5; seed 7; temperature is not sent; seed is not sent; The model "claude-x" is unknown.*; temperature is not supported by claude-x.*; \$3 in and \$15 out for a million tokens$/,
    ),
  ]);
  expect(JSON.stringify(report)).not.toContain("WORK_KEY");
  await league.close();
  await endpoints.close();
});
