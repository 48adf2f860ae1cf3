import { definePlay } from "../../page.ts";
import { about } from "../about.ts";
import { pliesBefore } from "../rules/fen.ts";
import type { ChessView } from "../rules/rules.ts";
import { Board } from "./board.tsx";
import { aheadBy } from "./material.ts";
import { fenAfter, isCheck, readTyped, sanOf, startFenOf } from "./position.ts";
import { replayMoves, type Spot } from "./replay.ts";
import { isColor } from "./squares.ts";
import { sanInWords } from "./words.ts";

export const play = definePlay<ChessView, readonly Spot[]>({
  ...about,
  marks: ["light", "dark"],
  sides: true,
  isView: ({ fen, check }) => typeof fen === "string" && typeof check === "boolean",

  follow: ({ options, history }, before) => replayMoves(startFenOf(options), history, before ?? []),
  shownAt: ({ view }, spots, ply) => {
    const spot = spots[ply ?? spots.length - 1];
    const lastMove = spot?.uci ?? null;
    return { view: ply === null || !spot ? view : { kind: "chess", fen: spot.fen, check: spot.check }, lastMove };
  },

  readMove: ({ fen }, legal, text) => readTyped(fen, legal, text),
  writeMove: ({ fen }, uci) => sanOf(fen, uci),
  withMove: ({ fen }, _seat, uci) => {
    const next = fenAfter(fen, uci);
    return next === null ? null : { kind: "chess", fen: next, check: isCheck(next) };
  },

  moveInWords: sanInWords,
  soundOf: (san) => (/[+#]$/.test(san) ? "check" : san.includes("x") ? "capture" : "move"),
  moveExample: "Nf3 or g1f3",
  win: "checkmate",
  pliesBefore: (options) => pliesBefore(startFenOf(options)),
  isCheck: ({ check }) => check,
  aheadBy: ({ fen }, seat) => (isColor(seat) ? aheadBy(fen, seat) : 0),
  notation: { name: "FEN", write: ({ fen }) => fen },

  Board,
});
