import { describe, expect, it } from "vitest";
import {
  entrantMistakes,
  type FigureName,
  firstLeague,
  inFormat,
  type LeagueDraft,
  lacksPoints,
  leagueRequestOf,
} from "../../src/renderer/leagues/set-up/draft.ts";
import { newEntrant } from "../../src/renderer/leagues/set-up/entrant-draft.ts";

const asked = (change: Partial<LeagueDraft>) => leagueRequestOf({ ...firstLeague, ...change }, {}, "Chess");
/** The figures of a new league but for one. */
const withFigure = (name: FigureName, text: string) => ({ figures: { ...firstLeague.figures, [name]: text } });

describe("the dialog for a new league asks", () => {
  it.each([
    ["1,000", 1_000],
    ["12,000", 12_000],
    ["-1,000", -1_000],
    ["−1 000", -1_000],
    ["1\u202f000\u202f000", 1_000_000],
    ["1\u00a0000", 1_000],
    ["1'000", 1_000],
    ["1.000.000", 1_000_000],
    ["1.000,5", 1_000.5],
    ["1,000.25", 1_000.25],
    [" 7 ", 7],
    ["1.000", 1],
    ["1.5", 1.5],
    ["1,5", 1.5],
    ["0,500", 0.5],
    ["12,50", 12.5],
    ["1,0000", 1],
    ["1234,567", 1_234.567],
    [",5", 0.5],
    ["½", 0.5],
    ["1½", 1.5],
    ["1,00,000", "1,00,000"],
    ["1,000,50", "1,000,50"],
    ["1 00", "1 00"],
    ["1,000 000", "1,000 000"],
    ["1.0.0", "1.0.0"],
    ["many", "many"],
    ["Infinity", "Infinity"],
  ])(
    "the request reads %j as people do who group digits, and leaves what is no number to the host",
    (typed, number) => {
      expect(asked(withFigure("move_seconds", typed))["move_seconds"]).toBe(number);
    },
  );

  it("the request names a decider of level matches in a knockout alone, and where it is not the default", () => {
    expect(asked({ format: "knockout" })).not.toHaveProperty("decider");
    expect(asked({ format: "swiss", choices: { ...firstLeague.choices, decider: "armageddon" } })).not.toHaveProperty(
      "decider",
    );
    const armageddon: Partial<LeagueDraft> = {
      format: "knockout",
      choices: { ...firstLeague.choices, decider: "armageddon" },
    };
    expect(asked(armageddon)).toMatchObject({ decider: { last: "armageddon" } });
    expect(asked({ ...armageddon, ...withFigure("decider.extra_games", "2") })["decider"]).toEqual({
      last: "armageddon",
      extra_games: 2,
    });
    const pairs = { format: "knockout", ...withFigure("decider.extra_pairs", "1"), switches: { extraInPairs: true } };
    expect(asked(pairs)["decider"]).toEqual({ last: "lot", extra_pairs: 1 });
  });

  it("the request names late entries in a Swiss league alone, and keeps room for them", () => {
    expect(asked({ format: "swiss" })).toMatchObject({ max_entrants: 4 });
    expect(asked({ format: "round-robin", ...withFigure("late_entries.rounds", "1") })).not.toHaveProperty(
      "late_entries",
    );
    const late = asked({ format: "swiss", ...withFigure("late_entries.rounds", "2"), switches: { lateForHalf: true } });
    expect(late["late_entries"]).toEqual({ rounds: 2, worth: "half" });
    expect(late).not.toHaveProperty("max_entrants");
  });

  it("the request names what was typed, switched and chosen, and nothing that was not", () => {
    const usual = asked({});
    expect(usual).toMatchObject({ name: "Chess league", legal_moves: "shown" });
    for (const name of ["secret", "tie_breaks", "best_of", "missed_move", "openings", "adjudication"])
      expect(usual).not.toHaveProperty(name);
    const texts = {
      name: " Cup ",
      secret: " s ",
      forbidden_pairs: "A | B\n\n",
      byes: "A | 2 | half",
    };
    const switches = { bestOf: true, lateByLot: true, resigning: true, legalMoves: false };
    const choices = { ...firstLeague.choices, openings: "own" } as const;
    const tieBreaks = ["BH-C1", "DE"] as const;
    const full = asked({ format: "swiss", texts, tieBreaks, switches, choices, suite: "1. e4 *" });
    expect(full).toMatchObject({ name: "Cup", secret: "s", tie_breaks: ["BH-C1", "DE"], legal_moves: "hidden" });
    expect(full["forbidden_pairs"]).toHaveLength(1);
    expect(full["byes"]).toHaveLength(1);
    expect(full).toMatchObject({ best_of: true, missed_move: "random" });
    expect(full["openings"]).toEqual({ order: "random", policy: "pair", text: "1. e4 *", name: "given" });
    for (const suite of ["built-in", "shuffled", "mixed"] as const)
      expect(asked({ choices: { ...choices, openings: suite } })["openings"]).toMatchObject({ suite });
    expect(full["adjudication"]).toEqual({ resign: { score: 600, moves: 4 } });
  });

  it("a name that another entrant has is marked, also one that nobody typed", () => {
    const [first, second, ...others] = firstLeague.entrants;
    if (!first || !second) throw new Error("the draft has too few entrants");
    const named = (name: string) =>
      entrantMistakes({ ...firstLeague, entrants: [{ ...first, name }, second, ...others] });
    // The second is level 3.
    expect([named("Level 3"), named(" level 3 ")].map((each) => Object.keys(each))).toEqual([
      ["entrants.0.name"],
      ["entrants.0.name"],
    ]);
    expect([named(""), named("Ada")]).toEqual([{}, {}]);
  });

  it("a command is asked for word by word, and only with the consent to what it is now", () => {
    const fresh = newEntrant("command", firstLeague.entrants, []);
    const entrant = (command: string, consent?: string) => ({ ...fresh, texts: { command }, consent });
    const requests = (...entrants: LeagueDraft["entrants"]) => asked({ entrants });
    const typed = `claude -p  "be quick" 'say "5"' ""`;
    expect(requests(entrant(typed))["entrants"]).toEqual([
      { kind: "command", command: ["claude", "-p", "be quick", 'say "5"', ""] },
    ]);
    expect(requests(entrant("cat", "cat"), entrant("cat -", "cat"))["allow_commands"]).toEqual(["cat"]);
    const mistakes = (...entrants: LeagueDraft["entrants"]) =>
      Object.keys(entrantMistakes({ ...firstLeague, entrants }));
    expect(mistakes(entrant("cat", "cat"), { ...entrant("cat -", "cat"), key: 8, name: "B" })).toEqual([
      "entrants.1.command",
    ]);
    const more = { ...entrant("cat"), texts: { command: "cat", env: "PATH,KEY", prompt_by: "argument", votes: "3" } };
    expect(requests(more)["entrants"]).toEqual([
      { kind: "command", command: ["cat"], env: ["PATH", "KEY"], prompt_by: "argument", votes: 3 },
    ]);
  });

  it("points are asked for as all three or none", () => {
    const points = (...names: readonly FigureName[]) => Object.fromEntries(names.map((name) => [name, "1"]));
    const lacks = (figures: LeagueDraft["figures"]) => lacksPoints({ ...firstLeague, figures });
    expect(lacks(points())).toBe(false);
    expect(lacks(points("points.win"))).toBe(true);
    expect(lacks(points("points.win", "points.draw", "points.loss"))).toBe(false);
    expect(lacks(points("points.bye"))).toBe(false);
  });

  it("a measurement is of one entrant that is no level, with an interval and a number of games, and back again a league", () => {
    const draft = { ...firstLeague, ...inFormat(firstLeague, "measure") };
    expect(draft.entrants).toMatchObject([{ kind: "agent" }]);
    const request = leagueRequestOf({ ...draft, figures: { ...draft.figures, within: "100" } }, {}, "Chess");
    expect(request).toMatchObject({ game: "chess", entrants: [], within: 100 });
    for (const name of ["name", "format", "max_entrants", "games_per_match", "concurrency"])
      expect(request).not.toHaveProperty(name);
    expect(inFormat(draft, "swiss")).toEqual({ format: "swiss", entrants: firstLeague.entrants });
  });

  it("the request names what was typed for a model, and nothing that was not", () => {
    const empty = newEntrant("llm", [], []);
    const model = (more: object) => asked({ entrants: [{ ...empty, ...more }] })["entrants"];
    expect(model({ texts: { model: " m ", seed: " ", prompt_text: " " } })).toEqual([
      { kind: "llm", provider: "anthropic", model: "m" },
    ]);
    const told = { board: true, fen: true, history: true, legal: false };
    const texts = { key_env: " K ", reasoning_effort: "high", thinking_tokens: "2,000", seed: "7", "price.input": "1" };
    const typed = { key_env: "K", reasoning_effort: "high", thinking_tokens: 2_000, seed: 7, price: { input: 1 } };
    expect(model({ texts, parts: told })).toEqual([
      { kind: "llm", provider: "anthropic", model: "", ...typed, prompt: told },
    ]);
    // A prompt of one's own has no parts that are chosen.
    expect(model({ texts: { prompt_text: "{fen}" }, parts: told })).toEqual([
      { kind: "llm", provider: "anthropic", model: "", prompt_text: "{fen}" },
    ]);
  });
});
