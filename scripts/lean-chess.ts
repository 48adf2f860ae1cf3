import type { Plugin } from "vite";

/** Methods of chess.js that pages never call, some of them large; without `loadPgn` its PGN parser goes, too. */
const unused = [
  "loadPgn",
  "pgn",
  "ascii",
  "isGameOver",
  "isDraw",
  "isInsufficientMaterial",
  "history",
  "perft",
  "setCastlingRights",
  "setTurn",
  "undo",
  "squareColor",
  "getComments",
  "removeHeader",
  "getComment",
  "setComment",
  "removeComment",
  "deleteComment",
  "deleteComments",
  "hash",
  "inCheck",
  "isAttacked",
  "isThreefoldRepetition",
  "isDrawByFiftyMoves",
  "_getPositionCount",
  "board",
];

/**
 * Leaves out of the pages what they never call of chess.js, which a bundler cannot do with the methods of a class. The
 * build fails where a new chess.js has no such method, or calls it itself.
 */
export const leanChess: Plugin = {
  name: "lean-chess",
  transform(code, id) {
    if (!id.endsWith("/chess.js/dist/esm/chess.js")) return null;
    const wrong = (name: string, what: string) =>
      new Error(`chess.js ${what} ${name} by now: see scripts/lean-chess.ts`);
    const lean = unused.reduce((text, name) => {
      const method = new RegExp(`\\n    ${name}\\([^\\n]*\\{\\n[\\s\\S]*?\\n    \\}(?=\\n)`).exec(text);
      if (!method) throw wrong(name, "has no");
      return text.replace(method[0], () => "");
    }, code);
    const called = lean.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");
    const caller = unused.find((name) => called.includes(`.${name}(`));
    if (caller !== undefined) throw wrong(caller, "itself calls");
    return { code: lean, map: null };
  },
};
