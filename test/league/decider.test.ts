import { describe, expect, test } from "vitest";
import { countsFor } from "../../src/main/games/machine/rights.ts";
import { createGame } from "../../src/main/games/machine/seats.ts";
import { entrantOf, type League, openGames, type Side } from "../../src/main/league/machine/league.ts";
import { leagueRequest, planLeague } from "../../src/main/league/request.ts";
import { gameRequestOf, unreadableResult } from "../../src/main/league/rulings.ts";
import { changedParts, snapshotOf } from "../../src/main/league/snapshot.ts";
import { leagueSummary, matchView, pairResultsIn } from "../../src/main/views/league/league-view.ts";
import { deciderText } from "../../src/shared/league-words.ts";
import { runAtOnce } from "../../src/shared/steps.ts";
import { sure } from "../live-games/support.ts";
import { decide, figuresIn, leagueStandings, readLeague } from "./at-once.ts";
import { leagueOf, left, start, won } from "./in-hand.ts";

const knockout = (request: Readonly<Record<string, unknown>>) => {
  const it = leagueOf({ game: "tic-tac-toe", format: "knockout", players: 2, ...request });
  it.act({ type: "start" });
  return it;
};
type Held = ReturnType<typeof knockout>;
const play = (it: Held, ...winners: readonly (Side | null)[]) => {
  for (const winner of winners) it.act({ type: "report", game: it.games[0] ?? "", result: won(winner) });
};
const open = (league: League) => openGames(league)[0]?.game;
const second = ({ first }: { readonly first: Side }): Side => (first === "a" ? "b" : "a");

test("a match that goes on has the score of its games so far, and counts in no column of the table yet", () => {
  const it = leagueOf({ game: "tic-tac-toe", players: 2, games_per_match: 2 });
  it.act({ type: "start" });
  const row = () => {
    const [first] = leagueStandings(it.league);
    return [first?.played, first?.gamePoints, figuresIn(it.league)(first?.number ?? 0).score_percent];
  };
  play(it, "a");
  const [match] = it.league.current;
  expect(match && matchView(it.league, match)).toMatchObject({ status: "playing", score: [1, 0] });
  expect(row()).toEqual([0, 0, null]);
  play(it, "a");
  expect(row()).toEqual([1, 2, 100]);
});

describe("a level match of a knockout with an Armageddon", () => {
  const armageddon = { decider: { last: "armageddon" } };

  test("a level match of a knockout with an Armageddon has one more game, which the second seat wins by a draw, and no point of which counts", () => {
    const it = knockout(armageddon);
    play(it, null);
    const game = open(it.league);
    expect(game).toMatchObject({ id: "L9m1g2", armageddon: true });
    expect(it.events.at(-1)).toEqual({ type: "gameAssigned", match: 1, game: "L9m1g2", armageddon: true });
    if (!game) throw new Error("there is one");
    play(it, null);
    const [match] = it.league.current;
    expect(match?.result).toEqual({ winner: second(game), score: [0.5, 0.5], termination: "normal", played: true });
    const champion = second(game) === "a" ? 1 : 2;
    expect(it.league).toMatchObject({ status: "complete", champion });
    expect(leagueStandings(it.league).map(({ number, won: wins, gamePoints }) => [number, wins, gamePoints])).toEqual([
      [champion, 1, 0.5],
      [3 - champion, 0, 0.5],
    ]);
    expect(figuresIn(it.league)(champion)).toMatchObject({ score_percent: 50, terminations: { normal: 2 } });
    if (!match) throw new Error("there is one");
    expect(matchView(it.league, match)).toMatchObject({
      score: [0.5, 0.5],
      armageddon: {
        game_id: "L9m1g2",
        first: entrantOf(it.league, game.first === "a" ? 1 : 2)?.name,
        seat: "O",
        result: "drawn",
      },
    });
    expect(leagueSummary(it.league).champion).toBe(entrantOf(it.league, champion)?.name);
  });

  test.each(["a", "b"] as const)(
    "a level match of a knockout with an Armageddon goes to whoever wins that game: %s",
    (winner) => {
      const it = knockout(armageddon);
      play(it, null, winner);
      const [match] = it.league.current;
      expect(match?.result).toMatchObject({ winner, score: [0.5, 0.5] });
      expect(match && matchView(it.league, match).armageddon?.result).toBe("won");
      expect(it.league.champion).toBe(winner === "a" ? 1 : 2);
    },
  );

  test("a level match of a knockout with an Armageddon has none where somebody is ahead, and extra games before it where they are asked for", () => {
    const it = knockout(armageddon);
    play(it, "b");
    expect(it.league).toMatchObject({ status: "complete", champion: 2 });
    const after = knockout({ decider: { last: "armageddon", extra_games: 2 } });
    play(after, null, null);
    expect(open(after.league)).not.toHaveProperty("armageddon");
    play(after, null);
    expect(open(after.league)).toMatchObject({ id: "L9m1g4", armageddon: true });
  });

  test("a level match of a knockout with an Armageddon draws who begins, by the league's secret, so that either may", () => {
    const firsts = new Set(
      [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => {
        const it = knockout({ ...armageddon, seed });
        play(it, null);
        return open(it.league)?.first;
      }),
    );
    expect(firsts).toEqual(new Set(["a", "b"]));
  });

  test("a level match of a knockout with an Armageddon goes on in its middle as it was kept", () => {
    const it = knockout(armageddon);
    play(it, null);
    const kept = JSON.parse(JSON.stringify({ snapshot: snapshotOf(it.league), parts: changedParts(null, it.league) }));
    const back = sure(readLeague({ id: "9", ...kept }));
    expect(back).toEqual(it.league);
    const game = open(back);
    if (!game) throw new Error("there is one");
    const ended = sure(decide(back, { type: "report", game: game.id, result: won(null) }, start));
    expect(ended.league.current[0]?.result?.winner).toBe(second(game));
  });

  test("a level match of a knockout with an Armageddon goes by lot where its record cannot be read, and to who is there where the other leaves", () => {
    const unread = knockout(armageddon);
    play(unread, null);
    unread.act({ type: "report", game: "L9m1g2", result: unreadableResult });
    expect(unread.league.current[0]?.result).toMatchObject({ lot: true, score: [0.5, 0.5] });
    const gone = knockout(armageddon);
    play(gone, null);
    gone.act({ type: "leave", entrant: 1 });
    gone.act({ type: "report", game: "L9m1g2", result: left("b") });
    const [match] = gone.league.current;
    expect(match?.result).toMatchObject({ winner: "b", termination: "forfeit", score: [0.5, 0.5] });
    expect(gone.league.champion).toBe(2);
  });

  test("a level match of a knockout with an Armageddon is played with less time for the second seat, and rated for nobody", () => {
    const it = knockout({ ...armageddon, clock: { initial_seconds: 300, increment_seconds: 2 } });
    const stateOf = () => {
      const [match] = it.league.current;
      const request = match && gameRequestOf(it.league, match, match.games.at(-1) ?? match.games[0] ?? never());
      return request ? sure(createGame({ ...request, id: "1" }, start)).state : never();
    };
    const ended = { outcome: { winner: null, reason: "full-board" }, ply: 9 };
    expect(stateOf().clock?.left).toEqual([300_000, 300_000]);
    expect(countsFor({ ...stateOf(), ...ended }, () => [])).toHaveProperty("entrants");
    play(it, null);
    expect(stateOf()).toMatchObject({
      clock: { initialMs: 300_000, secondMs: 240_000, incrementMs: 2_000, left: [300_000, 240_000] },
      league: { game: 2, armageddon: true },
    });
    expect(countsFor({ ...stateOf(), ...ended }, () => [])).toEqual({ unrated: "armageddon" });
  });

  test("a level match of a knockout with an Armageddon makes no pair of a game and its Armageddon", () => {
    const it = knockout(armageddon);
    play(it, null, null);
    expect(pairResultsIn(it.league)).toBeNull();
  });
});

describe("a level match of a knockout with extra games", () => {
  test("a level match of a knockout with extra games goes by lot at once where there are none", () => {
    const it = knockout({ decider: { extra_games: 0 } });
    play(it, null);
    expect(it.league.current[0]?.result).toMatchObject({ lot: true, score: [0.5, 0.5] });
  });

  test("a level match of a knockout with extra games plays pairs to their end", () => {
    const it = knockout({ decider: { extra_pairs: 2 }, games_per_match: 2 });
    play(it, "a", "b", "a");
    expect(it.games).toEqual(["L9m1g4"]);
    play(it, "b", null, "a");
    expect(it.league.current[0]?.result).toMatchObject({ winner: "a", score: [3.5, 2.5] });
  });

  test("a level match of a knockout with extra games goes by lot after the last of the pairs", () => {
    const it = knockout({ decider: { extra_pairs: 1 } });
    play(it, null, "b", "a");
    expect(it.league.current[0]?.result).toMatchObject({ lot: true, score: [1.5, 1.5] });
  });
});

test.each([
  [{ format: "swiss", players: 4 }, /^decider: only in a knockout/],
  [{ game: "odd-even", decider: { last: "armageddon" } }, /both choose at once/],
  [{ decider: { extra_games: 2, extra_pairs: 1 } }, /not both/],
  [{ decider: { last: "armageddon", time_odds: 0.5 } }, /in a league with a clock/],
  [{ game: "chess", openings: {}, decider: { extra_games: 3 } }, /must be even/],
])("a decider that does not fit is refused: %o", (change, message) => {
  const request = { game: "tic-tac-toe", format: "knockout", players: 2, decider: {}, ...change };
  const planned = runAtOnce(planLeague(leagueRequest.parse(request), () => 0.5));
  expect(planned).toMatchObject({ code: "INVALID_ARGUMENT", message: expect.stringMatching(message) });
});

test.each([
  [{ last: "lot", extra_games: 4 }, "4 more games until one is won, then drawing lots"],
  [{ last: "lot", extra_games: 0 }, "drawing lots"],
  [{ last: "armageddon", extra_pairs: 1 }, "1 more pair until one is won, then an Armageddon"],
  [{ last: "armageddon", extra_games: 0, time_odds: 0.8 }, "an Armageddon, the second seat with 80% of the time"],
] as const)("a decider is told in words: %o", (decider, text) => expect(deciderText(decider)).toBe(text));

function never(): never {
  throw new Error("there is one");
}
