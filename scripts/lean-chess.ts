import type { Plugin } from "vite";

/** Methods of chess.js that nobody calls, some of them large; without `loadPgn` its PGN parser goes, too. */
const unused = [
  ...["loadPgn", "pgn", "ascii", "history", "perft", "board", "squareColor", "undo", "reset"],
  ...["isGameOver", "isDraw", "isInsufficientMaterial", "isDrawByFiftyMoves", "isStalemate"],
  ...["inCheck", "isAttacked", "setTurn", "setCastlingRights"],
  ...["getComments", "getComment", "setComment", "removeComment", "removeComments", "deleteComment", "deleteComments"],
  ...["_pruneComments", "header", "setHeader", "removeHeader", "getHeaders", "_updateSetup"],
  ...["_moveFromSan", "hash", "_computeHash", "_pieceKey", "_epKey", "_castlingKey"],
  ...["isThreefoldRepetition", "_getPositionCount", "_incPositionCount", "_decPositionCount"],
  ...["isCapture", "isPromotion", "isEnPassant", "isKingsideCastle", "isQueensideCastle", "isBigPawn"],
];

/** Those by which the host finds out why a move is illegal. Pages ask it. */
const unusedByPages = ["put", "remove", "_updateCastlingRights", "_updateEnPassantSquare"];

/**
 * What else serves nobody: positions are counted, PGN is written, FENs are checked and players' moves are read by our own
 * rules, which name a move by its squares and look at what it leads to.
 */
const statements: Readonly<Record<string, RegExp>> = {
  "the keys of positions": /\nconst (?:rand|(?:PIECE|EP|CASTLING|SIDE)_KEYS?) = [\s\S]*?;(?=\n)/g,
  "a hash": /\n *this\._hash \^?= [^\n]*;(?=\n)/g,
  "counted positions": /\n *this\._incPositionCount\(\);(?=\n)/g,
  "PGN headers": /\n *this\._(?:header\b|updateSetup\()[^\n]*;(?=\n)/g,
  "moves as text":
    /\n {8}if \(typeof move === 'string'\) \{\n[^\n]*\n {8}\}\n {8}else if \(move === null\) \{\n[^\n]*\n {8}\}\n {8}else /g,
  "the position before a move": /\n *this\.before = [^\n]*;(?=\n)/g,
  "flags of a move": /\n {8}this\.flags = '';\n {8}for \(const flag in BITS\) \{\n[\s\S]*?\n {8}\}(?=\n)/g,
  "a check of FENs": /\n {8}if \(!skipValidation\) \{\n[\s\S]*?\n {8}\}(?=\n)/g,
};

/**
 * Leaves out of host or pages what they never call of chess.js, which a bundler cannot do with the methods of a class. The
 * hash of each position alone is a quarter of its time. The build fails where a new chess.js has no such method, or calls
 * it itself.
 */
export const leanChess = (where: "host" | "pages"): Plugin => ({
  name: "lean-chess",
  transform(code, id) {
    if (!id.endsWith("/chess.js/dist/esm/chess.js")) return null;
    const wrong = (name: string, what: string) =>
      new Error(`chess.js ${what} ${name} by now: see scripts/lean-chess.ts`);
    const left = where === "host" ? unused : [...unused, ...unusedByPages];
    const methods = left.map((name) => {
      return [name, new RegExp(`\\n    ${name}\\([^\\n]*\\{\\n[\\s\\S]*?\\n    \\}(?=\\n)`)] as const;
    });
    const lean = [...methods, ...Object.entries(statements)].reduce((text, [name, pattern]) => {
      const without = text.replace(pattern, () => "");
      if (without === text) throw wrong(name, "has no");
      return without;
    }, code);
    const called = lean.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");
    const caller = [...left, "_hash", "_header"].find((name) => new RegExp(`\\.${name}\\b(?! =)`).test(called));
    if (caller !== undefined) throw wrong(caller, "itself calls");
    return { code: lean, map: null };
  },
});
