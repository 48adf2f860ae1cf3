import { accept } from "../../../shared/result.ts";
import type { OptionField } from "../../page.ts";
import { initialFen, looksLikePosition } from "../rules/fen.ts";
import type { ChessView } from "../rules/rules.ts";
import * as strings from "./strings.ts";

export const viewOf = (fen: string): ChessView => ({ kind: "chess", fen, check: false });

/** The starting position: a pasted FEN, or the last position of a PGN. */
export const options: readonly OptionField<ChessView>[] = [
  {
    kind: "position",
    name: "fen",
    label: strings.fenOrPgn,
    summary: strings.startFromPosition,
    hint: strings.lastPositionOfPgn,
    initial: viewOf(initialFen),
    /** The host decides whether a game can start from a FEN. */
    read: async (text) => {
      const pasted = text.trim();
      if (pasted === "") return accept({ value: null, view: viewOf(initialFen), isGame: false });
      const isGame = !looksLikePosition(pasted);
      const fen = isGame
        ? (await import("./pgn-position.ts")).lastPositionOf(pasted)
        : accept(pasted.replace(/[\s_]+/g, " "));
      return fen.ok ? accept({ value: fen.value, view: viewOf(fen.value), isGame }) : fen;
    },
  },
];
