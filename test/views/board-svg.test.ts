import { expect, test } from "vitest";
import type { ChessView } from "../../src/games/chess/rules/rules.ts";
import type { OddEvenView } from "../../src/games/odd-even/rules.ts";
import { definitionOf } from "../../src/games/register.ts";
import type { TicTacToeView } from "../../src/games/tic-tac-toe/rules.ts";
import { boardSvg } from "../../src/main/views/game/game-svg.ts";
import { classed, descendants, type Element, named, parseXml } from "../games/svg.ts";

type AnyView = ChessView | OddEvenView | TicTacToeView;

const draw = (view: AnyView, options: Partial<Parameters<typeof boardSvg>[2]> = {}): Element =>
  parseXml(
    boardSvg(definitionOf(view.kind), view, { orientation: "white", lastMove: null, title: "A game", ...options }),
  );

const chess = (fen: string, check = false): ChessView => ({ kind: "chess", fen, check });
const start = chess("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
const scholarsMate = chess("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4", true);

const ticTacToe = (text: string): TicTacToeView => ({
  kind: "tic-tac-toe",
  cells: [...text].map((mark) => (mark === "X" || mark === "O" ? mark : null)),
});

const oddEven: OddEvenView = {
  kind: "odd-even",
  round: 3,
  rounds: 5,
  score: { odd: 1, even: 1 },
  past: [
    { odd: 1, even: 2, winner: "odd" },
    { odd: 4, even: 4, winner: "even" },
  ],
  chosen: { odd: false, even: false },
  own: null,
};

/** The piece on each square, read back from the picture: `e1` → `wK`. */
function standing(root: Element, flipped = false): Record<string, string> {
  return Object.fromEntries(
    named(root, "use").map(({ attributes: { href = "", x = "", y = "" } }) => {
      const column = (Number(x) - 20) / 45;
      const row = (Number(y) - 20) / 45;
      const file = "abcdefgh"[flipped ? 7 - column : column];
      return [`${file}${flipped ? row + 1 : 8 - row}`, href.replace("#kibitz-", "")];
    }),
  );
}

const everyView: readonly (readonly [string, AnyView])[] = [
  ["chess start", start],
  ["chess mate", scholarsMate],
  ["empty tic-tac-toe", ticTacToe(".........")],
  ["won tic-tac-toe", ticTacToe("XO.OX.O.X")],
  ["odd-even", oddEven],
];

test.each(everyView)("the picture of %s is well-formed, with a name and nothing from elsewhere", (_, view) => {
  const source = boardSvg(definitionOf(view.kind), view, { orientation: "black", lastMove: "e2e4", title: "A game" });
  const root = parseXml(source);
  expect(root.name).toBe("svg");
  expect(root.attributes).toMatchObject({ xmlns: "http://www.w3.org/2000/svg", role: "img", viewBox: "0 0 400 400" });
  expect(root.children[0]).toMatchObject({ name: "title", text: "A game" });
  expect(source.replace("http://www.w3.org/2000/svg", "")).not.toMatch(
    /https?:|script|data:|@import|\son\w+=|NaN|undefined/,
  );

  const ids = descendants(root).flatMap(({ attributes: { id } }) => (id === undefined ? [] : [id]));
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, id] of source.matchAll(/(?:href="|url\()#([\w-]+)/g)) expect(ids).toContain(id);
  for (const { attributes } of descendants(root)) expect(attributes.href ?? "#").toMatch(/^#/);
});

test("each piece stands on its square", () => {
  const squares = standing(draw(start));
  expect(Object.keys(squares)).toHaveLength(32);
  expect(squares).toMatchObject({
    a1: "wR",
    b1: "wN",
    c1: "wB",
    d1: "wQ",
    e1: "wK",
    e2: "wP",
    d8: "bQ",
    e8: "bK",
    h7: "bP",
  });
  expect(standing(draw(scholarsMate))).toMatchObject({ f7: "wQ", c4: "wB", f6: "bN", e5: "bP" });
  expect(Object.keys(standing(draw(scholarsMate)))).toHaveLength(31);
  expect(standing(draw(chess("8/8/8/8/8/8/8/8 w - - 0 1")))).toEqual({});
});

test("the twelve pieces are drawn, and all differently", () => {
  const drawings = named(draw(start), "g").map((piece) => JSON.stringify([piece.attributes.stroke, piece.children]));
  expect(drawings).toHaveLength(12);
  expect(new Set(drawings).size).toBe(12);
});

test("black sees the board from the other side", () => {
  const white = draw(start);
  const black = draw(start, { orientation: "black" });
  expect(standing(black, true)).toEqual(standing(white));
  expect(
    named(white, "text")
      .map(({ text }) => text)
      .join(""),
  ).toBe("abcdefgh87654321");
  expect(
    named(black, "text")
      .map(({ text }) => text)
      .join(""),
  ).toBe("hgfedcba12345678");
});

test("a light square is at the right hand of either player", () => {
  for (const orientation of ["white", "black"] as const) {
    const dark = named(draw(start, { orientation }), "path").find(({ attributes }) => attributes.d?.includes("h45v45"));
    expect(dark?.attributes.d?.match(/M/g)).toHaveLength(32);
    expect(dark?.attributes.d).toContain("M20 335");
    expect(dark?.attributes.d).not.toContain("M335 335");
  }
});

test("both squares of the last move are marked, whichever way the board is turned", () => {
  const marked = (root: Element) =>
    named(root, "rect")
      .filter(({ attributes }) => attributes.opacity !== undefined)
      .map(({ attributes: { x, y } }) => [x, y]);
  expect(marked(draw(start))).toEqual([]);
  expect(marked(draw(start, { lastMove: "a1h8" }))).toEqual([
    ["20", "335"],
    ["335", "20"],
  ]);
  expect(marked(draw(start, { lastMove: "a7b8q" }))).toEqual([
    ["20", "65"],
    ["65", "20"],
  ]);
  expect(marked(draw(start, { lastMove: "a1h8", orientation: "black" }))).toEqual([
    ["335", "20"],
    ["20", "335"],
  ]);
  expect(marked(draw(start, { lastMove: '"/><script>' }))).toEqual([]);
});

test("a check is marked on the king that is in it", () => {
  expect(classed(draw(scholarsMate), "check")).toMatchObject([{ attributes: { x: "200", y: "20" } }]);
  expect(classed(draw(start), "check")).toEqual([]);
});

test.each([
  `</title><script>alert(1)</script>`,
  `"' onload="alert(1)" x='<!--`,
  `Tom & Jerry &lt;b&gt; &#0; ]]>`,
  `<![CDATA[ x ]]> <?php ?> <!DOCTYPE svg>`,
])("a hostile title stays text: %s", (title) => {
  const root = draw(start, { title });
  expect(root.children[0]).toEqual({ name: "title", attributes: {}, children: [], text: title });
  expect(named(root, "script")).toEqual([]);
});

test("characters that XML does not allow are left out of the title, and no others", () => {
  const title = "a\u0000b\u0008c\u001bd\u007fe\u0085f\ud800g\udfffh\uffffi";
  expect(draw(start, { title }).children[0]?.text).toBe("abcdefghi");
  expect(draw(start, { title: "Zoë ♞ 🦄 日本" }).children[0]?.text).toBe("Zoë ♞ 🦄 日本");
});

test("a position that is no FEN draws a board and nothing harmful", () => {
  const root = draw(chess(`"><script/>/zz/9 "x`));
  expect(named(root, "script")).toEqual([]);
});

test("tic-tac-toe shows its marks, the last one and the row that won", () => {
  const won = draw(ticTacToe("XO.OX.O.X"), { orientation: "X", lastMove: "c3" });
  expect(classed(won, "X")).toHaveLength(3);
  expect(classed(won, "O")).toMatchObject([
    { attributes: { cx: "200", cy: "80" } },
    { attributes: { cx: "80", cy: "200" } },
    { attributes: { cx: "80", cy: "320" } },
  ]);
  expect(classed(won, "row")).toHaveLength(1);
  expect(named(won, "rect").filter(({ attributes }) => attributes.opacity)).toMatchObject([
    { attributes: { x: "260", y: "260" } },
  ]);
  expect(classed(draw(ticTacToe("XO.......")), "row")).toEqual([]);
});

const pipsOf = (dice: readonly Element[]) => dice.map((die) => named(die, "circle").length);

test("odd-even shows the score and what both chose in the rounds that are over", () => {
  const root = draw(oddEven, { orientation: "odd" });
  expect(named(root, "text").map(({ text }) => text)).toEqual(["Round 3, best of 5", "Odd 1", "Even 1", "+", "1", "2"]);
  expect(pipsOf(classed(root, "die"))).toEqual([1, 2, 4, 4]);
  expect(classed(root, "empty")).toHaveLength(2);
});

test("a choice that is hidden lies face down; one's own is shown", () => {
  const hidden = draw({ ...oddEven, chosen: { odd: true, even: false } });
  expect(classed(hidden, "face-down")).toHaveLength(1);
  expect(pipsOf(classed(hidden, "die"))).toEqual([1, 2, 4, 4]);
  const own = draw({ ...oddEven, chosen: { odd: true, even: false }, own: 5 });
  expect(classed(own, "face-down")).toHaveLength(0);
  expect(pipsOf(classed(own, "die"))).toEqual([5, 1, 2, 4, 4]);
});

test("an odd-even match that is over names the winner and shows the last choices", () => {
  const root = draw({ ...oddEven, round: 2, rounds: 3, score: { odd: 0, even: 2 } });
  expect(named(root, "text").map(({ text }) => text)).toContain("Even wins, best of 3");
  expect(pipsOf(classed(root, "die")).slice(0, 2)).toEqual([4, 4]);
});

test("a long match shows its latest rounds within the picture", () => {
  const past = Array.from({ length: 98 }, () => ({ odd: 1, even: 1, winner: "even" as const }));
  const root = draw({ ...oddEven, round: 99, rounds: 199, past });
  expect(classed(root, "die")).toHaveLength(16);
  for (const { attributes } of named(root, "rect")) {
    expect(Number(attributes.x ?? 0)).toBeGreaterThanOrEqual(0);
    expect(Number(attributes.x ?? 0) + Number(attributes.width)).toBeLessThanOrEqual(400);
  }
});
