import { Chess } from "chess.js";
import { expect, test } from "vitest";
import { theoryOf } from "../../src/games/chess/openings/names.ts";
import { definitionOf } from "../../src/games/register.ts";
import type { Analyst, Effort } from "../../src/main/players/stockfish/analyst.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import type { Store } from "../../src/main/store/store.ts";
import { createReplays } from "../../src/main/views/game/replay.ts";
import { gamesPlayed, reviewNext } from "../../src/main/views/league/league-quality.ts";
import { knownOf, nothingKnown } from "../../src/main/views/league/league-view.ts";
import { accept } from "../../src/shared/result.ts";
import { runAtOnce } from "../../src/shared/steps.ts";
import { sure } from "../live-games/support.ts";
import { leagueDetail, leagueReport } from "./at-once.ts";
import { openLeagueHost, planOf, toItsEnd } from "./support.ts";

const seenBy = { engine: "Oracle", notice: null };

/** The first legal move after some others. */
function firstAfter(moves: readonly string[]): string {
  const board = new Chess();
  for (const move of moves) board.move(move);
  return board.moves({ verbose: true })[0]?.lan ?? "";
}

/** An analyst with an opinion of every position, which follows from its number, that likes the first move best. */
function analystWith(asked: (Effort | undefined)[]): Analyst {
  const opinions = [20, 180, -60, 400, -250, 90, 0];
  return {
    look: async (_, moves, __, effort) => {
      asked.push(effort);
      const score = { kind: "cp", value: opinions[moves.length] ?? 0 } as const;
      return accept({ depth: 5, score, line: [firstAfter(moves)], ...seenBy });
    },
    explore: async () => accept({ lines: [], ...seenBy }),
    compare: async () => accept({ lines: [], ...seenBy }),
    close: async () => {},
  };
}

test("games of a league are looked through one by one, and what was found is kept with the game", async () => {
  const memory = openSqliteStore(":memory:");
  const readOf: string[] = [];
  const damaged = new Set<string>();
  const store: Store = {
    ...memory,
    game: async (game) => {
      const stored = await memory.game(game);
      return stored && damaged.has(game) ? { ...stored, snapshot: { ...stored.snapshot, data: null } } : stored;
    },
    leagueReviews: (league) => {
      readOf.push(league);
      return memory.leagueReviews(league);
    },
  };
  const asked: (Effort | undefined)[] = [];
  const analysis = { analyst: analystWith(asked), replays: createReplays() };
  const { signal } = new AbortController();
  const random = { kind: "strategy", strategy: "random" } as const;
  let id = "";
  {
    await using host = await openLeagueHost(store);
    const request = { game: "chess", longest_game: 3, games_per_match: 4, entrants: [random, random] };
    id = sure(await host.leagues.create(planOf(request))).league.id;
    sure(await host.leagues.act(id, { type: "start" }));
    const { league } = await toItsEnd(host.leagues, id);
    const first = sure(await reviewNext(league, { games: 2, nodes: 5_000 }, { ...host, analysis }, signal));
    expect(first).toMatchObject({ games: 2, reviewed: 1, nodes: 5_000, engines: ["Oracle"] });
    expect(asked.map((effort) => effort?.nodes)).toEqual(Array.from({ length: 7 }, () => 5_000));
    const second = sure(await reviewNext(league, { games: 2, nodes: 5_000 }, { ...host, analysis }, signal));
    expect([second.reviewed, asked.length]).toEqual([2, 14]);
    // The first game and the last are taken, in which it had either seat; by the games' own reports.
    const { engine } = definitionOf("chess");
    const scores = [20, -180, -60, -400, -250, -90, 0].map((value) => ({ kind: "cp", value }) as const);
    const reports = (
      [
        [0, "white"],
        [3, "black"],
      ] as const
    ).map(async ([at, seat]) => {
      const { moves, state } = sure(await host.games.get(runAtOnce(gamesPlayed(league))[at] ?? ""));
      const played = moves.map(({ code }) => code);
      const avoidable = played.map((code, ply) => code !== firstAfter(played.slice(0, ply)));
      // Moves up to the last named position are told apart from those after it.
      const known = theoryOf({}, played);
      const byPart = [true, false].map((isKnown) => {
        const ignored = played.map((_, ply) => ply < known !== isKnown);
        const part = engine?.report({}, scores, avoidable, ignored).seats[seat];
        return { moves: part?.moves, accuracy: part?.accuracy, centipawnLoss: part?.averageCentipawnLoss };
      });
      const { theory, later } = state.review?.seats[seat] ?? {};
      expect([known > 0, theory, later]).toEqual([true, ...byPart]);
      return engine?.report({}, scores, avoidable).seats[seat];
    });
    const [one, again] = await Promise.all(reports);
    const mean = (of: "accuracy" | "averageCentipawnLoss") => ((one?.[of] ?? 0) + (again?.[of] ?? 0)) / 2;
    const found = second.entrants.find(({ number }) => number === 1);
    expect(found).toMatchObject({ games: 2, accuracy: expect.closeTo(mean("accuracy"), 0) });
    expect(found?.average_centipawn_loss).toBeCloseTo(mean("averageCentipawnLoss"), 1);
    expect(found?.blunders).toBe((one?.judged.blunder ?? 0) + (again?.judged.blunder ?? 0));
    const live = sure(await host.leagues.get(id));
    expect(leagueDetail(live, await knownOf(live, host)).review).toEqual({ games: 4, reviewed: 2 });
    // However often it is looked at, and whatever came since.
    expect(readOf).toEqual([id]);
  }
  await using host = await openLeagueHost(store);
  const { league } = sure(await host.leagues.get(id));
  const live = sure(await host.leagues.get(id));
  const { standings } = leagueReport(live, await knownOf(live, host));
  const own = standings.find(({ number }) => number === 1);
  expect(own?.quality).toMatchObject({ games: 2, blunders: expect.any(Number), accuracy: expect.any(Number) });
  expect(leagueDetail(live, await knownOf(live, host)).review).toEqual({ games: 4, reviewed: 2 });
  expect(leagueReport(live, nothingKnown).standings.map(({ quality }) => quality)).toEqual([null, null]);
  const known = sure(await reviewNext(league, { games: 2, nodes: 5_000 }, { ...host, analysis }, signal));
  expect([known.reviewed, asked.length]).toEqual([2, 14]);
  // One that cannot be read holds up no other.
  damaged.add(runAtOnce(gamesPlayed(league))[1] ?? "");
  const others = sure(await reviewNext(league, { games: 4, nodes: 5_000 }, { ...host, analysis }, signal));
  expect([others.games, others.reviewed, asked.length]).toEqual([3, 3, 21]);
  const still = sure(await reviewNext(league, { games: 4, nodes: 5_000 }, { ...host, analysis }, signal));
  expect([still.games, still.reviewed, asked.length]).toEqual([3, 3, 21]);
  // Harder is another question.
  sure(await reviewNext(league, { games: 1, nodes: 9_000 }, { ...host, analysis }, signal));
  expect(asked.at(-1)?.nodes).toBe(9_000);
});
