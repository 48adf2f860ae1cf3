import { expect, test } from "vitest";
import { definitions } from "../../src/games/register.ts";
import { leagueRequest, planLeague } from "../../src/main/league/request.ts";
import { describeIssues } from "../../src/shared/issues.ts";
import { runAtOnce } from "../../src/shared/steps.ts";

/** Why a request is refused; the names of its entrants where it is not. */
function answerTo(request: Readonly<Record<string, unknown>>): string {
  const read = leagueRequest.safeParse({ name: "Test", game: "odd-even", ...request });
  if (!read.success) return describeIssues(read.error);
  const plan = runAtOnce(planLeague(read.data, () => 0.5));
  return plan.ok ? plan.value.entrants.map(({ name }) => name).join(", ") : plan.message;
}
const random = { kind: "strategy", strategy: "random" };

test("a league's field is filled with the strategies and levels that its game has", () => {
  expect(answerTo({ players: 5 })).toBe("pattern, random, pattern 2, random 2, pattern 3");
  expect(answerTo({ players: 3, strategy: "random" })).toBe("random, random 2, random 3");
  expect(answerTo({ players: 3, game: "tic-tac-toe" })).toBe("perfect, random, perfect 2");
  expect(answerTo({ players: 4, game: "chess" })).toBe("random, Level 1, Level 2, Level 3");
  expect(answerTo({ players: 3, entrants: [{ ...random, name: "Random" }] })).toBe("Random, pattern, random 2");
});

test.each([
  ["what nobody said", { game: "odd-even" }, { rounds: 5 }],
  ["what was said", { game: "odd-even", options: { rounds: 9 } }, { rounds: 9 }],
  ["nothing where the game has nothing", { game: "chess" }, {}],
])("a league's record names the options that are played with: %s", (_, request, options) => {
  const plan = runAtOnce(planLeague(leagueRequest.parse({ name: "Test", ...request }), () => 0.5));
  expect(plan).toMatchObject({ ok: true, value: { settings: { options } } });
  expect(plan.ok && plan.value.settings.options).toEqual(options);
});

test("a match is worth three points, one or none, in chess one, a half or none, or what the request says", () => {
  const pointsOf = (request: Readonly<Record<string, unknown>>) => {
    const plan = runAtOnce(planLeague(leagueRequest.parse({ name: "Test", ...request }), () => 0.5));
    return plan.ok ? plan.value.settings.points : plan.message;
  };
  for (const { kind } of definitions)
    expect([kind, pointsOf({ game: kind })]).toEqual([
      kind,
      kind === "chess" ? { win: 1, draw: 0.5, loss: 0 } : { win: 3, draw: 1, loss: 0 },
    ]);
  const points = { win: 2, draw: 1, loss: 0 };
  expect(pointsOf({ game: "chess", points })).toEqual(points);
});

test.each([
  ["a game that is not there", { game: "go" }, /game/],
  ["a format that is not there", { format: "ladder" }, /format/],
  [
    "a strategy that the game does not have",
    { entrants: [{ kind: "strategy", strategy: "perfect" }] },
    /entrants\.0: strategy: odd-even has no strategy "perfect"\. It has pattern, random/,
  ],
  ["the same as what fills the field", { players: 4, strategy: "llm" }, /odd-even has no strategy "llm"/],
  [
    "a level with errors of another size",
    { game: "chess", entrants: [{ kind: "computer", level: 3, errors: 17 }] },
    /entrants\.0: engine: a computer has one of level, engine and errors/,
  ],
  [
    "errors where no engine plays",
    { entrants: [{ kind: "computer", errors: 17 }] },
    /entrants\.0: engine: no engine plays odd-even/,
  ],
  ["the computer's own strategy", { entrants: [{ kind: "strategy", strategy: "levels" }] }, /no strategy "levels"/],
  [
    "a name twice",
    {
      entrants: [
        { ...random, name: "A" },
        { ...random, name: "a" },
      ],
    },
    /entrants\.1: name: “a” is there twice/,
  ],
  [
    "a name twice, its accent once apart from its letter",
    { entrants: ["Ren\u00e9", "Rene\u0301"].map((name) => ({ ...random, name })) },
    /entrants\.1: name: “.*” is there twice/,
  ],
  [
    "a name in letters of full width that looks like another",
    { entrants: ["Ada", "Ａda"].map((name) => ({ ...random, name })) },
    /entrants\.1: name: “Ａda” is there twice: “Ａda” looks like “Ada”/,
  ],
  [
    "a name with a letter of another alphabet that looks like another",
    { entrants: ["Ada", "Аda"].map((name) => ({ ...random, name })) },
    /entrants\.1: name: “Аda” is there twice: “Аda” looks like “Ada”/,
  ],
  [
    "a name of Kibitz’s own",
    { entrants: [{ ...random, name: "Кibitz" }] },
    /entrants\.0: name: “Кibitz” reads as “Kibitz”/,
  ],
  ["a name that cannot be seen", { entrants: [{ ...random, name: "\u200e" }] }, /no visible characters/],
  ["too many entrants", { players: 513 }, /512 entrants at most/],
  [
    "more games than a league has",
    { format: "round-robin", players: 512 },
    /512 entrants would play 130816 games, and this league has 65536 at most\. So many rounds have room for 362/,
  ],
  [
    "more games than any two may play",
    { players: 2, rounds: 10_000, games_per_match: 10 },
    /2 entrants would play 100000 games.* Ask for fewer/,
  ],
  ["more than it has room for", { players: 5, max_entrants: 4 }, /5 are more than max_entrants, 4/],
  ["too many rounds", { rounds: 10_001 }, /10000 rounds at most/],
  [
    "more rounds than a Swiss league of all that it has room for has",
    { format: "swiss", players: 3, max_entrants: 4, rounds: 5 },
    /Swiss league of 4 has 4/,
  ],
  ["rounds of a knockout", { format: "knockout", players: 4, rounds: 2 }, /leave them out/],
  ["options that the game does not know", { options: { fen: "x" } }, /options of odd-even/],
  ["options that its rules refuse", { game: "chess", options: { fen: "8/8/8/8/8/8/8/8 w - - 0 1" } }, /king/i],
  [
    "openings of a game that has none",
    { openings: {}, game: "tic-tac-toe" },
    /openings: games of tic-tac-toe always start alike/,
  ],
  [
    "an opening with an illegal line",
    { game: "chess", openings: { text: "\n1. e4 e5 2. Ke3 *" } },
    /openings: line 2: .*“Ke3” cannot be played/,
  ],
  [
    "half of a pair from an opening",
    { game: "chess", openings: {}, games_per_match: 3 },
    /games_per_match must be even/,
  ],
  [
    "a start and openings",
    { game: "chess", openings: {}, options: { fen: "4k3/8/8/8/8/8/P7/4K3 w - - 0 1" } },
    /options\.fen: the openings say this/,
  ],
  [
    "a suite of one's own and another",
    { game: "chess", openings: { text: "1. e4 *", suite: "mixed" } },
    /openings\.suite/,
  ],
  ["an order that is not there", { game: "chess", openings: { order: "shuffled" } }, /openings\.order/],
  [
    "adjudication where no engine plays",
    { adjudication: { resign: { score: 500, moves: 3 } } },
    /adjudication: no engine tells the score of a position in odd-even/,
  ],
  ["a rule of adjudication by halves", { game: "chess", adjudication: { draw: { score: 5 } } }, /adjudication\.draw/],
  ["a fate that is not there", { missed_move: "pass" }, /missed_move/],
  ["a test by halves of pairs", { players: 2, sprt: {}, games_per_match: 3 }, /must be even/],
  ["a test for more than can be told", { players: 2, sprt: { elo1: 7_000 } }, /^sprt\.elo1: takes at most 1000$/],
  ["a test for less", { players: 2, sprt: { elo0: -7_000 } }, /^sprt\.elo0: takes at least -1000$/],
  [
    "a test that errs as often as not",
    { players: 2, sprt: { alpha: 0.5, beta: 0.5 } },
    /^sprt\.alpha: takes at most 0\.49/,
  ],
  ["a test of one difference", { players: 2, sprt: { elo0: 20 } }, /^sprt: elo1 must be more than elo0$/],
  ["a win that is worth nothing", { points: { win: 0, draw: 0, loss: 0 } }, /^points: a win must be worth more/],
  ["a draw that is worth a win", { points: { win: 1, draw: 1, loss: 0 } }, /^points: a win must be worth more/],
  ["a loss that is worth more than a draw", { points: { win: 3, draw: 0, loss: 1 } }, /^points: .*no less than a loss/],
  ["a tie-break that there is not", { tie_breaks: ["PS"] }, /^tie_breaks\.0: takes one of DE, SB, BH, BH-C1/],
  [
    "a bye of whom nobody is called",
    { format: "swiss", players: 3, max_entrants: 3, byes: [{ name: "Zuse", round: 1 }] },
    /^byes: no entrant is called “Zuse”$/,
  ],
  ["a tie-break twice", { tie_breaks: ["SB", "SB"] }, /^tie_breaks: a tie-break is named twice/],
  ["what it does not know", { player: 4 }, /player/],
])("a request for a league with %s is refused and says why", (_, request, reason) => {
  expect(answerTo(request)).toMatch(reason);
});
