import type { Plugin } from "vite";

/** Where chess.js reads a PGN, which pages leave to our own reader. */
const call = "peg$parse(pgn)";

/**
 * Leaves chess.js's own PGN parser, a quarter of it, out of the pages: nothing there calls it, which a bundler cannot
 * see. The build fails where a new chess.js has no such call.
 */
export const leanChess: Plugin = {
  name: "lean-chess",
  transform(code, id) {
    if (!id.endsWith("/chess.js/dist/esm/chess.js")) return null;
    if (!code.includes(call)) throw new Error("chess.js reads PGN in another way by now: look at scripts/lean-chess.ts");
    return { code: code.replace(call, '(() => { throw new Error("left out of the pages"); })()'), map: null };
  },
};
