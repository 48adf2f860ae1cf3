import { setImmediate as nextPass } from "node:timers/promises";
import { parsePgn, startingPosition } from "chessops/pgn";
import { parseSan } from "chessops/san";
import { describe, expect, test } from "vitest";
import { definitions } from "../../src/games/register.ts";
import type { Leagues } from "../../src/main/league/leagues.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { createSpectators } from "../../src/main/views/export/spectators.ts";
import { refuse } from "../../src/shared/result.ts";
import { openLeagueHost, planOf } from "../league/support.ts";
import { sure } from "../live-games/support.ts";
import { amount } from "../support/full.ts";

/** Tags that tell of the end and the opening, which a game under way does not have yet, or has otherwise. */
const changing = new Set(["Result", "Termination", "ECO", "Opening"]);

/** A text as its games: the tags that stay, and the words of the moves without the result behind them. */
const gamesIn = (text: string) =>
  text.split(/\n\n(?=\[Event )/).flatMap((game) => {
    if (game === "") return [];
    const [tags = "", moves = ""] = game.trimEnd().split("\n\n");
    const staying = tags.split("\n").filter((tag) => !changing.has(/^\[(\w+)/.exec(tag)?.[1] ?? ""));
    return [{ tags: staying, words: moves.split(/\s+/).slice(0, -1), result: moves.split(/\s+/).at(-1) }];
  });

/** Expects that what was pulled first is a prefix of what was pulled later: games in order, and the words of each. */
function expectPrefix(early: string, late: string): void {
  const later = gamesIn(late);
  for (const [index, { tags, words, result }] of gamesIn(early).entries()) {
    expect(tags).toEqual(later[index]?.tags);
    expect(words).toEqual(later[index]?.words.slice(0, words.length));
    if (result !== "*") expect([result, words.length]).toEqual([later[index]?.result, later[index]?.words.length]);
  }
}

const read = new Map<string, number>();
/** The numbers of moves that another reader plays through; throws for a move that is none. */
const movesRead = (text: string): readonly number[] =>
  text.split(/\n\n(?=\[Event )/).map((part) => {
    const there = read.get(part);
    if (there !== undefined) return there;
    const [game, ...others] = parsePgn(part);
    if (!game || others.length > 0) throw new Error(`this is not one game: ${part}`);
    const position = startingPosition(game.headers).unwrap();
    const moves = [...game.moves.mainline()];
    for (const { san } of moves) {
      const move = parseSan(position, san);
      if (!move) throw new Error(`${san} is no move`);
      position.play(move);
    }
    read.set(part, moves.length);
    return moves.length;
  });

const chess = {
  game: "chess",
  players: 4,
  strategy: "random",
  longest_game: 4,
  // By the clock, each move is a commit of its own.
  clock: { initial_seconds: 600 },
};

/** A host with a league that has not begun, and a count of the games that were read for its spectators. */
async function hostOf(request: Readonly<Record<string, unknown>>) {
  const host = await openLeagueHost(openSqliteStore(":memory:"));
  const reads = { count: 0, missing: "" };
  const counting = {
    listen: host.games.listen,
    get: (id: string) => {
      reads.count += 1;
      return id === reads.missing
        ? Promise.resolve(refuse("GAME_NOT_FOUND", "It is not there yet"))
        : host.games.get(id);
    },
  };
  const spectators = createSpectators(counting, host.leagues);
  const { id } = sure(await host.leagues.create(planOf(request))).league;
  const live = async () => sure(await host.leagues.get(id));
  return {
    ...host,
    id,
    reads,
    live,
    spectators,
    pull: async (part?: string) => sure(await spectators.pgn(await live(), part)),
    start: async () => sure(await host.leagues.act(id, { type: "start" })),
    [Symbol.asyncDispose]: async () => {
      spectators.close();
      await host[Symbol.asyncDispose]();
    },
  };
}

const agents = ["Ada", "Boole"].map((name) => ({ kind: "agent", name }));
/** Begins a league of two agents. Resolves with its first game. */
async function begun({ id, start, leagues, games }: Awaited<ReturnType<typeof hostOf>>): Promise<string> {
  await start();
  for (const entrant of [1, 2]) sure(await leagues.act(id, { type: "answer", entrant }));
  const game = `L${id}m1g1`;
  await expect.poll(async () => (await games.get(game)).ok).toBe(true);
  return game;
}

const isOver = ({ league }: Parameters<Parameters<Leagues["waitUntil"]>[1]>[0]) => league.status === "complete";

describe("the games of a league for spectators elsewhere", () => {
  test("the games of a league for spectators elsewhere grow: each pull of 20 rounds is a prefix of each later one, and readable", async () => {
    await using host = await hostOf({ ...chess, rounds: 20, games_per_match: 2, concurrency: 2 });
    await host.start();
    const pulls = [await host.pull()];
    for (let isDone = false; !isDone; await nextPass()) {
      isDone = isOver(await host.live());
      const next = await host.pull();
      if (next.etag !== pulls.at(-1)?.etag) pulls.push(next);
    }
    const last = pulls.at(-1)?.text ?? "";
    expect(pulls.length).toBeGreaterThan(40);
    expect(pulls.filter(({ text }) => gamesIn(text).filter(({ result }) => result === "*").length > 1)).not.toEqual([]);
    for (const [index, { text }] of pulls.entries()) {
      expectPrefix(text, pulls[index + 1]?.text ?? last);
      // To read all of every pull would read each game forty times over.
      if (index % amount(5, 1) === 0) expect(text === "" ? [] : movesRead(text)).toHaveLength(gamesIn(text).length);
    }
    expectPrefix(pulls[40]?.text ?? "", last);
    expect(movesRead(last)).toHaveLength(80);
    expect(gamesIn(last).map(({ result }) => result)).not.toContain("*");
    expect(last).toContain('[Round "20.2"]');
    // A round is its part of the whole, and after a restart everything reads the same.
    const round = (await host.pull("7")).text;
    expect(last).toContain(round);
    expect(parsePgn(round).map(({ headers }) => headers.get("Round"))).toEqual(["7.1", "7.1", "7.2", "7.2"]);
    const again = createSpectators(host.games, host.leagues);
    expect(sure(await again.pgn(await host.live())).text).toBe(last);
    again.close();
  });

  test("the games of a league for spectators elsewhere are read once for each change, however many ask", async () => {
    await using host = await hostOf({ game: "chess", entrants: agents });
    const game = await begun(host);
    const pulls = () => Promise.all(Array.from({ length: 100 }, () => host.pull()));
    const first = await pulls();
    expect([host.reads.count, new Set(first).size]).toEqual([1, 1]);
    sure(await host.games.play(game, "white", { text: "e4" }));
    const second = await pulls();
    expect([host.reads.count, new Set(second).size, first[0]?.etag === second[0]?.etag]).toEqual([2, 1, false]);
    expect(gamesIn(second[0]?.text ?? "")).toMatchObject([{ words: ["1.", "e4"], result: "*" }]);
    // The talk of players is not in it, so that it stays the same.
    sure(await host.games.say(game, "white", "Good luck"));
    expect((await host.pull()).etag).toBe(second[0]?.etag);
    sure(await host.leagues.act(host.id, { type: "rename", name: "Another" }));
    expect((await host.pull()).text).toContain('[Event "Another"]');
  });

  test("a game that is still to be created holds back those that began after it, which would come to stand before it", async () => {
    await using host = await hostOf({ ...chess, rounds: 1 });
    const live = await host.start();
    const [one, other] = live.league.current.map(({ games }) => games[0]?.id ?? "");
    const shown = async () =>
      parsePgn(sure(await host.spectators.pgn(live)).text).map(({ headers }) => headers.get("GameId"));
    await expect.poll(async () => (await host.games.get(other ?? "")).ok).toBe(true);
    host.reads.missing = one ?? "";
    expect(await shown()).toEqual([]);
    host.reads.missing = "";
    await expect.poll(shown).toEqual([one, other]);
  });

  test("the board for spectators elsewhere shows the game before one that is still to be created", async () => {
    await using host = await hostOf({ ...chess, rounds: 1 });
    const { league } = await host.start();
    const [one = "", other = ""] = league.current.map(({ games }) => games[0]?.id ?? "");
    for (const id of [one, other]) await expect.poll(async () => (await host.games.get(id)).ok).toBe(true);
    const look = { board: "green", pieces: "kibitz" } as const;
    const shown = async (game?: string) => host.spectators.seed(await host.live(), game, look);
    host.reads.missing = other;
    expect(JSON.parse(sure(await shown()).text)).toMatchObject({ game_id: one });
    expect(await shown(other)).toMatchObject({ ok: false, code: "INVALID_ARGUMENT" });
    host.reads.missing = "";
    expect(JSON.parse(sure(await shown()).text)).toMatchObject({ game_id: other });
  });

  test("the board for spectators elsewhere shows what everybody may see, and the last game where none is named", async () => {
    await using host = await hostOf({ entrants: agents });
    const seedOf = async (game?: string) => {
      const seed = await host.spectators.seed(await host.live(), game, { board: "green", pieces: "kibitz" });
      return seed.ok ? JSON.parse(seed.value.text) : seed;
    };
    expect(await seedOf()).toMatchObject({ ok: false, code: "INVALID_ARGUMENT" });
    const game = await begun(host);
    sure(await host.games.play(game, "odd", { text: "3" }));
    const seed = await seedOf(game);
    expect(seed).toMatchObject({ game_id: game, live: true, result: "", moves: [{ code: "?", text: "?" }] });
    expect(JSON.stringify(seed)).not.toContain('"3"');
    sure(await host.games.play(game, "even", { text: "4" }));
    expect(await seedOf()).toMatchObject({ game_id: game, moves: [{ code: "3" }, { code: "4" }] });
    expect(await seedOf("4821")).toMatchObject({ ok: false });
  });

  test("games whose moves are hidden have no record that would show them while they go on", () => {
    expect(definitions.filter(({ rules, records }) => rules.conceals && records)).toEqual([]);
  });
});
