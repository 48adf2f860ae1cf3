import { describe, expect, test } from "vitest";
import { findDefinition } from "../../src/games/register.ts";
import { toItsEnd } from "../league/support.ts";
import { openWeb, tokens } from "./support.ts";

const pgnOf = (white: string, black: string, moves: string, result: string) =>
  `[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n\n${moves} ${result}\n`;
const games = [
  pgnOf("José Capablanca", "Frank Marshall", "1. e4 e5 2. Nf3 Nc6 3. Bc4", "1-0"),
  pgnOf("Magnus", "Hikaru", "1. d4 d5 2. c4", "1/2-1/2"),
  pgnOf("Magnus", "Fabiano", "1. e4", "*"),
] as const;

const deleteGame = (url: string, id: string) =>
  fetch(`${url}/api/games/${id}`, { method: "DELETE", headers: { authorization: `Bearer ${tokens.personToken}` } });

/** The names of White and how many there are, as the history answers a query. */
async function open() {
  const web = await openWeb();
  for (const pgn of games) {
    web.time.now += 1_000;
    await web.person.post("/api/import", { pgn });
  }
  const ask = async (query: string) => {
    const { body } = await web.person.get(`/api/history${query}`);
    const names = body.games.map(({ players }: { players: Record<string, { name: string }> }) => players.black?.name);
    return { names, total: body.total, body };
  };
  return { ...web, ask };
}

describe("the history", () => {
  test("the history has the finished games, the last to end first, with how they ended and their opening", async () => {
    await using web = await open();
    const { body, names, total } = await web.ask("");
    expect(names).toEqual(["Fabiano", "Hikaru", "Frank Marshall"]);
    expect(total).toBe(3);
    expect(body.games.map(({ opening, ply, result }: Record<string, unknown>) => [opening, ply, result])).toEqual([
      ["B00 King's Pawn Game", 1, expect.objectContaining({ winner: null, reason: "unfinished" })],
      [expect.stringMatching(/^D06 Queen's Gambit/), 3, expect.objectContaining({ winner: null, reason: "recorded" })],
      ["C50 Italian Game", 5, expect.objectContaining({ winner: "white" })],
    ]);
    expect(new Date(body.games[0].finished_at).getTime()).toBe(web.time.now);
  });

  test("the history finds, orders, filters and pages on the host", async () => {
    await using web = await open();
    const { body: made } = await web.person.post("/api/games", {
      players: { white: { kind: "human", name: "Ada" }, black: { kind: "human", name: "Bo" } },
    });
    await web.person.post(`/api/games/${made.game_id}/resign`, { seat: "white" });
    expect((await web.ask("?search=jose+marshall")).names).toEqual(["Frank Marshall"]);
    expect((await web.ask("?search=MAGNUS")).names).toEqual(["Fabiano", "Hikaru"]);
    expect((await web.ask("?search=magnus+bishop")).names).toEqual([]);
    expect((await web.ask("?search=Queen%27s+gambit")).names).toEqual(["Hikaru"]);
    expect((await web.ask("?order=moves&direction=up")).names).toEqual(["Bo", "Fabiano", "Hikaru", "Frank Marshall"]);
    expect(await web.ask("?order=moves&limit=2&offset=1")).toMatchObject({ names: ["Hikaru", "Fabiano"], total: 4 });
    expect(await web.ask("?mine=true")).toMatchObject({ names: ["Bo"], total: 1 });
    expect(await web.ask("?game=odd-even")).toMatchObject({ names: [], total: 0 });
    await deleteGame(web.url, made.game_id);
    expect((await web.ask("?mine=true")).total).toBe(0);
  });

  test("the history finds by result, opening, time and rating, also all as one PGN", async () => {
    await using web = await open();
    const { person, time } = web;
    time.now = Date.parse("2026-11-20T12:00:00Z");
    const own = { white: { kind: "human" }, black: { kind: "computer", level: 3 } };
    const { game_id } = (await person.post("/api/games", { players: own })).body;
    await person.post(`/api/games/${game_id}/resign`, { seat: "white" });
    const tags =
      '[White "A"]\n[Black "Old"]\n[WhiteElo "2700"]\n[BlackElo "2801"]\n[Date "1999.05.12"]\n[Result "0-1"]\n\n1. c4 0-1\n';
    await person.post("/api/import", { pgn: tags });
    const found = async (query: string) => (await web.ask(`?order=players&direction=up&${query}`)).names;
    expect(await found("result=second")).toEqual(["Old", "Computer"]);
    expect(await found("result=first")).toEqual(["Frank Marshall"]);
    expect(await found("result=draw")).toEqual(["Hikaru"]);
    expect(await found("result=lost")).toEqual(["Computer"]);
    expect(await found("result=won")).toEqual([]);
    expect(await found("leagues=only")).toEqual([]);
    expect(await found("leagues=none&mine=true")).toEqual(["Computer"]);
    expect(await found("opening=queens+gambit")).toEqual([]);
    expect(await found("opening=d06+GAMBIT")).toEqual(["Hikaru"]);
    expect(await found("until=1999-05-13")).toEqual(["Old"]);
    expect(await found("from=2026-11-20T13:00:00%2B01:00&until=2026-11-21")).toEqual(["Computer"]);
    expect(await found("elo_from=2700&elo_to=2751")).toEqual(["Old"]);
    const { levelRatings = [] } = findDefinition("chess")?.engine ?? {};
    const level = Math.round(levelRatings[2]?.elo ?? 0);
    expect(await found(`elo_from=${level}&elo_to=${level}`)).toEqual(["Computer"]);
    expect((await person.get("/api/history/pgn?result=draw")).body).toMatch(/Hikaru/);
    expect((await person.get("/api/history/pgn?result=draw")).body).not.toMatch(/Old/);
  });

  test("the history has games without a date last in either order, and in no span of time", async () => {
    await using web = await open();
    for (const [white, date] of [
      ["Ada", "1858.10.21"],
      ["Bo", "2025.07.04"],
    ])
      await web.person.post("/api/import", {
        pgn: `[White "${white}"]\n[Black "${white}"]\n[Date "${date}"]\n[Result "1-0"]\n\n1. e4 1-0\n`,
      });
    expect((await web.ask("")).names).toEqual(["Bo", "Ada", "Fabiano", "Hikaru", "Frank Marshall"]);
    const up = (await web.ask("?direction=up")).names;
    expect(up).toEqual(["Ada", "Bo", "Frank Marshall", "Hikaru", "Fabiano"]);
    expect((await web.ask("?until=2100-01-01&direction=up")).names).toEqual(["Ada", "Bo"]);
  });

  test("the history tells the league of a game by its name, and has those of one league alone", async () => {
    await using web = await open();
    const { person, league } = web;
    const random = { kind: "strategy", strategy: "random" };
    const { body } = await person.post("/api/leagues", {
      name: "Évening",
      game: "odd-even",
      options: { rounds: 3 },
      entrants: [{ kind: "human" }, random],
    });
    await person.post(`/api/leagues/${body.league_id}/start`, {});
    const { game_id } = (await person.post(`/api/leagues/${body.league_id}/entrants/1/come`, {})).body;
    for (const seat of ["odd", "even"]) await web.games.play(game_id, seat, { text: "1" });
    await person.post(`/api/games/${game_id}/resign`, {});
    await toItsEnd(league.leagues, body.league_id);
    const found = (await web.ask("")).body.games;
    expect(found.map((each: { league: string | null }) => each.league)).toEqual(["Évening", null, null, null]);
    // A strategy is told from the computer's levels, for its icon.
    expect(Object.values(found[0].players)).toContainEqual({
      kind: "computer",
      name: "random",
      level: null,
      by: "strategy",
    });
    expect(await web.ask("?leagues=only&result=lost")).toMatchObject({ total: 1, body: { games: [{ game_id }] } });
    expect((await web.ask("?leagues=none")).total).toBe(3);
    // Two who met nobody else: whatever one of them has above the mean the other has below it.
    expect(await web.ask("?elo_from=1500&elo_to=1500")).toMatchObject({ total: 1, body: { games: [{ game_id }] } });
    expect((await web.ask("?elo_to=1499")).total).toBe(0);
    const own = await web.ask(`?league=${body.league_id}`);
    expect(own.body.games).toMatchObject([{ game_id, league_id: body.league_id, league: "Évening" }]);
  });

  test("the history says what is wrong with a question", async () => {
    await using web = await openWeb();
    const asked = ["order=age", "direction=left", "offset=-1", "limit=101", "limit=0", "game=go", "mine=yes"];
    for (const query of [
      ...asked,
      "result=1-0",
      "leagues=all",
      "from=yesterday",
      "until=2026-13-01",
      "elo_from=high",
    ]) {
      const { status, body } = await web.person.get(`/api/history?${query}`);
      expect([status, body.error?.code], query).toEqual([400, "INVALID_ARGUMENT"]);
      expect(body.error.message, query).toContain(query.split("=")[0]);
    }
  });
});
