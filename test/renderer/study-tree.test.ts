import { describe, expect, it } from "vitest";
import { annotateMove, playMove, promoteLine, removeFrom, variationOf } from "../../src/renderer/analysis/tree.ts";
import type { TreeSpot } from "../../src/shared/coach/changes.ts";
import { followersOf, type Lines } from "../../src/shared/lines.ts";

const start: TreeSpot = { lines: { moves: [] }, node: -1 };
const play = (spot: TreeSpot, ...texts: readonly string[]): TreeSpot =>
  texts.reduce((before, text) => playMove(before, text.toLowerCase(), text), spot);
const at = (spot: TreeSpot, text: string): TreeSpot => ({
  ...spot,
  node: spot.lines.moves.findIndex((move) => move.text === text),
});

/** `a b (c d (e)) f` */
function told(lines: Lines): string {
  const next = followersOf(lines);
  const from = (place: number): string => {
    const [main, ...others] = next(place);
    if (main === undefined) return "";
    const one = (each: number) => lines.moves[each]?.text ?? "?";
    return ` ${one(main)}${others.map((other) => ` (${one(other)}${from(other)})`).join("")}${from(main)}`;
  };
  return from(-1).trim();
}

/** a b c, with d e instead of b c, and f instead of e. */
function grown(): TreeSpot {
  const main = play(start, "A", "B", "C");
  const side = play(at(main, "A"), "D", "E");
  return play(at(side, "D"), "F");
}

describe("a tree of lines", () => {
  it("a tree of lines grows where it is shown, and goes along what is there", () => {
    const tree = grown();
    expect(told(tree.lines)).toBe("A B (D E (F)) C");
    expect(tree.lines.moves[tree.node]?.text).toBe("F");
    const again = play({ ...tree, node: -1 }, "A", "D", "E");
    expect(again.lines).toBe(tree.lines);
    expect(again.lines.moves[again.node]?.text).toBe("E");
  });

  it("a tree of lines has its variations made the main line, step by step", () => {
    const tree = grown();
    const once = promoteLine(tree);
    expect(told(once.lines)).toBe("A B (D F (E)) C");
    expect(once.lines.moves[once.node]?.text).toBe("F");
    const twice = promoteLine(once);
    expect(told(twice.lines)).toBe("A D (B C) F (E)");
    expect(variationOf(twice.lines, twice.node)).toBeNull();
    expect(promoteLine(twice)).toBe(twice);
  });

  it("a tree of lines loses a move with all that follows it", () => {
    const tree = removeFrom(at(grown(), "D"));
    expect(told(tree.lines)).toBe("A B C");
    expect(tree.lines.moves[tree.node]?.text).toBe("A");
    expect(told(removeFrom(at(grown(), "B")).lines)).toBe("A D E (F)");
    expect(removeFrom(at(play(start, "A"), "A"))).toEqual({ lines: { moves: [] }, node: -1 });
    // There is no move at the start.
    const begun = { ...grown(), node: -1 };
    expect(removeFrom(begun)).toBe(begun);
  });

  it("a tree of lines keeps what is written of a move and of the whole, and forgets what is no longer", () => {
    const noted = annotateMove(at(grown(), "B"), { comment: "why", nags: [1] });
    expect(noted.lines.moves[1]).toEqual({ after: 0, code: "b", text: "B", comment: "why", nags: [1] });
    expect(annotateMove(noted, { comment: "", nags: [] }).lines.moves[1]).toEqual({ after: 0, code: "b", text: "B" });
    expect(annotateMove({ ...noted, node: -1 }, { comment: "all" }).lines.comment).toBe("all");
  });
});
