import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { type LineMove, LONGEST_NOTE } from "../../src/shared/lines.ts";
import { sure } from "../live-games/support.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openWeb, tokens } from "./support.ts";

type Web = Awaited<ReturnType<typeof openWeb>>;

/** Stands on what the host has, where no version is said. */
const put = async ({ url, person }: Web, path: string, change: object) => {
  const { version } = (await person.get(path.replace("studies", "games"))).body;
  const body = { version, ...change };
  const headers = { authorization: `Bearer ${tokens.personToken}`, "content-type": "application/json" };
  const answer = await fetch(`${url}${path}`, { method: "PUT", headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
};
const move = (after: number, code: string, notes: Partial<LineMove> = {}): LineMove => ({
  after,
  code,
  text: "?",
  ...notes,
});

/** e4 e5 (c5) Nf3 */
const first = [move(-1, "e2e4"), move(0, "e7e5", { comment: "open" }), move(0, "c7c5", { nags: [5] }), move(1, "g1f3")];

describe("a study", () => {
  test("a study is written as it would be kept, and kept nowhere", async () => {
    await using web = await openWeb();
    const study = { game: "chess", title: "Open or not", lines: { moves: first } };
    const { status, body } = await web.person.post("/api/studies/pgn", study);
    expect(status).toBe(200);
    expect((await web.person.get("/api/history")).body.games).toEqual([]);
    const { game_id } = (await web.person.post("/api/studies", study)).body;
    expect(body).toBe((await web.person.get(`/api/games/${game_id}/pgn`)).body);
    expect(body).toContain('[Event "Open or not"]');
    const wrong = { ...study, lines: { moves: [move(-1, "e2e5")] } };
    expect((await web.person.post("/api/studies/pgn", wrong)).body.error).toMatchObject({ code: "INVALID_ARGUMENT" });
    const other = { game: "tic-tac-toe", title: "x", lines: { moves: [move(-1, "b2")] } };
    expect((await web.person.post("/api/studies/pgn", other)).body.error.message).toMatch(/no PGN/);
  });

  test("a study is kept with its tree, kept anew, and written with its variations", async () => {
    await using web = await openWeb();
    const { person } = web;
    const made = await person.post("/api/studies", {
      game: "chess",
      title: " Sicilian\tor not ",
      lines: { moves: first },
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      study: "Sicilian or not",
      status: "finished",
      ply: 3,
      person_seats: [],
      annotated: true,
    });
    const id = made.body.game_id;
    const pgn = async () => (await person.get(`/api/games/${id}/pgn`)).body.split("\n\n")[1];
    expect(await pgn()).toBe("1. e4 e5 {open} (1... c5 $5) 2. Nf3 *\n");
    const lines = (await person.get(`/api/games/${id}/lines`)).body;
    expect(lines.moves.map(({ text }: LineMove) => text)).toEqual(["e4", "e5", "c5", "Nf3"]);

    // The variation goes on with the line now.
    const changed = [move(-1, "e2e4"), move(0, "c7c5"), move(0, "e7e5"), move(1, "g1f3"), move(3, "d7d6")];
    const kept = await put(web, `/api/studies/${id}`, {
      title: "Sicilian",
      lines: { comment: "Why not?", moves: changed },
    });
    expect(kept).toMatchObject({ status: 200, body: { study: "Sicilian", ply: 4 } });
    expect(kept.body.history.map(({ text }: LineMove) => text)).toEqual(["e4", "c5", "Nf3", "d6"]);
    expect(await pgn()).toBe("{Why not?} 1. e4 c5 (1... e5) 2. Nf3 d6 *\n");
    expect((await person.get(`/api/games/${id}/pgn`)).body).toMatch(/^\[Event "Sicilian"\]/);
    const log = (await person.get(`/api/games/${id}/log`)).body.entries;
    expect(log.map(({ event }: { event: { type: string } }) => event.type).slice(4)).toEqual([
      "gameOver",
      "gameAnnotated",
      "movesTakenBack",
      "movePlayed",
      "movePlayed",
      "movePlayed",
      "gameAnnotated",
    ]);
    const found = (await person.get("/api/history")).body.games;
    expect((await person.get("/api/history?search=sicil&mine=true")).body.total).toBe(1);
    expect((await person.get("/api/history?search=not")).body.total).toBe(0);
    expect(found).toMatchObject([{ game_id: id, study: "Sicilian", ply: 4, opening: expect.stringMatching(/^B5/) }]);
  });

  test("a study of a game keeps the game's tags and its result, whatever is tried in it", async () => {
    await using web = await openWeb();
    const { person } = web;
    const tags = [
      ["Event", "Club night"],
      ["Site", "Here"],
      ["Date", "1999.01.02"],
      ["Round", "3"],
      ["White", "Ann"],
      ["Black", "Bob"],
      ["Result", "1-0"],
    ];
    const head = tags.map(([name, value]) => `[${name} "${value}"]`).join("\n");
    const read = await person.post("/api/import", { pgn: `${head}\n[WhiteElo "1500"]\n\n1. e4 e5 1-0` });
    const about = { game: "chess", title: "Mine", names: { white: "Ann", black: "Bob" }, of: read.body.game_id };
    const made = await person.post("/api/studies", { ...about, lines: { moves: first } });
    expect(made.body).toMatchObject({ study: "Mine", result: { winner: "white", reason: "recorded" } });
    const id = made.body.game_id;
    const pgn = async (of: string) => (await person.get(`/api/games/${of}/pgn`)).body;
    expect(await pgn(id)).toContain(head);
    expect(await pgn(id)).toContain('[WhiteElo "1500"]');
    await put(web, `/api/studies/${id}`, { title: "Ours", lines: { moves: first.slice(0, 1) } });
    expect(await pgn(id)).toContain(head);
    expect(await pgn(id)).toContain("\n1. e4 1-0\n");

    const own = { white: { kind: "human", name: "Ann" }, black: { kind: "human", name: "Bob" } };
    const played = (await person.post("/api/games", { players: own })).body.game_id;
    await person.post(`/api/games/${played}/resign`, { seat: "black" });
    web.time.now += 30 * 24 * 60 * 60 * 1000;
    const study = await person.post("/api/studies", { ...about, of: played, lines: { moves: first } });
    const [written, game] = [await pgn(study.body.game_id), await pgn(played)];
    for (const name of ["Event", "Site", "Date", "White", "Black", "Result", "GameId", "UTCTime", "WhiteType"]) {
      const [tag = "none"] = new RegExp(`\\[${name} ".*`).exec(game) ?? [];
      expect(written).toContain(tag);
    }

    // A study of a study is called as it is itself.
    const plain = await person.post("/api/studies", { game: "chess", title: "One", lines: { moves: [] } });
    const other = { game: "chess", title: "Two", of: plain.body.game_id, lines: { moves: [] } };
    expect(await pgn((await person.post("/api/studies", other)).body.game_id)).toMatch(/^\[Event "Two"\]/);
    const missing = await person.post("/api/studies", { ...other, of: "999999" });
    expect(missing.status).toBe(404);

    // Nor is what another game came to said in this one's words.
    const marks = { X: { kind: "human" }, O: { kind: "human" } };
    const elsewhere = (await person.post("/api/games", { game: "tic-tac-toe", players: marks })).body.game_id;
    await person.post(`/api/games/${elsewhere}/resign`, { seat: "O" });
    const mixed = await person.post("/api/studies", { ...other, of: elsewhere });
    expect(mixed).toMatchObject({ status: 400, body: { error: { message: expect.stringMatching(/^of: .*chess/i) } } });
  });

  test("a study is not overwritten by who has not seen what it is by now", async () => {
    await using web = await openWeb();
    const { person } = web;
    const made = await person.post("/api/studies", { game: "chess", title: "One", lines: { moves: first } });
    const { game_id: id, version } = made.body;
    const path = `/api/studies/${id}`;
    // A remark about a study is no change of the study.
    await web.games.kibitz(id, "Ann", "nice", null);
    const one = { title: "One", lines: { comment: "of one window", moves: first } };
    expect(await put(web, path, { ...one, version })).toMatchObject({ status: 200 });
    const other = { title: "One", lines: { comment: "of another", moves: first } };
    expect(await put(web, path, { ...other, version })).toMatchObject({
      status: 409,
      body: { error: { code: "CONFLICT", message: expect.stringContaining(`Study ${id} has been changed`) } },
    });
    // A client that did not hear the answer sends the same again.
    const kept = await put(web, path, { ...one, version });
    expect(kept.status).toBe(200);
    expect((await person.get(`/api/games/${id}/lines`)).body.comment).toBe("of one window");
    expect(await put(web, path, { ...other, version: kept.body.version })).toMatchObject({ status: 200 });
  });

  test("a study is refused to who is behind without being read again", async () => {
    let reads = 0;
    await using web = await openWeb((store) => ({
      ...store,
      log: (...asked) => {
        reads += 1;
        return store.log(...asked);
      },
    }));
    const made = await web.person.post("/api/studies", { game: "chess", title: "One", lines: { moves: first } });
    const { game_id: id, version } = made.body;
    const path = `/api/studies/${id}`;
    expect(await put(web, path, { title: "Two", lines: { moves: first } })).toMatchObject({ status: 200 });
    expect(await put(web, path, { title: "Three", lines: { moves: first }, version })).toMatchObject({ status: 409 });
    sure(await web.games.deleteGame(id));
    expect(await put(web, path, { title: "Three", lines: { moves: first }, version })).toMatchObject({ status: 409 });
    expect(reads).toBe(0);
  });

  test("a study begins anywhere, and may end in mate", async () => {
    await using web = await openWeb();
    const { person } = web;
    const fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    const study = {
      game: "chess",
      title: "Back rank",
      fen,
      names: { white: "Ann" },
      lines: { moves: [move(-1, "a1a8")] },
    };
    const made = await person.post("/api/studies", study);
    expect(made.body).toMatchObject({
      players: { white: { name: "Ann" }, black: { name: "Black" } },
      result: { winner: "white", reason: "checkmate" },
      options: { fen },
    });
    const other = await put(web, `/api/studies/${made.body.game_id}`, {
      title: "Calm",
      lines: { moves: [move(-1, "e1e2")] },
    });
    expect(other.body).toMatchObject({ result: { winner: null, reason: "unfinished" }, ply: 1 });
  });

  test("a study that ends in the other one's mate says so in its log", async () => {
    await using web = await openWeb();
    const line = (...moves: string[]) => ({ moves: moves.map((code, index) => move(index - 1, code)) });
    const fool = line("f2f3", "e7e5", "g2g4", "d8h4");
    const made = await web.person.post("/api/studies", { game: "chess", title: "Mates", lines: fool });
    const id = made.body.game_id;
    const other = line("e2e4", "f7f6", "d2d4", "g7g5", "d1h5");
    const kept = await put(web, `/api/studies/${id}`, { title: "Mates", lines: other });
    expect(kept.body.result).toMatchObject({ winner: "white", reason: "checkmate" });
    const { entries } = (await web.person.get(`/api/games/${id}/log`)).body;
    const ends = entries.flatMap(({ event }: { event: { type: string; outcome?: { winner: string } } }) =>
      event.type === "gameOver" ? [event.outcome?.winner] : [],
    );
    expect(ends).toEqual(["black", "white"]);
  });

  test("a study and a record may say so much of each move, and can be read when the host is back", async () => {
    using folder = tempDir();
    const openHere = () => openWeb(undefined, { store: openSqliteStore(join(folder.path, "kibitz.db")) });
    const most = "n".repeat(LONGEST_NOTE);
    const moves = [move(-1, "e2e4", { comment: most }), move(-1, "d2d4", { before: most })];
    const study = { game: "chess", title: "Notes", lines: { comment: most, moves } };
    const ids: string[] = [];
    {
      await using web = await openHere();
      const { person } = web;
      ids.push((await person.post("/api/studies", study)).body.game_id);
      for (const lines of [
        { moves: [move(-1, "e2e4", { comment: `${most}n` })] },
        { comment: `${most}n`, moves: [] },
      ]) {
        const refused = await person.post("/api/studies", { ...study, lines });
        expect(refused).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining("20000") } } });
      }
      const pgn = (await person.get(`/api/games/${ids[0]}/pgn`)).body;
      ids.push((await person.post("/api/import", { pgn })).body.game_id);
      const refused = await person.post("/api/import", { pgn: `1. e4 {${most}} {n} *` });
      expect(refused).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining("20000") } } });
      // As it was kept by who did not look.
      const lines = { moves: [{ ...move(-1, "e2e4"), comment: "n".repeat(30_000) }] };
      const names = ["White", "Black"] as const;
      const record = { moves: ["e2e4"], lines, outcome: null };
      const imported = await web.games.importGame({ kind: "chess", names, tags: {}, options: {}, ...record });
      ids.push(sure(imported).state.id);
    }
    await using web = await openHere();
    const read = async (id: string | undefined) => (await web.person.get(`/api/games/${id}/lines`)).body;
    const said = { comment: most, moves: [{ comment: most }, { before: most }] };
    expect(await read(ids[0])).toMatchObject(said);
    expect(await read(ids[1])).toMatchObject(said);
    expect((await read(ids[2])).moves[0].comment).toHaveLength(30_000);
  });

  test.each([
    ["an illegal move", { lines: { moves: [move(-1, "e2e5")] } }, "Move 1 of the study: Invalid move"],
    [
      "a move after one that is not there",
      { lines: { moves: [move(0, "e2e4")] } },
      "a move stands behind the one it follows",
    ],
    ["a name of nothing", { title: " \u200b " }, "a study has a name"],
    ["a start that is none", { fen: "8/8/8/8/8/8/8/8 w - - 0 1" }, "White has no king"],
    ["a game that nobody knows", { game: "go" }, "there is none of that kind"],
  ])("a study is refused with %s", async (_, part, message) => {
    await using web = await openWeb();
    const study = { game: "chess", title: "Study", lines: { moves: [] }, ...part };
    const refused = await web.person.post("/api/studies", study);
    expect(refused).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining(message) } } });
  });

  test("a study is nested no deeper than a record may be", async () => {
    await using web = await openWeb();
    // Beside each move stands another, which goes on: one level deeper every time.
    const nested = (levels: number): LineMove[] =>
      Array.from({ length: levels }, (_, level): LineMove[] => {
        const after = 2 * level - 1;
        const other = ["g1f3", "g8f6", "f3g1", "f6g8"][level % 4] ?? "";
        return [move(after, level % 2 === 0 ? "b1c3" : "b8c6"), move(after, other)];
      }).flat();
    const keep = (levels: number) =>
      web.person.post("/api/studies", { game: "chess", title: "Deep", lines: { moves: nested(levels) } });
    const deep = await keep(100);
    expect(deep.status).toBe(201);
    const pgn = (await web.person.get(`/api/games/${deep.body.game_id}/pgn`)).body;
    expect((await web.person.post("/api/import", { pgn })).status).toBe(201);
    expect((await keep(101)).body.error.message).toBe("More than 100 variations are nested in one another");
  });

  test("a study is none of the games that were played", async () => {
    await using web = await openWeb();
    const { person } = web;
    const id = (await person.post("/api/import", { pgn: "1. e4 *" })).body.game_id;
    const kept = await put(web, `/api/studies/${id}`, { title: "Mine now", lines: { moves: [] } });
    expect(kept).toMatchObject({ status: 400, body: { error: { message: `Game ${id} is not a study` } } });
    const live = { white: { kind: "human" }, black: { kind: "human" } };
    const open = (await person.post("/api/games", { players: live })).body.game_id;
    expect((await person.get(`/api/games/${open}/lines`)).status).toBe(400);
  });
});

describe("an engine for any position", () => {
  const ask = { game: "chess", moves: ["e2e4"], lines: 3 };
  const noEngine = { error: { code: "ENGINE_FAILED" } };

  test("an engine for any position is nobody's help in a game of theirs", async () => {
    await using web = await openWeb();
    const { person } = web;
    expect((await person.post("/api/analysis", ask)).body).toMatchObject(noEngine);
    const own = { white: { kind: "human" }, black: { kind: "agent" } };
    const { game_id: id, join_prompts: prompts } = (await person.post("/api/games", { players: own })).body;
    // Nobody plays there yet.
    expect((await person.post("/api/analysis", ask)).body).toMatchObject(noEngine);
    const code = /join_code[^A-Za-z0-9]+([A-Za-z0-9_-]+)/.exec(prompts.black)?.[1];
    await web.games.join(id, "Agent", { token: undefined, connection: null }, code);
    // Nobody has moved.
    expect((await person.post("/api/analysis", ask)).body).toMatchObject(noEngine);
    await person.post(`/api/games/${id}/moves`, { move: "d4" });
    const refused = await person.post("/api/analysis", ask);
    expect(refused).toMatchObject({ status: 403, body: { error: { code: "ANALYSIS_OFF", game_id: id } } });
    expect(refused.body.error.message).toContain(`You are playing game ${id}`);
    await person.post(`/api/games/${id}/analysis`, { on: true });
    expect((await person.post("/api/analysis", ask)).body).toMatchObject(noEngine);
    await person.post(`/api/games/${id}/analysis`, { on: false });
    await person.post(`/api/games/${id}/resign`);
    expect((await person.post("/api/analysis", ask)).body).toMatchObject(noEngine);
  });

  test("an engine for any position names the opening of a line that nobody plays, by the last position of it that has a name", async () => {
    await using web = await openWeb();
    const opening = async (about: object) => {
      const { status, body } = await web.person.post("/api/opening", about);
      return status === 200 ? body.opening : status;
    };
    const moves = ["e2e4", "c7c5", "h2h4"];
    expect(await opening({ game: "chess", moves: moves.slice(0, 2) })).toEqual({
      code: "B20",
      name: "Sicilian Defense",
    });
    expect(await opening({ game: "chess", moves: [...moves, "a7a6", "h4h5"] })).toMatchObject({ code: "B20" });
    expect(await opening({ game: "chess" })).toBeNull();
    expect(await opening({ game: "chess", fen: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", moves: ["e2e4"] })).toBeNull();
    expect(await opening({ game: "tic-tac-toe", moves: ["5"] })).toBeNull();
    expect(await opening({ game: "chess", moves: "e2e4" })).toBe(400);
  });

  test("an engine for any position reads a record with all that was written of it, and keeps nothing", async () => {
    await using web = await openWeb();
    const read = (pgn: string) => web.person.post("/api/lines", { pgn });
    const { status, body } = await read('[White "Ann"]\n\n1. e4 {Best.} e5 (1... c5!) 2. Nf3 *');
    expect([status, body.game, body.options, body.names]).toEqual([200, "chess", {}, { white: "Ann" }]);
    expect(body.lines.moves.map(({ after, text }: LineMove) => `${after} ${text}`).toSorted()).toEqual([
      "-1 e4",
      "0 c5",
      "0 e5",
      "1 Nf3",
    ]);
    expect(body.lines.moves.find(({ text }: LineMove) => text === "e4").comment).toBe("Best.");
    expect((await read("1. d4 d5")).body.lines.moves).toHaveLength(2);
    expect((await read('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *')).body.options).toMatchObject({
      fen: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    });
    expect(await read("1. e5")).toMatchObject({ status: 400, body: { error: { code: "INVALID_ARGUMENT" } } });
    expect((await web.person.get("/api/history")).body.games).toEqual([]);
  });

  test("an engine for any position looks at anything while the only opponent is the computer", async () => {
    await using web = await openWeb();
    const { person } = web;
    const players = { white: { kind: "human" }, black: { kind: "computer", level: 1 } };
    const id = (await person.post("/api/games", { players })).body.game_id;
    expect((await person.post(`/api/games/${id}/moves`, { move: "e4" })).status).toBe(200);
    expect((await person.post("/api/analysis", ask)).body).toMatchObject(noEngine);
  });

  test("an engine for any position leaves alone what agents have on their board", async () => {
    await using web = await openWeb();
    const { person } = web;
    const agents = { white: { kind: "agent" }, black: { kind: "agent" } };
    const id = (await person.post("/api/games", { players: agents })).body.game_id;
    for (const connection of ["one", "other"]) await web.games.join(id, "Agent", { connection });
    const start = { ...ask, moves: [] };
    expect((await person.post("/api/analysis", start)).body).toMatchObject(noEngine);
    const played = await web.games.play(id, "white", { text: "e4" });
    expect(played.ok).toBe(true);
    const refused = await person.post("/api/analysis", ask);
    expect(refused.body.error).toMatchObject({ code: "ANALYSIS_OFF", game_id: id });
    expect((await person.post("/api/analysis", start)).body).toMatchObject(noEngine);
  });

  test.each([
    ["illegal moves", { moves: ["e2e5"] }],
    ["games without an engine", { game: "tic-tac-toe", moves: [] }],
    ["positions that are none", { fen: "8/8/8/8/8/8/8/8 w - - 0 1" }],
    ["more lines than there are", { lines: 6 }],
  ])("an engine for any position looks at no %s", async (_, part) => {
    await using web = await openWeb();
    expect((await web.person.post("/api/analysis", { ...ask, ...part })).status).toBeGreaterThanOrEqual(400);
  });

  test("an engine for any position has nothing to say where the game is over", async () => {
    await using web = await openWeb();
    const mate = { ...ask, moves: ["f2f3", "e7e5", "g2g4", "d8h4"] };
    expect((await web.person.post("/api/analysis", mate)).body).toMatchObject({ depth: 0, lines: [] });
  });
});
