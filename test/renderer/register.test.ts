import { describe, expect, it } from "vitest";
import { findBoard } from "../../src/games/boards.ts";
import { findPage, pages } from "../../src/games/pages.ts";
import { definitionOf, definitions } from "../../src/games/register.ts";
import { findPage as findPageWithNim, pages as pagesWithNim } from "../fixtures/nim-pages.ts";

describe("the pages' register", () => {
  it("the pages' register has the games of the host, in their order, as the host describes them", () => {
    expect(pages.map(({ kind }) => kind)).toEqual(definitions.map(({ kind }) => kind));
    for (const page of pages) {
      const definition = definitionOf(page.kind);
      for (const fact of ["title", "seats", "simultaneous", "takeback", "moveNumbers"] as const)
        expect(page[fact], `${page.kind}: ${fact}`).toEqual(definition[fact]);
      expect([page.engine?.levelRatings, page.records !== undefined]).toEqual([
        definition.engine?.levelRatings,
        definition.records !== undefined,
      ]);
    }
  });

  it("the pages' register asks for options that the host takes", () => {
    for (const { kind, options } of pages)
      for (const { name } of options) expect(Object.keys(definitionOf(kind).options.shape), kind).toContain(name);
  });

  it("the pages' register takes the numbers that the host takes for an option, and no others", () => {
    for (const { kind, options } of pages)
      for (const option of options) {
        if (option.kind !== "number") continue;
        const definition = definitionOf(kind);
        for (let number = 0; number <= 1_001; number += 1) {
          const given = { [option.name]: number };
          const isTaken = definition.options.safeParse(given).success && definition.rules.start(given).ok;
          expect(option.problem(String(number)) === null, `${kind}: ${option.name} ${number}`).toBe(isTaken);
        }
      }
  });

  it("the pages' register says that a game is unknown", () => {
    expect(findPage("go")).toBeNull();
    expect(findBoard("go")).toBeNull();
  });

  it("the pages' register loads what is needed to play, for the page of a game and for the board in a chat", async () => {
    for (const page of pages) {
      const play = await page.load();
      expect(play).toMatchObject({ kind: page.kind, seats: page.seats });
      expect(play.win !== undefined, page.kind).toBe(definitionOf(page.kind).claims !== undefined);
      expect(play).toMatchObject({ ...findBoard(page.kind) });
      expect(play.notation === undefined && page.options.some(({ kind }) => kind === "position")).toBe(false);
    }
  });

  it("the pages' register recognises the views of its own game", async () => {
    for (const definition of definitions) {
      const start = definition.rules.start({});
      if (!start.ok) throw new Error(start.message);
      const view = definition.rules.view(start.value, null);
      const play = await findPage(definition.kind)?.load();
      expect(play?.isView({ ...view }), definition.kind).toBe(true);
      expect(play?.isView({ kind: definition.kind }), definition.kind).toBe(false);
    }
  });

  it("the pages' register knows another game by one line more", async () => {
    expect(pagesWithNim.map(({ kind }) => kind)).toEqual([...pages.map(({ kind }) => kind), "nim"]);
    const play = await findPageWithNim("nim")?.load();
    const legal = ["a1", "a2", "b1"];
    expect(play?.readMove({ kind: "nim" }, legal, " A2 ")).toEqual({ kind: "move", code: "a2" });
    expect(play?.readMove({ kind: "nim" }, legal, "c9")).toEqual({ kind: "illegal" });
  });
});

describe("a game's course", () => {
  const history = (...moves: readonly (readonly [string, string])[]) =>
    moves.map(([by, code], index) => ({
      ply: index + 1,
      code,
      text: code,
      by,
      at: "2026-11-22T00:00:00.000Z",
      ms: 0,
      clock: null,
    }));

  it("a game's course shows tic-tac-toe at every ply", async () => {
    const play = await findPage("tic-tac-toe")?.load();
    const moves = history(["X", "b2"], ["O", "a1"]);
    const course = play?.follow({ options: {}, history: moves }, null);
    // It knows its positions by the moves alone.
    const game = JSON.parse('{ "view": { "kind": "tic-tac-toe" } }');
    expect(play?.shownAt(game, course, 1)).toEqual({
      view: { kind: "tic-tac-toe", cells: [null, null, null, null, "X", null, null, null, null] },
      lastMove: "b2",
    });
    expect(play?.shownAt(game, course, null)).toMatchObject({ lastMove: "a1" });
    expect(play?.shownAt(game, course, 0)).toMatchObject({ lastMove: null });
  });

  it("a game's course carries the person's own choice of odd/even over, until the round is over", async () => {
    const play = await findPage("odd-even")?.load();
    const seen = { kind: "odd-even", round: 1, rounds: 5, past: [], score: { odd: 0, even: 0 } };
    const mine = { ...seen, chosen: { odd: true, even: false }, own: 3 };
    const everybody = { ...mine, own: null };
    expect(play?.carry?.(mine, everybody)).toEqual(mine);
    const next = {
      ...everybody,
      round: 2,
      past: [{ odd: 3, even: 2, winner: "odd" }],
      chosen: { odd: false, even: false },
    };
    expect(play?.carry?.(mine, next)).toEqual(next);
    expect(play?.sameDecision(everybody, everybody)).toBe(true);
    expect(play?.sameDecision(everybody, next)).toBe(false);
  });

  it("a game's course has a choice belong to its position, and not to every other one at its ply", async () => {
    const play = await findPage("chess")?.load();
    const at = (fen: string) => ({ kind: "chess", fen, check: false });
    const [open, french] = ["4p3/4P3", "4P3/4p3"].map((ranks) => at(`4k3/8/8/8/${ranks}/8/4K3 w - - 0 2`));
    expect([open && play?.sameDecision(open, { ...open }), open && french && play?.sameDecision(open, french)]).toEqual(
      [true, false],
    );
  });
});
