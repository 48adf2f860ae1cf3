import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as whole from "chess.js";
import { expect, test } from "vitest";
import { leanChess } from "../../scripts/lean-chess.ts";
import { seeded } from "../../src/shared/random.ts";

type Library = Pick<typeof whole, "Chess" | "SQUARES">;

/** chess.js as it is built into host or pages. */
async function leanFor(where: "host" | "pages"): Promise<Library> {
  const path = join(createRequire(import.meta.url).resolve("chess.js"), "../../esm/chess.js");
  const { transform } = leanChess(where);
  if (typeof transform !== "function") throw new Error("the plugin does not transform");
  const left: unknown = Reflect.apply(transform, null, [readFileSync(path, "utf8"), path]);
  const code = typeof left === "object" && left !== null && "code" in left ? String(left.code) : "";
  expect(code).not.toMatch(/ loadPgn\(|_hash \^=/);
  return await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
}

/** Where both sides may castle both ways, and where pawns pass one another and are promoted. */
const positions = [
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "4k3/pPp1p1P1/8/3P1P2/1p2p1p1/8/P1PP1P1p/4K3 w - - 0 1",
];

/** What is asked of a move. */
const told = ({ san, lan, after, captured }: whole.Move) => [san, lan, after, captured];

/** All that host or pages ask of it, over some games by chance, in which whoever may castle or promote does. */
function played({ Chess, SQUARES }: Library, where: "host" | "pages"): readonly string[] {
  const random = seeded(3);
  const said: unknown[] = [];
  for (const position of positions) {
    let fen = position;
    for (let ply = 0; ply < 50; ply += 1) {
      const board = new Chess(fen, { skipValidation: true });
      const moves = board.moves();
      const squares = board.moves({ verbose: true });
      const {
        from = null,
        to = null,
        promotion,
      } = squares.find(({ san }) => /O-O|=/.test(san)) ?? squares[Math.floor(random() * squares.length)] ?? {};
      if (from === null || to === null) break;
      const move = { from, to, ...(promotion !== undefined && { promotion }) };
      const square = SQUARES[Math.floor(random() * 64)] ?? "a1";
      said.push([
        moves,
        squares.map(told),
        board.attackers(square, "w"),
        board.moves({ square }),
        told(board.move(move)),
      ]);
      fen = board.fen();
      const king = board.findPiece({ type: "k", color: board.turn() });
      said.push([fen, board.isCheck(), king, board.moveNumber(), board.getCastlingRights("w")]);
      if (where === "pages" || board.get(square)?.type === "k") continue;
      // So the host finds out why a move is illegal.
      said.push([board.remove(square), board.put({ type: "q", color: "b" }, square), board.fen(), board.moves()]);
    }
  }
  return said.map((each) => JSON.stringify(each));
}

test.each(["host", "pages"] as const)("what is built into %s of chess.js plays like the whole of it", async (where) => {
  const expected = played(whole, where);
  expect(expected.length).toBeGreaterThan(200);
  expect(played(await leanFor(where), where)).toEqual(expected);
});
