import { accept } from "../../../shared/result.ts";
import { cleanLine } from "../../../shared/text.ts";
import { unwrap } from "../../game.ts";
import { definePage, type OptionField, type Records, type Showcase } from "../../page.ts";
import { about } from "../about.ts";
import { levelRatings } from "../level-ratings.ts";
import { Coordinates } from "./coordinates.tsx";
import "./images.css";
import { initialFen, looksLikePosition } from "../rules/fen.ts";
import type { ChessView } from "../rules/rules.ts";
import { Picture } from "./picture.tsx";

const viewOf = (fen: string): ChessView => ({ kind: "chess", fen, check: false });

/** The starting position: a pasted FEN, or the last position of a PGN. */
const options: readonly OptionField<ChessView>[] = [
  {
    kind: "position",
    name: "fen",
    label: "FEN or PGN",
    summary: "Start from a position",
    hint: "From a PGN, the last position is used.",
    initial: viewOf(initialFen),
    /** The host decides whether a game can start from a FEN. */
    parse: async (text) => {
      const line = unwrap(cleanLine(text));
      if (line === "") return accept({ value: null, view: viewOf(initialFen), isGame: false });
      const isGame = !looksLikePosition(line);
      const fen = isGame
        ? (await import("./pgn-position.ts")).lastPositionOf(text)
        : accept(line.replace(/[\s_]+/g, " "));
      return fen.ok ? accept({ value: fen.value, view: viewOf(fen.value), isGame }) : fen;
    },
  },
];

const showcase: Showcase<ChessView> = {
  positions: [
    viewOf("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
    viewOf("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"),
    viewOf("r4rk1/pb1q1ppp/1p2pn2/2b5/3N4/1PN1P1P1/PB2QPBP/R4RK1 w - - 3 16"),
  ],
  preview: { view: viewOf("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"), lastMove: "f1b5" },
};

const records: Records = {
  name: "PGN",
  ending: ".pgn",
  split: async (text) => (await import("./collection.ts")).pgnCollection(text),
};

export const chess = definePage({
  ...about,
  Picture,
  Coordinates,
  options,
  records,
  engine: { levelRatings },
  showcase,
  load: async () => {
    const [{ play }, { side }] = await Promise.all([import("./play.tsx"), import("./side.tsx")]);
    return { ...play, ...side };
  },
  study: async () => (await import("./study.ts")).study,
});
