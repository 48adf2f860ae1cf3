import { afterEach, describe, expect, test, vi } from "vitest";
import type { LiveLeague } from "../../src/main/league/machine/league.ts";
import { nothingKnown } from "../../src/main/views/league/league-view.ts";
import type { Pairing } from "../../src/shared/formats/format.ts";
import { bergerRound } from "../../src/shared/formats/round-robin.ts";
import type { LeagueRound, LeagueStanding } from "../../src/shared/leagues.ts";
import { leagueReport } from "../league/at-once.ts";
import { planOf, toItsEnd } from "../league/support.ts";
import { sure } from "../live-games/support.ts";
import type { Answer } from "../support/agents.ts";
import { tokensOf } from "../support/answer-tokens.ts";
import { followNextActions } from "../support/script.ts";
import { type Chat, openAgentHost } from "./agent-host.ts";

/** On a busy machine what is soon there takes its time. */
const soon = { timeout: 20_000 };

/** The toolset `league`, as agents use it: real clients, each following its next actions. */

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each[Symbol.asyncDispose]();
});

function openTable() {
  const host = openAgentHost({ waitSeconds: () => 5, callLimit: { allows: () => true } });
  open.push(host);
  return host;
}

const random = { kind: "strategy", strategy: "random", name: "Dice" };
const legal = ({ data }: Answer): string => data.legal_moves.at(-1);

/** Does what the answers say until one says that nothing is left to do. */
const playOn = (chat: Chat, first: Answer) =>
  followNextActions({ ...chat, close: async () => {}, [Symbol.asyncDispose]: async () => {} }, first, legal);

describe("agents in a league", () => {
  test("an agent whose name is taken is led back with another, not away from the league", async () => {
    const agentHost = openTable();
    const host = await agentHost.connect({ toolsets: "league" });
    const { league_id } = (await host.call("createLeague", {})).data;
    // Two chats of one host have the same name, unless they say another.
    const [first, second] = [await agentHost.connect({ name: "claude" }), await agentHost.connect({ name: "claude" })];
    await first.call("joinLeague", { league_id });
    const refused = await second.call("joinLeague", { league_id });
    expect(refused.text).toMatch(/^Error: There is an entrant “claude” in league \d+ already\. Choose another name\./);
    expect(refused.data.next_action).toMatchObject({
      tool: "joinLeague",
      arguments: { league_id, name: "<another name>" },
    });
    const again = await second.call("joinLeague", { ...refused.data.next_action.arguments, name: "claude 2" });
    expect(again.data.next_action.tool, again.text).toBe("waitForNextMatch");
    const nameless = await second.call("joinLeague", { league_id, name: "\u200b" });
    expect(nameless.data.next_action, nameless.text).toEqual(refused.data.next_action);
    const third = await agentHost.connect({ name: "claude" });
    for (const name of ["ｃlaude", "сlаudе", "CIaude", "𝒸𝓁𝒶𝓊𝒹𝑒"]) {
      const alike = await third.call("joinLeague", { league_id, name });
      expect(alike.text, name).toContain(`“claude” in league ${league_id} already: “${name}” looks like “claude”.`);
      expect(alike.data.next_action).toEqual(refused.data.next_action);
    }
    for (const name of ["You", "Сomputer", "REFEREE", "Ｋibitz", "Ki\u0301bitz"]) {
      const own = await third.call("joinLeague", { league_id, name });
      expect(own.text, name).toContain(`“${name}” reads as “`);
      expect(own.data.next_action).toEqual(refused.data.next_action);
    }
  });

  test("an agent that never got the answer to its joining is told what became of its place", async () => {
    const agentHost = openTable();
    const host = await agentHost.connect({ toolsets: "league" });
    const { league_id } = (await host.call("createLeague", {})).data;
    const { entrant_token } = (await host.call("joinLeague", { league_id, name: "Ada" })).data;
    const elsewhere = await agentHost.connect({ name: "Ada" });
    const repeated = await elsewhere.call("joinLeague", { league_id });
    expect(repeated.data.error.message).toMatch(
      /If it is you, pass the entrant_token of your joinLeague answer\. Without it .* over the connection that joined.* forfeits its matches: tell the person/,
    );
    expect(repeated.text).not.toContain(entrant_token);
    expect((await host.call("joinLeague", { league_id, name: "Ada", entrant_token })).text).toMatch(/^Welcome back/);
  });

  test("an agent that cannot wait now is told to call again, and not that nothing is asked of it", async () => {
    const agentHost = openTable();
    const host = await agentHost.connect({ toolsets: "league" });
    const { league_id } = (await host.call("createLeague", { entrants: [random] })).data;
    const chat = await agentHost.connect({ name: "Ada" });
    const { entrant_token } = (await chat.call("joinLeague", { league_id })).data;
    const leave = new AbortController();
    const waiter = { seat: "entrant 2", client: "elsewhere" };
    const full = Array.from({ length: 100 }, () =>
      agentHost.leagues.waitUntil(league_id, () => false, 60_000, leave.signal, waiter),
    );
    const refused = await chat.call("waitForNextMatch", { league_id, entrant_token });
    expect(refused.data, refused.text).toMatchObject({
      error: { code: "LIMIT_REACHED" },
      next_action: {
        tool: "waitForNextMatch",
        arguments: { league_id, entrant_token },
        text: "Wait five seconds, then call again",
      },
    });
    leave.abort();
    await Promise.all(full);
    await chat.client.close();
  });

  test("the answer to createLeague says where its games would repeat each other", async () => {
    const agentHost = openTable();
    const host = await agentHost.connect({ toolsets: "league" });
    const ten = { kind: "computer", level: 10 };
    const two = { game: "chess", entrants: [ten, ten], format: "double-round-robin", games_per_match: 2 };
    const made = await host.call("createLeague", two);
    expect(made.text).toMatch(/“Level 10” and “Level 10 2” draw nothing by chance.* Add openings .* for fewer games\./);
    const enough = await host.call("createLeague", { ...two, openings: {} });
    expect(enough.text).not.toContain("by chance");
  });

  test("agents in a league join, play every match they are given, and read the final table, by nothing but their next actions", async () => {
    const agentHost = openTable();
    const host = await agentHost.connect({ toolsets: "league" });
    const made = await host.call("createLeague", {
      name: "Cup",
      game: "odd-even",
      options: { rounds: 1 },
      format: "double-round-robin",
      seed: 1,
      entrants: [random],
    });
    expect(made.data).toMatchObject({ status: "registration_open", entrants: 1, next_action: { tool: "joinLeague" } });
    const { league_id } = made.data;
    const ada = await agentHost.connect({ name: "Ada", era: "2025" });
    const boole = await agentHost.connect({ name: "Boole", era: "2026" });
    const joined = [];
    for (const chat of [ada, boole]) joined.push(await chat.call("joinLeague", { league_id }));
    expect(joined.map(({ data }) => data.next_action.tool)).toEqual(["waitForNextMatch", "waitForNextMatch"]);
    const [first, second] = joined;
    if (!first || !second) throw new Error("two have joined");
    const started = await host.call("startLeague", { league_id });
    expect(started.data).toMatchObject({ status: "running", rounds_total: 6 });

    const [one, other] = await Promise.all([playOn(ada, first), playOn(boole, second)]);
    for (const last of [one, other]) {
      expect(last.text).toMatch(/^The league is over\. Champion: “/);
      expect(last.text).toMatch(/No further actions needed\.$/);
      expect(last.data).toMatchObject({ status: "complete", matches_over: 6 });
    }
    const seen = await ada.call("getLeague", { league_id });
    expect(seen.data).toMatchObject({
      seed: 1,
      settings: { options: { rounds: 1 }, missed_move: "forfeit", misses: 3 },
    });
    expect(seen.text).toMatch(
      /^Settings: match: 1 game; each game: rounds 1; .*; late moves: lose the game; .*; seed: 1; secret: [0-9a-f]{64}$/m,
    );
    expect(seen.data.standings.reduce((sum: number, { points }: { points: number }) => sum + points, 0)).toBe(18);
    expect(seen.data.standings.map(({ played }: { played: number }) => played)).toEqual([4, 4, 4]);
    expect(seen.data.standings).toMatchObject(one.data.standings);
    expect(seen.data.crosstable).toHaveLength(3);
    // The text alone says as much.
    for (const { a, b, score, termination } of seen.data.rounds.flatMap(({ matches }: LeagueRound) => matches))
      expect(seen.text).toContain(
        b === null ? `“${a}” has a bye` : `“${a}” – “${b}”: ${score.join("–")}, ${termination}`,
      );
    expect(seen.text).toContain("\n\nCrosstable, by rank:\n| # | 1 | 2 | 3 |\n");
    for (const [index, cells] of seen.data.crosstable.entries())
      expect(seen.text).toContain(`\n| ${index + 1} | ${cells.join(" | ")} |`);
    expect(seen.text.match(/^Round \d+:$/gm)).toHaveLength(6);
  });

  test("agents in a league hear what a draw is worth in the game that decides a level match of a knockout", async () => {
    const agentHost = openTable();
    const host = await agentHost.connect({ toolsets: "league" });
    const made = await host.call("createLeague", {
      name: "Cup",
      game: "tic-tac-toe",
      format: "knockout",
      decider: { last: "armageddon" },
    });
    const { league_id } = made.data;
    const chats = [await agentHost.connect({ name: "Ada", era: "2026" }), await agentHost.connect({ name: "Boole" })];
    const joined = [];
    for (const chat of chats) joined.push([chat, await chat.call("joinLeague", { league_id })] as const);
    await host.call("startLeague", { league_id });
    const draw = ["b2", "a1", "a2", "c2", "b1", "b3", "a3", "c1", "c3"];
    const heard: string[] = [];
    const move = ({ data, text }: Answer): string => {
      if (text.includes("Armageddon: this game decides the match, and a draw is a win for O."))
        heard.push(data.game_id);
      return draw[data.ply] ?? "";
    };
    await Promise.all(
      joined.map(([chat, first]) =>
        followNextActions({ ...chat, close: async () => {}, [Symbol.asyncDispose]: async () => {} }, first, move),
      ),
    );
    expect(heard).toEqual(draw.map(() => `L${league_id}m1g2`));
    const { data, text } = await host.call("getLeague", { league_id });
    const [match] = data.rounds[0].matches;
    expect(match).toMatchObject({ score: [0.5, 0.5], armageddon: { seat: "O", result: "drawn" } });
    expect([match.a, match.b]).toContain(data.champion);
    expect(data.champion).not.toBe(match.armageddon.first);
    expect(text).toContain(": 0.5–0.5, normal, Armageddon: O drew (game ");
    expect(text).toContain("level matches: an Armageddon");
  });

  test("agents in a league join a Swiss league that has begun where it takes late entries, and play the rounds that are left", async () => {
    const agentHost = openTable();
    const host = await agentHost.connect({ toolsets: "league" });
    const made = await host.call("createLeague", {
      name: "Open",
      game: "odd-even",
      options: { rounds: 1 },
      format: "swiss",
      rounds: 2,
      late_entries: { rounds: 1 },
      entrants: [random],
    });
    const { league_id } = made.data;
    const ada = await agentHost.connect({ name: "Ada", era: "2026" });
    const first = await ada.call("joinLeague", { league_id });
    await host.call("startLeague", { league_id });
    const listed = await host.call("listLeagues", {});
    expect(listed.data.next_action).toMatchObject({ tool: "joinLeague", arguments: { league_id } });
    const boole = await agentHost.connect({ name: "Boole" });
    const late = await boole.call("joinLeague", { league_id });
    expect(late.data).toMatchObject({ status: "running", entrants: 3, rounds_total: 2 });
    const [last] = await Promise.all([playOn(ada, first), playOn(boole, late)]);
    expect(last.data).toMatchObject({ status: "complete", round: 2 });
    const played = last.data.standings.map(({ name, played: count, byes }: LeagueStanding) => [name, count + byes]);
    expect(Object.fromEntries(played)).toMatchObject({ Ada: 2, Boole: 1, Dice: 2 });
    const churchs = await agentHost.connect({ name: "Church" });
    expect((await churchs.call("joinLeague", { league_id })).text).toContain("is complete");
  });

  test("agents in a league play only as themselves: the seat of a match is for whoever has its token", async () => {
    const agentHost = openTable();
    const host = await agentHost.connect({ toolsets: "league" });
    const { league_id } = (await host.call("createLeague", { name: "Cup", game: "tic-tac-toe", entrants: [random] }))
      .data;
    const ada = await agentHost.connect({ name: "Ada", era: "2026" });
    const { entrant_token } = (await ada.call("joinLeague", { league_id })).data;
    await host.call("startLeague", { league_id });
    const match = await ada.call("waitForNextMatch", { league_id, entrant_token });
    expect(match.data).toMatchObject({
      league_id,
      status: expect.stringMatching(/your_turn|waiting/),
      seat_token: expect.any(String),
    });
    const { game_id, seat_token } = match.data;
    const stranger = await agentHost.connect({ name: "Mallory", era: "2026" });
    for (const given of [
      {},
      { seat_token: entrant_token },
      { seat_token: seat_token.replace(/.$/, (last: string) => (last === "_" ? "-" : "_")) },
    ])
      expect((await stranger.call("resignGame", { game_id, ...given })).data.error.code).toBe("SEAT_REQUIRED");
    for (const given of [
      {},
      { entrant_token: entrant_token.replace(/.$/, (last: string) => (last === "_" ? "-" : "_")) },
      { entrant_token: seat_token },
    ])
      expect((await stranger.call("waitForNextMatch", { league_id, ...given })).data.error.code).toBe(
        "ENTRANT_REQUIRED",
      );
    expect((await stranger.call("joinLeague", { league_id, name: "Mallory" })).data.error.code).toBe("LEAGUE_CLOSED");
    // Asked again, as after a lost answer, it is the same game.
    expect((await ada.call("waitForNextMatch", { league_id, entrant_token })).data.game_id).toBe(game_id);
    expect((await ada.call("joinLeague", { league_id, entrant_token })).text).toMatch(/^Welcome back/);
  });

  test("agents in a league are the same player in the next league with the token of the last", async () => {
    const agentHost = openTable();
    const host = await agentHost.connect({ toolsets: "league" });
    const league = async () =>
      (await host.call("createLeague", { name: "Cup", game: "tic-tac-toe", entrants: [random], seed: 2 })).data
        .league_id;
    const [one, two] = [await league(), await league()];
    const { entrant_token } = (await host.call("joinLeague", { league_id: one, name: "Ada" })).data;
    await host.call("joinLeague", { league_id: two, name: "Ada", entrant_token });
    const identities = await Promise.all(
      [one, two].map(async (id) => sure(await agentHost.leagues.get(id)).league.entrants[1]?.identity),
    );
    expect(identities[0]).toBe(`agent:L${one}e2:Ada`);
    expect(identities[1]).toBe(identities[0]);
    const forged = entrant_token.replace(/.$/, (last: string) => (last === "_" ? "-" : "_"));
    expect(
      (await host.call("joinLeague", { league_id: two, name: "Eve", entrant_token: forged })).data.error.code,
    ).toBe("ENTRANT_REQUIRED");
  });

  test("agents in a league read a table in which nobody is gone whose match is still to come", async () => {
    const agentHost = openTable();
    const host = await agentHost.connect({ toolsets: "play,league" });
    const entrants = [random, { ...random, name: "Die" }];
    const { league_id } = (
      await host.call("createLeague", { game: "odd-even", options: { rounds: 1 }, format: "swiss", entrants })
    ).data;
    const tokens = [];
    for (const name of ["Ada", "Boole"])
      tokens.push((await host.call("joinLeague", { league_id, name })).data.entrant_token);
    await host.call("startLeague", { league_id });
    for (const entrant_token of tokens) {
      const { game_id, seat_token } = (await host.call("waitForNextMatch", { league_id, entrant_token })).data;
      await host.call("resignGame", { game_id, seat_token });
    }
    const isOver = ({ league }: LiveLeague) =>
      league.round === 2 && league.current.filter(({ status }) => status === "reported").length === 1;
    sure(await agentHost.leagues.waitUntil(league_id, isOver, 60_000, new AbortController().signal));
    const { standings } = (await host.call("getLeague", { league_id })).data;
    // The winner of two matches beat one with three points and one with none; Ada and Boole have not met yet.
    expect(standings.map(({ points }: LeagueStanding) => points)).toEqual([6, 3, 0, 0]);
    expect(standings.map(({ tie_breaks }: LeagueStanding) => tie_breaks.sonneborn_berger)).toEqual([9, 0, 0, 0]);
    const buchholz = standings.map(({ tie_breaks }: LeagueStanding) => tie_breaks.buchholz);
    expect([buchholz.slice(0, 2), buchholz.slice(2).toSorted()]).toEqual([
      [3, 6],
      [3, 6],
    ]);
  });

  test("an agent that the person removes before the start is told so, and comes again only if it is asked to", async () => {
    const agentHost = openTable();
    const host = await agentHost.connect({ toolsets: "league" });
    const open = async (name: string) =>
      sure(await agentHost.leagues.create(planOf({ entrants: [{ kind: "agent", name }] }))).league.id;
    const league_id = await open("Ada");
    const { entrant_token } = (await host.call("joinLeague", { league_id, name: "Ada" })).data;
    const waits = vi.spyOn(agentHost.leagues, "waitUntil");
    const waiting = host.call("waitForNextMatch", { league_id, entrant_token, timeout_seconds: 20 });
    await vi.waitFor(() => expect(waits).toHaveBeenCalled(), soon);
    sure(await agentHost.leagues.act(league_id, { type: "takeOut", entrant: 1 }));
    const back = { league_id, entrant_token };
    for (const told of [
      await waiting,
      await host.call("joinLeague", back),
      await host.call("waitForNextMatch", back),
    ]) {
      expect(told.data).toMatchObject({ error: { code: "LEAGUE_CLOSED" }, next_action: null });
      expect(told.text).toMatch(/The person has taken “Ada” out of league \d+/);
      expect(told.text).toMatch(/Tell the person.* if they ask .* joinLeague .* without entrant_token/);
    }
    const again = await host.call("joinLeague", { league_id, name: "Ada" });
    expect(again.data.next_action, again.text).toMatchObject({ tool: "waitForNextMatch" });
    expect(again.text).toContain("You are: entrant 2");
    // A place that was kept for one that had yet to come is nobody's any more.
    const other = await open("Bool");
    sure(await agentHost.leagues.act(other, { type: "takeOut", entrant: 1 }));
    expect((await host.call("joinLeague", { league_id: other, name: "Bool" })).text).toContain("You are: entrant 2");
  });

  test("entrants that leave a league forfeit what is left", async () => {
    const agentHost = openTable();
    const host = await agentHost.connect({ toolsets: "league" });
    const { league_id } = (await host.call("createLeague", { name: "Cup", game: "tic-tac-toe", players: 2 })).data;
    const { entrant_token } = (await host.call("joinLeague", { league_id, name: "Ada" })).data;
    await host.call("startLeague", { league_id });
    await host.call("leaveLeague", { league_id, entrant_token });
    const waited = await host.call("waitForNextMatch", { league_id, entrant_token });
    expect(waited.isError || waited.data.status === "complete").toBe(true);
    await toItsEnd(agentHost.leagues, league_id);
    const { data } = await host.call("getLeague", { league_id });
    expect(data.standings.at(-1)).toMatchObject({ name: "Ada", status: "out", forfeits: 2 });
  });
});

describe("the toolset league", () => {
  test("the toolset league is there in full when it is asked for, and else as far as an entrant needs it", async () => {
    const host = openTable();
    const names = async (toolsets: string) =>
      (await (await host.connect({ toolsets })).client.listTools()).tools
        .map(({ name }) => name)
        .filter((name) => /League|Match/.test(name));
    expect((await names("")).toSorted()).toEqual(["getLeague", "joinLeague", "waitForNextMatch"]);
    const all = [
      "createLeague",
      "getLeague",
      "joinLeague",
      "leaveLeague",
      "listLeagues",
      "startLeague",
      "waitForNextMatch",
    ];
    expect((await names("league")).toSorted()).toEqual(all);
    expect((await names("play,entrant,league")).toSorted()).toEqual(all);
    expect(await names("play")).toEqual([]);
    const { tools } = await (await host.connect({ toolsets: "entrant" })).client.listTools();
    // Every connection has to read the default list, so it stays small.
    expect(JSON.stringify(tools).length).toBeLessThan(5_000);
  });

  test("the toolset league says what is wrong and where to go on, and changes nothing", async () => {
    const agentHost = openTable();
    const host = await agentHost.connect({ toolsets: "league" });
    const refused = async (tool: string, args: Record<string, unknown>) => {
      const { data, isError } = await host.call(tool, args);
      expect(isError).toBe(true);
      return [data.error.code, data.error.message, data.next_action?.tool ?? null];
    };
    const unknown = await refused("createLeague", { name: "Cup", game: "go" });
    expect(unknown).toEqual(["INVALID_ARGUMENT", expect.stringContaining("game"), null]);
    // An agent's league runs on the person's machine, and is no larger than a few can look at.
    for (const [more, reason] of [
      [{ players: 65 }, "room for 64 at most, and 65 are asked for"],
      [{ players: 64, rounds: 200 }, "64 entrants would play 6400 games, and this league has 4096 at most"],
    ] as const)
      expect(await refused("createLeague", { name: "Cup", game: "odd-even", ...more })).toEqual([
        "INVALID_ARGUMENT",
        expect.stringContaining(reason),
        null,
      ]);
    expect(await refused("createLeague", { name: "Cup", game: "odd-even", entrants: [random, random] })).toEqual([
      "INVALID_ARGUMENT",
      expect.stringContaining("“Dice” is there twice"),
      null,
    ]);
    for (const [tool, args] of [
      ["getLeague", {}],
      ["joinLeague", {}],
      ["startLeague", {}],
      ["waitForNextMatch", { entrant_token: "x" }],
    ] as const)
      expect(await refused(tool, { league_id: "77", ...args })).toEqual([
        "LEAGUE_NOT_FOUND",
        expect.stringContaining("77"),
        "listLeagues",
      ]);
    expect((await host.call("listLeagues", {})).data).toMatchObject({
      leagues: [],
      next_action: null,
    });
    const { league_id } = (await host.call("createLeague", { name: "Cup", max_entrants: 2 })).data;
    expect(await refused("startLeague", { league_id })).toEqual([
      "INVALID_ARGUMENT",
      expect.stringContaining("two entrants"),
      "getLeague",
    ]);
    for (const name of ["Ada", "Boole"]) await host.call("joinLeague", { league_id, name });
    expect(await refused("joinLeague", { league_id, name: "Church" })).toEqual([
      "LEAGUE_CLOSED",
      expect.stringMatching(/^League full/),
      "getLeague",
    ]);
    expect((await host.call("listLeagues", {})).data.leagues).toMatchObject([
      { league_id, entrants: 2, status: "ready" },
    ]);
    const later = (await host.call("createLeague", { name: "Plate" })).data;
    const page = await host.call("listLeagues", { limit: 1 });
    expect(page.data.leagues).toMatchObject([{ league_id: later.league_id }]);
    expect(page.text).toContain(`There are more: pass cursor “${page.data.next_cursor}” for the next page.`);
    const rest = await host.call("listLeagues", { limit: 1, cursor: page.data.next_cursor });
    expect(rest.data).toMatchObject({ leagues: [{ league_id }], next_cursor: null });
  });

  test("the toolset league tells of a large league a part at a time, each within what a host takes, and all of it in the end", async () => {
    const agentHost = openTable();
    const host = await agentHost.connect({ toolsets: "league" });
    // Sixty entrants of whom everybody has met nine others: what is played there is one round more.
    const size = 60;
    const entrants = Array.from({ length: size }, (_, index) => ({ ...random, name: `Player number ${index + 1}` }));
    const played = Array.from({ length: 9 }, (_, round) => bergerRound(size, round + 1));
    const cell = (number: number) => (pairings: readonly Pairing[]) => {
      const pairing = pairings.find(({ a, b }) => a === number || b === number);
      const isFirst = pairing?.a === number;
      return `  ${String(isFirst ? pairing?.b : pairing?.a).padStart(4)} ${isFirst ? "w 1" : "b 0"}`;
    };
    const trf = entrants.map(({ name }, index) => {
      const rank = String(index + 1).padStart(4);
      return `001 ${rank}      ${name.padEnd(33)}${" ".repeat(38)}${rank}${played.map(cell(index + 1)).join("")}`;
    });
    const { league_id } = (
      await host.call("createLeague", {
        name: "Many",
        game: "odd-even",
        options: { rounds: 1 },
        format: "swiss",
        rounds: 10,
        concurrency: 30,
        entrants,
        trf: trf.join("\n"),
      })
    ).data;
    await host.call("startLeague", { league_id });
    const live = await toItsEnd(agentHost.leagues, league_id);
    const expected = leagueReport(live, nothingKnown);
    const matches = new Map<number, string[]>();
    const ranks = new Map<number, string>();
    let next: Record<string, number | null> = { from_round: 1 };
    for (let calls = 0; Object.values(next).some((value) => value !== null); calls += 1) {
      expect(calls).toBeLessThan(10);
      const args = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null));
      const answer = await host.call("getLeague", { league_id, ...args });
      const tokens = tokensOf([answer]);
      expect(Math.max(tokens.text, tokens.structured)).toBeLessThan(20_000);
      const { text } = answer;
      for (const { round, matches: part } of answer.data.rounds)
        matches.set(round, [
          ...(matches.get(round) ?? []),
          ...part.map(({ match_id }: { match_id: string }) => match_id),
        ]);
      for (const { rank, name } of answer.data.standings) ranks.set(rank, name);
      const { next_round, next_match, next_rank } = answer.data;
      for (const [name, value] of [
        ["from_round", next_round],
        ["from_match", next_match],
        ["from_rank", next_rank],
      ] as const)
        if (value !== null) expect(text).toContain(`${name} ${value}`);
      next = { from_round: next_round, from_match: next_match, from_rank: next_rank };
    }
    expect([...matches]).toEqual(
      expected.rounds.map(({ round, matches: all }) => [round, all.map(({ match_id }) => match_id)]),
    );
    expect([...ranks]).toEqual(expected.standings.map(({ rank, name }) => [rank, name]));
  });

  test("nobody frees a seat of a league's game, so that an entrant's place is handed to no other agent", async () => {
    const agentHost = openTable();
    const host = await agentHost.connect({ toolsets: "league" });
    const { league_id } = (await host.call("createLeague", { entrants: [random] })).data;
    const anna = await agentHost.connect({ name: "Anna" });
    const joined = await anna.call("joinLeague", { league_id });
    await host.call("startLeague", { league_id });
    const { game_id, you, seat_token } = (await anna.call("waitForNextMatch", joined.data.next_action.arguments)).data;
    expect(await agentHost.games.freeSeat(game_id, you)).toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining(`a game of league ${league_id}`),
    });
    const cleo = await agentHost.connect({ name: "Cleo" });
    expect((await cleo.call("joinGame", { game_id })).data).toMatchObject({ error: { code: "SEAT_TAKEN" } });
    const again = await anna.call("waitForNextMatch", joined.data.next_action.arguments);
    expect(again.data).toMatchObject({ game_id, you, seat_token });
  });

  test("waitForNextMatch times out as a matter of course while nothing is to be played", async () => {
    const agentHost = openTable();
    const host = await agentHost.connect({ toolsets: "league" });
    const { league_id } = (await host.call("createLeague", { name: "Cup" })).data;
    const { entrant_token } = (await host.call("joinLeague", { league_id, name: "Ada" })).data;
    const waited = await host.call("waitForNextMatch", { league_id, entrant_token, timeout_seconds: 0 });
    expect(waited).toMatchObject({
      isError: false,
      data: { status: "timeout", next_action: { tool: "waitForNextMatch", arguments: { league_id, entrant_token } } },
    });
    expect(waited.text).toMatch(/^Timeout: No match yet, after \d+ s\. Please call this tool again immediately\./);
  });

  test("the toolset league says that the host closes to who waits for a match, and leads back to the wait", async () => {
    const agentHost = openTable();
    const host = await agentHost.connect({ toolsets: "league" });
    const { league_id } = (await host.call("createLeague", { name: "Cup" })).data;
    const { entrant_token } = (await host.call("joinLeague", { league_id, name: "Ada" })).data;
    const waits = vi.spyOn(agentHost.leagues, "waitUntil");
    const waiting = host.call("waitForNextMatch", { league_id, entrant_token, timeout_seconds: 20 });
    await vi.waitFor(() => expect(waits).toHaveBeenCalled(), soon);
    agentHost.leagues.endWaits();
    const waited = await waiting;
    expect(waited).toMatchObject({
      isError: false,
      data: {
        status: "timeout",
        next_action: {
          tool: "waitForNextMatch",
          arguments: { league_id, entrant_token },
          text: "Kibitz is being restarted; nothing is lost. Wait for your next match",
        },
      },
    });
    expect(waited.text.split("restarted")).toHaveLength(2);
    expect(waited.text).not.toContain("This is normal");
  });

  test("the toolset league has a resource for each league, of which its subscribers hear", async () => {
    const agentHost = openTable();
    const host = await agentHost.connect({ toolsets: "league" });
    const { league_id } = (await host.call("createLeague", { name: "Cup" })).data;
    const uri = `kibitz://leagues/${league_id}`;
    const { promise: told, resolve } = Promise.withResolvers<string>();
    host.client.setNotificationHandler("notifications/resources/updated", ({ params }) => resolve(params.uri));
    await host.client.subscribeResource({ uri });
    await host.call("joinLeague", { league_id, name: "Ada" });
    expect(await told).toBe(uri);
    const { contents } = await host.client.readResource({ uri });
    expect(JSON.parse(String(contents[0] && "text" in contents[0] && contents[0].text))).toMatchObject({
      league_id,
      entrants: 1,
    });
    const entrant = await agentHost.connect();
    const prompts = await entrant.client.getPrompt({ name: "join_league", arguments: { league_id } });
    expect(JSON.stringify(prompts)).toContain("joinLeague");
  });
});
