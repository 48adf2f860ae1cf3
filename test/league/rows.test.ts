import { expect, test } from "vitest";
import { type Driver, noEffort } from "../../src/main/players/driver.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { gamePgn } from "../../src/main/views/export/game-pgn.ts";
import { csvOf, gameRows, jsonOf, moveRows } from "../../src/main/views/export/league-rows.ts";
import { nothingKnown } from "../../src/main/views/league/league-view.ts";
import { accept } from "../../src/shared/result.ts";
import { sure } from "../live-games/support.ts";
import { seeded } from "../support/seeded.ts";
import { leagueReport } from "./at-once.ts";
import { openLeagueHost, planOf, toItsEnd } from "./support.ts";

/** The rows of comma-separated values, as any other program reads them (RFC 4180). */
function rowsOf(csv: string): readonly Readonly<Record<string, string>>[] {
  const lines = csv.split("\r\n").slice(0, -1);
  const cells = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
      quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'),
    );
  const [head = [], ...rows] = lines.map(cells);
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ""])));
}

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}

/** Moves at random, and now and then illegally, late, by lot, or with an answer that is none. */
function unsteady(): Driver {
  const random = seeded(5);
  return {
    chooseMove: async ({ legalMoves, rejects }) => {
      const move = legalMoves[Math.floor(random() * legalMoves.length)] ?? "";
      const answer = {
        text: `I think.\nMOVE: ${move}`,
        length: 20_000,
        sha256: "ab",
        form: "move-line",
        choice: move,
        finish: "stop",
        model: "m-1",
        sent: '{"seed":1}',
      };
      if (rejects.length === 0 && random() < 0.1)
        return accept({
          text: move,
          thoughts: { text: "I think." },
          effort: { ...noEffort, answer, votes: [answer, { ...answer, form: null, choice: null }] },
        });
      const tokens = { input: 100, output: Math.floor(50 * random()), reasoning: 3 };
      const effort = { retries: 0, unusable: 0, fallback: null, failures: [], tokens, cost: 0.25 };
      const how = random();
      if (rejects.length === 0 && how < 0.1) return accept({ text: "zz", effort });
      if (rejects.length === 0 && how < 0.15) return accept({ text: legalMoves[0] === "a1" ? "d4" : "zz", effort });
      if (how < 0.3) {
        const causes = { late: 1, unreadable: 1 };
        return accept({ text: move, effort: { ...effort, retries: 1, unusable: 2, failures: ["a, “b”"], causes } });
      }
      return accept({ text: move, effort: how < 0.4 ? { ...effort, fallback: "it said nothing" } : effort });
    },
  };
}

test("every figure of the table follows from the rows of its games and moves", async () => {
  await using host = await openLeagueHost(openSqliteStore(":memory:"), undefined, { driver: unsteady() });
  const names = ["=Ada", "Bo, the second", "Cy"];
  const entrants = names.map((name) => ({ kind: "strategy", strategy: "random", name }));
  const request = { game: "tic-tac-toe", entrants, games_per_match: 4, most_by_lot: 0.3 };
  const { id } = sure(await host.leagues.create(planOf(request))).league;
  sure(await host.leagues.act(id, { type: "start" }));
  const live = await toItsEnd(host.leagues, id);
  const { standings } = leagueReport(live, nothingKnown);
  const all = rowsOf(await textOf(csvOf(gameRows(live.league, host.games))));
  const games = all.filter(({ game_id }) => game_id !== "");
  const moves = rowsOf(await textOf(csvOf(moveRows(live.league, host.games))));
  // Each has a bye, which has a row of its own.
  expect([games.length, all.length]).toEqual([12, 15]);
  for (const row of standings) {
    const sides = games.flatMap((game) =>
      ["first", "second"].flatMap((side) => {
        const cell = (name: string) => Number(game[`${side}_${name}`]);
        return cell("entrant") === row.number ? [{ game, side, cell }] : [];
      }),
    );
    const sum = (of: (side: (typeof sides)[number]) => number) => sides.reduce((all, each) => all + of(each), 0);
    const own = moves.filter(({ entrant }) => Number(entrant) === row.number);
    const count = (name: string) => own.reduce((all, move) => all + Number(move[name]), 0);
    const times = own.map(({ ms }) => Number(ms)).toSorted((one, other) => one - other);
    const attempts = sum(({ cell }) => cell("own_moves") + cell("illegal") + cell("errors"));
    const rounded = (value: number) => Number(value.toFixed(1));
    const won = sum(({ game, side }) => (game["result"] === side ? 1 : game["result"] === "drawn" ? 0.5 : 0));
    expect(row).toMatchObject({
      score_percent: rounded((100 * won) / sides.length),
      attempts,
      own_moves: sum(({ cell }) => cell("own_moves")),
      illegal_per_1000: rounded((1_000 * sum(({ cell }) => cell("illegal"))) / attempts),
      errors_per_1000: rounded((1_000 * sum(({ cell }) => cell("errors"))) / attempts),
      retries: sum(({ cell }) => cell("retries")),
      fallbacks: own.filter(({ by_lot }) => by_lot !== "").length,
      thoughts: own.filter(({ thoughts }) => thoughts !== "").length,
      contradicted: own.filter(({ contradictions }) => contradictions !== "").length,
      games_by_lot: sides.filter(({ cell }) => cell("by_lot") / cell("moves") > 0.3).length,
      mean_move_ms: rounded(count("ms") / own.length),
      median_move_ms: times[Math.ceil(times.length / 2) - 1],
      cost_per_game: Number((count("cost") / sides.length).toFixed(6)),
      causes: { late: count("late"), "illegal-notation": count("illegal_notation") },
    });
    expect(row.tokens_per_move?.output).toBe(rounded(count("output_tokens") / own.length));
    for (const name of ["illegal", "errors", "retries", "late", "illegal_notation", "output_tokens"])
      expect([name, count(name)]).toEqual([name, sum(({ cell }) => cell(name))]);
    expect(sum(({ cell }) => cell("illegal"))).toBeGreaterThan(0);
  }
  expect(all.map(({ termination }) => termination).filter((each) => each === "bye")).toHaveLength(3);
  expect(new Set(games.map(({ unrated }) => unrated))).toEqual(new Set(["", "by_lot"]));
  expect(moves.find(({ failures }) => failures !== "")?.["failures"]).toBe("a, “b”");
  expect(moves.map(({ name }) => name)).toContain("Bo, the second");

  const told = JSON.parse(await textOf(jsonOf("moves", moveRows(live.league, host.games), live.league, [])));
  expect(told).toMatchObject({
    kibitz: expect.any(String),
    league_id: id,
    seed: 7,
    entrants: [{ name: "=Ada" }, {}, {}],
  });
  expect(told.moves).toHaveLength(moves.length);
  expect(told.moves).toContainEqual(expect.objectContaining({ read_as: null, answer: null, answer_cut: null }));
  const answered = told.moves.filter(({ answer }: { answer: string | null }) => answer !== null);
  expect(answered.length).toBeGreaterThan(0);
  for (const { code, ...row } of answered)
    expect(row).toMatchObject({
      answer: `I think.\nMOVE: ${code}`,
      answer_length: 20_000,
      answer_cut: true,
      answer_sha256: "ab",
      read_as: "move-line",
      votes: `${code} none`,
      model: "m-1",
      sent: '{"seed":1}',
      thoughts: "I think.",
      thoughts_cut: false,
      contradictions: null,
    });
});

test("the PGN says which moves were drawn by lot", async () => {
  const driver = unsteady();
  await using host = await openLeagueHost(openSqliteStore(":memory:"), undefined, { driver });
  const dice = (name: string) => ({ kind: "strategy", strategy: "random", name });
  const fen = "4k3/1r6/8/8/8/8/1R6/4K3 w - - 80 80";
  const request = { game: "chess", options: { fen }, entrants: ["A", "B"].map(dice) };
  const { id } = sure(await host.leagues.create(planOf(request))).league;
  sure(await host.leagues.act(id, { type: "start" }));
  const { league } = await toItsEnd(host.leagues, id);
  const lots = rowsOf(await textOf(csvOf(moveRows(league, host.games)))).filter(({ by_lot }) => by_lot !== "");
  expect(lots.length).toBeGreaterThan(0);
  const game = sure(await host.games.get(lots[0]?.["game_id"] ?? ""));
  const inGame = lots.filter(({ game_id }) => game_id === game.state.id);
  expect(
    gamePgn(game)
      ?.replaceAll("\n", " ")
      .match(/\{ ?Drawn by lot\. ?\}/g),
  ).toHaveLength(inGame.length);
});
