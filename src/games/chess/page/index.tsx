import { definePage, type Records, type Showcase } from "../../page.ts";
import { about } from "../about.ts";
import { levelRatings } from "../level-ratings.ts";
import { Coordinates } from "./coordinates.tsx";
import "./images.css";
import type { ChessView } from "../rules/rules.ts";
import { options, viewOf } from "./options.ts";
import { Picture } from "./picture.tsx";

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
