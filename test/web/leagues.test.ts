import { setImmediate as nextPass } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { definitionOf } from "../../src/games/register.ts";
import { personAt } from "../support/person.ts";
import { openWeb, tokens } from "./support.ts";

const levels = (...of: readonly number[]) => of.map((level) => ({ kind: "computer", level }));

describe("a league that is being set up", () => {
  test.each([
    ["everyone once", { entrants: levels(1, 2, 3, 4) }, { entrants: 4, rounds: 3, matches: 6, games: 6 }],
    [
      "pairs, twice, with two agents who are still to come",
      { entrants: levels(1, 2, 3), agents: 2, format: "double-round-robin", games_per_match: 2 },
      { entrants: 5, rounds: 10, matches: 20, games: 40 },
    ],
    ["one against the others", { entrants: levels(1, 2, 3), format: "gauntlet" }, { rounds: 2, matches: 2 }],
    ["a knockout of six", { format: "knockout", agents: 6 }, { rounds: 3, matches: 5 }],
    ["Swiss", { format: "swiss", players: 9, strategy: "random", rounds: 4 }, { rounds: 4, matches: 16 }],
    [
      "Swiss, most of it agents who are still to come",
      { entrants: levels(1, 2), agents: 6, max_entrants: 8, format: "swiss", rounds: 5 },
      { entrants: 8, rounds: 5, matches: 20 },
    ],
  ])("a league that is being set up is said to be what it will be: %s", async (_, request, planned) => {
    await using web = await openWeb();
    const { status, body } = await web.person.post("/api/leagues/plan", request);
    expect(body).toMatchObject(planned);
    expect(status).toBe(200);
    expect(body.seconds).toBeGreaterThan(0);
    // Nothing was made.
    expect((await web.person.get("/api/leagues")).body.leagues).toEqual([]);
  });

  test("a league that is being set up is said to have what its games have", async () => {
    await using web = await openWeb();
    const planned = async (game: string) => (await web.person.post("/api/leagues/plan", { game, agents: 2 })).body;
    expect(await planned("chess")).toMatchObject({ pgn: true, review: true });
    expect(await planned("othello")).toMatchObject({ pgn: true, review: false });
    expect(await planned("odd-even")).toMatchObject({ pgn: false, review: false });
  });

  test("a league that is being set up says what its models are sent, and what of their settings is not", async () => {
    await using web = await openWeb();
    const local = { kind: "llm", provider: "openai-compatible", model: "m", base_url: "http://127.0.0.1:1/v1" };
    const entrants = [{ ...local, name: "A", seed: 7, thinking_tokens: 5 }, { ...local, name: "B" }, ...levels(1)];
    const { body } = await web.person.post("/api/leagues/plan", { entrants });
    expect(body.models).toMatchObject([
      { name: "A", sent: '{"seed":7}', notes: ["thinking_tokens is not sent"] },
      { name: "B", sent: "{}", notes: [] },
    ]);
  });

  test("a league that is being set up says what its models cost at most, and no more than it may cost", async () => {
    await using web = await openWeb();
    const local = { kind: "llm", provider: "openai-compatible", base_url: "http://127.0.0.1:1/v1" };
    const short = { ...local, model: "short", price: { input: 3, output: 15 }, max_output_tokens: 1_000 };
    const free = { ...local, model: "free", price: { input: 1, output: 2 } };
    const plan = { game: "tic-tac-toe", games_per_match: 2, entrants: [short, free] };
    const most = async (more: object = {}) =>
      (await web.person.post("/api/leagues/plan", { ...plan, ...more })).body.most_cost;
    // Two games of four moves of each side, three tries for each.
    const [ofShort, ofFree] = [(1_000 * 3 + 1_000 * 15) / 1e6, (1_000 * 1 + 16_000 * 2) / 1e6];
    expect(await most()).toBeCloseTo(2 * 4 * 3 * (ofShort + ofFree), 9);
    expect(await most({ longest_game: 2 })).toBeCloseTo(2 * 2 * 3 * (ofShort + ofFree), 9);
    expect(await most({ max_cost: 0.5 })).toBe(0.5);
    // The dearest may play all games; the other's place is a strategy's.
    const dice = { kind: "strategy", strategy: "random" };
    expect(await most({ entrants: [free, dice, { ...dice, name: "Dice" }] })).toBeCloseTo(6 * 4 * 3 * ofFree, 9);
    expect(await most({ entrants: levels(1, 2) })).toBe(0);
  });

  test("a measurement that is still to begin says how many games it has at most, and what its model costs at most", async () => {
    await using web = await openWeb();
    const local = { kind: "llm", provider: "openai-compatible", base_url: "http://127.0.0.1:1/v1", model: "m" };
    const wanted = { game: "chess", games: 10, entrants: [{ ...local, price: { input: 1, output: 2 } }] };
    const { body } = await web.person.post("/api/leagues/measure/plan", wanted);
    expect(body).toMatchObject({ games: 10, models: [{ name: "m" }] });
    const answers = 10 * Math.ceil(definitionOf("chess").usualPlies({}) / 2) * 3;
    expect(body.most_cost).toBeCloseTo((answers * (1_000 * 1 + 16_000 * 2)) / 1e6, 9);
    expect((await web.person.get("/api/leagues")).body.leagues).toEqual([]);
  });

  test("a league that is being set up takes longer with those who think in words, and no longer than its clocks let it", async () => {
    await using web = await openWeb();
    const seconds = async (request: object) => (await web.person.post("/api/leagues/plan", request)).body.seconds;
    const [quick, slow] = [await seconds({ entrants: levels(1, 2) }), await seconds({ agents: 2 })];
    expect(slow).toBeGreaterThan(10 * quick);
    expect(await seconds({ agents: 2, clock: { initial_seconds: 60 } })).toBe(120);
  });

  test("a league that is being set up plays its openings through while others have their turns", async () => {
    await using web = await openWeb();
    const text = `${"Nf3 Nf6 Ng1 Ng8 ".repeat(10)}*\n`.repeat(200);
    let isDone = false;
    const asked = web.person.post("/api/leagues/plan", { agents: 2, openings: { text } }).finally(() => {
      isDone = true;
    });
    let turns = 0;
    for (; !isDone; turns += 1) await nextPass();
    expect((await asked).status).toBe(200);
    // Of some ten milliseconds each, however many those are here; played in one go, it would be a handful.
    expect(turns).toBeGreaterThan(12);
  });

  test("a league that is being set up names the field that is wrong", async () => {
    await using web = await openWeb();
    for (const [request, message] of [
      [{ agents: 1 }, /^entrants: .*at least two/],
      [{ agents: 4, concurrency: 0 }, /^concurrency: takes at least 1/],
      [{ agents: 4, format: "swiss", rounds: 5 }, /^rounds: a Swiss league of 4 has 4 at most/],
      [{ entrants: levels(1, 2, 3), format: "swiss", rounds: 4 }, /^rounds: a Swiss league of 3 has 3 at most/],
      [{ agents: 4, points: { win: 0, draw: 0, loss: 0 } }, /^points: a win must be worth more than a draw/],
      [{ agents: 4, options: { fen: "x" } }, /^fen: |^options of chess: fen|FEN/],
      [{ entrants: [{ kind: "strategy", strategy: "best" }], agents: 1 }, /^entrants\.0: .*random/],
      [{ entrants: [{ kind: "computer", engine: "Mine" }], agents: 1 }, /^entrants\.0: engine: there is no engine/],
    ] as const) {
      const { status, body } = await web.person.post("/api/leagues/plan", request);
      expect(body.error?.message).toMatch(message);
      expect(status).toBe(400);
    }
  });

  test("a league that is being set up can be made of each game's strategies", async () => {
    await using web = await openWeb();
    const { body } = await web.person.get("/api/leagues/choices");
    expect(body.games).toContainEqual({
      game: "tic-tac-toe",
      strategies: ["perfect", "random"],
      openings: false,
      points: { win: 3, draw: 1, loss: 0 },
    });
  });
});

describe("the page of a league", () => {
  test("the page of a league has who came, what was agreed, and the prompt to join for as long as one can", async () => {
    await using web = await openWeb();
    const { person } = web;
    const { body: made } = await person.post("/api/leagues", {
      game: "odd-even",
      entrants: [
        { kind: "strategy", strategy: "random" },
        { kind: "strategy", strategy: "pattern", name: "Sly" },
      ],
      clock: { initial_seconds: 60 },
      seed: 5,
    });
    expect(made).toMatchObject({
      field: [
        { number: 1, name: "random", kind: "strategy", status: "registered", plays: null },
        { number: 2, name: "Sly", plays: "pattern" },
      ],
      settings: { clock: { initial_seconds: 60, increment_seconds: 0 }, games_per_match: 1, concurrency: 4 },
      seed: 5,
      started_at: null,
    });
    expect(made.join_prompt).toContain(`joinLeague with league_id "${made.league_id}"`);
    const { body: started } = await person.post(`/api/leagues/${made.league_id}/start`);
    expect(started).toMatchObject({ join_prompt: null, status: "running" });
    expect(started.started_at).not.toBe(null);
    const { body: sly } = await person.get(`/api/leagues/${made.league_id}/entrants/2`);
    expect(sly).toMatchObject({ entrant: { name: "Sly" }, standing: { played: 0 }, game: "odd-even" });
    expect((await person.get(`/api/leagues/${made.league_id}/entrants/3`)).status).toBe(400);
    expect(await person.get(`/api/leagues/${made.league_id}/replay`)).toMatchObject({
      status: 400,
      body: { error: { message: "No game of this league is over yet" } },
    });
    await person.post(`/api/leagues/${made.league_id}/cancel`);
  });

  test("the page of a league tells of a knockout how many matches it has, those that are still to be paired as well", async () => {
    await using web = await openWeb();
    const started = async (players: number) => {
      const request = { game: "odd-even", format: "knockout", players, strategy: "random" };
      const { body } = await web.person.post("/api/leagues", request);
      return (await web.person.post(`/api/leagues/${body.league_id}/start`)).body;
    };
    expect(await started(8)).toMatchObject({ rounds_total: 3, matches_over: 0, matches_total: 7 });
    // Two of them have a bye.
    expect(await started(6)).toMatchObject({ rounds_total: 3, matches_over: 0, matches_total: 5 });
  });
});

describe("an entrant of a league that has not begun", () => {
  const agents = (...names: readonly string[]) => names.map((name) => ({ kind: "agent", name }));
  const takeOut = ({ url }: { url: string }, id: string, number: number, token = tokens.personToken) =>
    personAt({ url, token }).delete(`/api/leagues/${id}/entrants/${number}`);
  const statuses = ({ field }: { readonly field: readonly { readonly name: string; readonly status: string }[] }) =>
    field.map(({ name, status }) => `${name} ${status}`);

  test("an entrant of a league that has not begun is taken out by the person alone, and can come again", async () => {
    await using web = await openWeb();
    const { person } = web;
    const { league_id } = (await person.post("/api/leagues", { entrants: agents("Ada", "Bool", "Church") })).body;
    const refused = await takeOut(web, league_id, 2, tokens.agentToken);
    expect(refused).toMatchObject({ status: 403, body: expect.stringMatching(/^Refused/) });
    expect(await takeOut(web, league_id, 2)).toMatchObject({ status: 200, body: { status: "ready", entrants: 2 } });
    // The second time is no news.
    const { body } = await takeOut(web, league_id, 2);
    expect(statuses(body)).toEqual(["Ada registered", "Bool out", "Church registered"]);
    expect((await takeOut(web, league_id, 4)).body.error).toMatchObject({
      code: "INVALID_ARGUMENT",
      message: `League ${league_id} has no entrant 4`,
    });
    expect((await takeOut(web, league_id, 3)).body.status).toBe("registration_open");
    await person.post(`/api/leagues/${league_id}/pause`);
    await takeOut(web, league_id, 1);
    expect((await person.post(`/api/leagues/${league_id}/resume`)).body.status).toBe("registration_open");
  });

  test("an entrant of a league that has not begun stays once the league has begun, with a word on what can be done", async () => {
    await using web = await openWeb();
    const { person } = web;
    const entrants = [5, 6].map((level) => ({ kind: "computer", level }));
    const { league_id } = (await person.post("/api/leagues", { game: "chess", entrants })).body;
    await person.post(`/api/leagues/${league_id}/start`);
    for (const command of ["pause", "cancel"]) {
      await person.post(`/api/leagues/${league_id}/${command}`);
      const refused = await takeOut(web, league_id, 1);
      expect(refused).toMatchObject({ status: 409, body: { error: { code: "LEAGUE_CLOSED" } } });
      if (command === "pause")
        expect(refused.body.error.message).toMatch(/has begun.* forfeits its matches.* after 3 in a row.* cancel/);
    }
  });

  test("an entrant of a league that has not begun stays where a measurement or a sequential test is about it", async () => {
    await using web = await openWeb();
    const { person } = web;
    const dice = { kind: "strategy", strategy: "random", name: "Dice" };
    const measured = (await person.post("/api/leagues/measure", { entrants: [dice] })).body;
    const can = ({ field }: typeof measured) =>
      field.filter((each: { can_take_out: boolean }) => each.can_take_out).map((each: { name: string }) => each.name);
    expect(can(measured)).toEqual(["Dice"]);
    const level = await takeOut(web, measured.league_id, 3);
    expect(level.body.error).toMatchObject({ code: "INVALID_ARGUMENT", message: expect.stringContaining("levels") });
    expect((await takeOut(web, measured.league_id, 14)).status).toBe(200);
    const started = await person.post(`/api/leagues/${measured.league_id}/start`);
    expect(started.body.error.message).toMatch(/^The player to be measured/);

    const sprt = { elo0: 0, elo1: 20 };
    const test = { entrants: agents("New", "Old", "Odd"), games_per_match: 2, sprt };
    const compared = (await person.post("/api/leagues", test)).body;
    expect(can(compared)).toEqual(["Old", "Odd"]);
    const first = await takeOut(web, compared.league_id, 1);
    expect(first.body.error.message).toMatch(/how much stronger “New” is/);
    expect((await takeOut(web, compared.league_id, 2)).status).toBe(200);
    expect((await person.post(`/api/leagues/${compared.league_id}/start`)).body.status).toBe("running");
  });
});

test("a league that is over is deleted from the lists and restored, and one that goes on is not", async () => {
  await using web = await openWeb();
  const { person } = web;
  const { league_id } = (await person.post("/api/leagues", { name: "Trial", entrants: levels(1, 2) })).body;
  const listed = async (status: string) =>
    (await person.get(`/api/leagues?status=${status}`)).body.leagues.map(({ name }: { name: string }) => name);
  expect((await person.delete(`/api/leagues/${league_id}`)).body.error).toMatchObject({
    code: "INVALID_ARGUMENT",
    message: `League ${league_id} is still going on. Cancel it before you delete it`,
  });
  await person.post(`/api/leagues/${league_id}/cancel`);
  expect((await person.delete(`/api/leagues/${league_id}`)).body).toMatchObject({ deleted: true, status: "cancelled" });
  expect([await listed("all"), await listed("finished"), await listed("deleted")]).toEqual([[], [], ["Trial"]]);
  // Its page is still there, and the second time is no news.
  expect((await person.delete(`/api/leagues/${league_id}`)).status).toBe(200);
  expect((await person.get(`/api/leagues/${league_id}`)).body.deleted).toBe(true);
  expect((await person.post(`/api/leagues/${league_id}/restore`)).body.deleted).toBe(false);
  expect([await listed("all"), await listed("deleted")]).toEqual([["Trial"], []]);
});

test("a place is given a new token by the person alone, and only one that an agent has come to", async () => {
  await using web = await openWeb();
  const { person } = web;
  const { league_id } = (
    await person.post("/api/leagues", { entrants: [...levels(1), { kind: "agent", name: "Ada" }] })
  ).body;
  const reissue = (number: number, at = person) => at.post(`/api/leagues/${league_id}/entrants/${number}/reissue`);
  expect((await reissue(2)).body.error.message).toMatch(
    /^“Ada” needs no token in league \d+: only an agent that has come/,
  );
  const joined = await web.league.lobby.join(league_id, "Ada", undefined);
  if (!joined.ok) throw new Error(joined.message);
  expect(await reissue(2, personAt({ url: web.url, token: tokens.agentToken }))).toMatchObject({ status: 403 });
  const { entrant_token, prompt } = (await reissue(2)).body;
  expect(prompt).toContain(`call waitForNextMatch with league_id "${league_id}" and entrant_token "${entrant_token}"`);
  const first = web.league.entrantTokens.tokenOf({ league: league_id, number: 2 });
  expect(await web.league.lobby.entrantIn(league_id, first)).toMatchObject({ code: "ENTRANT_REQUIRED" });
  expect(await web.league.lobby.join(league_id, "Ada", first)).toMatchObject({ code: "ENTRANT_REQUIRED" });
  expect(await web.league.lobby.entrantIn(league_id, entrant_token)).toMatchObject({ ok: true });
  // Nor is it good for the same identity in another league.
  const other = (await person.post("/api/leagues", { entrants: levels(1) })).body.league_id;
  expect(await web.league.lobby.join(other, "Ada", first)).toMatchObject({ code: "ENTRANT_REQUIRED" });
  for (const [number, message] of [
    [1, "needs no token"],
    [3, "has no entrant 3"],
  ] as const)
    expect((await reissue(number)).body.error.message).toContain(message);
});

test("the PGN of a league names it, and the round and the game of each match", async () => {
  await using web = await openWeb();
  const { person } = web;
  const played = async (request: object) => {
    const league = { name: 'Spring "Open"', entrants: [{ kind: "human" }, ...levels(1)], ...request };
    const { league_id } = (await person.post("/api/leagues", league)).body;
    await person.post(`/api/leagues/${league_id}/start`);
    for (const _ of [1, 2]) {
      const { game_id } = (await person.post(`/api/leagues/${league_id}/entrants/1/come`)).body;
      await person.post(`/api/games/${game_id}/resign`);
    }
    const { body } = await person.get(`/api/leagues/${league_id}/pgn`);
    return body.match(/^\[(?:Event|Round) .*\]$/gm);
  };
  const event = String.raw`[Event "Spring \"Open\""]`;
  expect(await played({ rounds: 2 })).toEqual([event, '[Round "1"]', event, '[Round "2"]']);
  expect(await played({ games_per_match: 2 })).toEqual([event, '[Round "1.1"]', event, '[Round "1.2"]']);
});

test("a league's games are exported in the notation of their kind, or refused where it has none", async () => {
  await using web = await openWeb();
  const { person } = web;
  const exported = async (game: string) => {
    const { body } = await person.post("/api/leagues", {
      game,
      entrants: [{ kind: "human" }, { kind: "strategy", strategy: "random" }],
    });
    await person.post(`/api/leagues/${body.league_id}/start`);
    const { game_id } = (await person.post(`/api/leagues/${body.league_id}/entrants/1/come`)).body;
    await person.post(`/api/games/${game_id}/resign`);
    return await person.get(`/api/leagues/${body.league_id}/pgn`);
  };
  const othello = await exported("othello");
  expect(othello.body).toMatch(/^\(;GM\[Othello\].*;\)\n$/);
  expect((await exported("poker")).body).toMatchObject({
    error: { message: expect.stringMatching(/no PGN, nor another/) },
  });
});

test("a person who met a model in a league is offered no rematch, and refused one", async () => {
  await using web = await openWeb();
  const { person } = web;
  const model = { kind: "llm", provider: "openai-compatible", model: "m", base_url: "http://127.0.0.1:9/v1" };
  for (const [opponent, offered, status] of [
    [model, false, 400],
    [{ kind: "computer", level: 1 }, true, 200],
  ] as const) {
    const { body } = await person.post("/api/leagues", { entrants: [{ kind: "human" }, opponent] });
    await person.post(`/api/leagues/${body.league_id}/start`);
    const { game_id } = (await person.post(`/api/leagues/${body.league_id}/entrants/1/come`)).body;
    await person.post(`/api/games/${game_id}/resign`);
    expect((await person.get(`/api/games/${game_id}`)).body).toMatchObject({
      status: "finished",
      can_rematch: offered,
    });
    expect((await person.post(`/api/games/${game_id}/rematch`)).status).toBe(status);
  }
});
