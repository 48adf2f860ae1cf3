import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { personAt } from "../support/person.ts";
import { openReceiver } from "../support/receiver.ts";
import { openWeb, tokens } from "./support.ts";

type Web = Awaited<ReturnType<typeof openWeb>>;

/** A league of two people with its first game under way. */
async function played({ person }: Web, game = "chess") {
  const entrants = ["Ada", "Bool"].map((name) => ({ kind: "human", name }));
  const { league_id } = (await person.post("/api/leagues", { game, entrants })).body;
  await person.post(`/api/leagues/${league_id}/start`);
  for (const number of [1, 2]) await person.post(`/api/leagues/${league_id}/entrants/${number}/come`);
  const id = `L${league_id}m1g1`;
  await expect.poll(async () => (await person.get(`/api/games/${id}`)).status).toBe(200);
  const move = async (text: string) =>
    expect((await person.post(`/api/games/${id}/moves`, { move: text })).status).toBe(200);
  return { league: String(league_id), game: id, move };
}

/** The addresses of a league, at the port that this test has. */
async function addressesOf({ person, url }: Web, league: string) {
  const { status, body } = await person.post(`/api/leagues/${league}/spectators`);
  expect([status, Object.keys(body)]).toEqual([200, ["pgn", "board"]]);
  const at = (address: string) => url + new URL(address).pathname;
  const token = new URL(body.pgn).pathname.split("/")[2] ?? "";
  return { pgn: at(body.pgn), board: at(body.board), seed: at(body.board).replace("/board", "/seed"), token };
}
const statusOf = async (address: string, init?: RequestInit) => (await fetch(address, init)).status;

describe("spectators elsewhere", () => {
  test("spectators elsewhere pull what changed, by an address alone, until the person ends it", async () => {
    await using web = await openWeb();
    const { league, game, move } = await played(web);
    const { pgn, token } = await addressesOf(web, league);
    const first = await fetch(pgn);
    expect([first.status, first.headers.get("content-type")]).toEqual([
      200,
      "application/vnd.chess-pgn; charset=utf-8",
    ]);
    expect(await first.text()).toMatch(
      /\[Round "1"\]\n\[White ".*"\]\n\[Black ".*"\]\n\[Result "\*"\][\s\S]*\n\n\*\n$/,
    );
    const etag = first.headers.get("etag") ?? "";
    const again = (tag: string) => fetch(pgn, { headers: { "if-none-match": tag } });
    expect([(await again(etag)).status, (await again(`W/${etag}`)).status]).toEqual([304, 304]);
    await move("e4");
    const changed = await again(etag);
    expect([changed.status, await changed.text()]).toEqual([200, expect.stringContaining("\n\n1. e4 *\n")]);
    expect(await statusOf(pgn, { method: "HEAD" })).toBe(200);
    // One game, and one round; there are no others.
    for (const part of ["1", game]) expect(await (await fetch(`${pgn}/${part}`)).text()).toContain("1. e4 *");
    for (const part of ["2", "L9m1g1"]) expect(await (await fetch(`${pgn}/${part}`)).text()).toBe("");

    // The addresses that there are now end with the next ones, and with the league.
    const next = await addressesOf(web, league);
    expect([await statusOf(pgn), await statusOf(next.pgn)]).toEqual([404, 200]);
    await web.person.delete(`/api/leagues/${league}/spectators`);
    expect(await statusOf(next.pgn)).toBe(404);
    const last = await addressesOf(web, league);
    await web.person.post(`/api/leagues/${league}/cancel`);
    expect(await statusOf(last.pgn)).toBe(200);
    await web.person.delete(`/api/leagues/${league}`);
    expect([await statusOf(last.pgn), await statusOf(last.board)]).toEqual([404, 404]);
    expect(token).toMatch(/^\d+\.[\w-]{32}$/);
  });

  test("spectators elsewhere can do nothing by their token, and see no other league and nothing else by it", async () => {
    const said: string[] = [];
    const say = (text: string) => void said.push(text);
    const log = { debug: say, info: say, warn: say, error: say };
    await using web = await openWeb(undefined, { log });
    const { league, game } = await played(web);
    const other = await played(web);
    const { pgn, board, seed, token } = await addressesOf(web, league);
    const guest = personAt({ url: web.url, token });
    for (const path of [`/api/leagues/${league}`, `/api/games/${game}`, "/api/events", "/api/settings"])
      expect((await guest.get(path)).status, path).toBe(401);
    expect((await guest.post(`/api/games/${game}/moves`, { move: "e4" })).status).toBe(401);
    expect(await statusOf(`${web.url}/mcp`, { headers: { authorization: `Bearer ${token}` } })).toBe(401);
    for (const method of ["POST", "PUT", "DELETE"])
      for (const address of [pgn, board, seed]) expect(await statusOf(address, { method })).toBe(405);
    for (const address of [seed, board])
      expect([await statusOf(`${address}/${game}`), await statusOf(`${address}/${other.game}`)]).toEqual([200, 400]);
    expect(await (await fetch(`${pgn}/${other.game}`)).text()).toBe("");
    // A token names its league; nobody makes that of another one of it.
    for (const wrong of [
      token.replace(league, other.league),
      `${token}a`,
      token.slice(0, -1),
      "__proto__",
      "constructor",
    ])
      expect(await statusOf(pgn.replace(token, wrong)), wrong).toBe(404);
    // Agents neither make addresses nor learn whether there are any.
    const agent = personAt({ url: web.url, token: tokens.agentToken });
    for (const [method, path] of [
      ["post", "spectators"],
      ["get", "outlets"],
      ["delete", "spectators"],
    ] as const)
      expect((await agent[method](`/api/leagues/${league}/${path}`)).status).toBe(403);

    // It is in no other answer, in no file and in no line of the log, not even where an answer fails.
    const answers = await Promise.all(
      ["", "/outlets", "/csv", "/html"].map((path) => web.person.get(`/api/leagues/${league}${path}`)),
    );
    expect((await web.person.get(`/api/leagues/${league}/outlets`)).body).toEqual({
      has_spectators: true,
      webhook: null,
    });
    vi.spyOn(web.games, "get").mockRejectedValue(new Error("a planted failure"));
    expect(await statusOf(`${seed}/${game}`)).toBe(500);
    expect(said.join("\n")).toContain("a planted failure");
    const file = readFileSync(join(web.dataDir, "outlets.json"), "utf8");
    const events = await web.store.leagueLog(league, 0);
    const everything = JSON.stringify([answers, said, file, events, await web.store.league(league)]);
    expect(everything).not.toContain(token.split(".")[1]);
  });

  test("spectators elsewhere may have the board in a frame, and no other page", async () => {
    await using web = await openWeb();
    const { league, game, move } = await played(web, "odd-even");
    const { pgn, board, seed } = await addressesOf(web, league);
    expect(await (await fetch(pgn)).json()).toMatchObject({ error: { message: "Games of this kind have no PGN" } });
    const page = await fetch(board);
    expect([page.status, page.headers.get("content-security-policy")]).toEqual([200, "frame-ancestors *"]);
    expect(await page.text()).toContain("default-src 'none'; connect-src 'self';");
    for (const path of ["/", `/league/${league}`, "/settings", "/nowhere"])
      expect((await fetch(web.url + path)).headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    // A choice that is still hidden from the other player is hidden from them as well.
    await move("3");
    expect(await (await fetch(seed)).json()).toMatchObject({
      game_id: game,
      live: true,
      moves: [{ code: "?", text: "?" }],
    });
    await move("4");
    expect((await (await fetch(seed)).json()).moves.map(({ code }: { code: string }) => code)).toEqual(["3", "4"]);
  });
});

describe("the webhook of a league", () => {
  test("the webhook of a league is set by the person alone, at an allowed address, and its secret is told once", async () => {
    await using web = await openWeb();
    await using receiver = await openReceiver();
    const { league, game } = await played(web);
    const path = `/api/leagues/${league}/webhook`;
    const agent = personAt({ url: web.url, token: tokens.agentToken });
    expect((await agent.put(path, { url: receiver.url })).status).toBe(403);
    expect(await web.person.put(path, { url: "http://example.com/" })).toMatchObject({
      status: 400,
      body: { error: { message: "url: that address may not be called" } },
    });
    const { secret } = (await web.person.put(path, { url: receiver.url })).body;
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    await web.person.post(`/api/games/${game}/resign`, { seat: "white" });
    await vi.waitFor(() => expect(receiver.taken.at(-1)?.type).toBe("league.leagueCompleted"), {
      timeout: 60_000,
    });
    expect(receiver.taken.every((each) => each.isSignedBy(secret))).toBe(true);
    const { body } = await web.person.get(`/api/leagues/${league}/outlets`);
    expect(body.webhook).toMatchObject({ url: receiver.url, failure: null, given_up: false });
    expect(JSON.stringify([body, (await web.person.get(`/api/leagues/${league}`)).body])).not.toContain(
      secret.slice(6),
    );
    await web.person.delete(path);
    expect((await web.person.get(`/api/leagues/${league}/outlets`)).body.webhook).toBeNull();
  });
});
