import { accept } from "../../../shared/result.ts";
import type { OptionField, ReadPosition } from "../../page.ts";
import { initialFen, looksLikePosition } from "../rules/fen.ts";
import type { ChessView } from "../rules/rules.ts";
import * as strings from "./strings.ts";

export const viewOf = (fen: string): ChessView => ({ kind: "chess", fen, check: false });

const positionOf = (fen: string, isGame: boolean): ReadPosition<ChessView> => ({
  value: fen,
  view: viewOf(fen),
  isGame,
});

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
      if (looksLikePosition(pasted))
        return accept(positionOf(pasted.replace(/[\s_]+/g, " ").replaceAll("~", ""), false));
      const { lastPositionOf } = await import("./pgn-position.ts");
      const last = lastPositionOf(pasted);
      return last.ok ? accept(positionOf(last.value, true)) : last;
    },
  },
];
