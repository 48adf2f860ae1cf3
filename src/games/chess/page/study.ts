import { mapResult } from "../../../shared/result.ts";
import { defineStudy } from "../../page.ts";
import { allMoves, uciOf } from "../rules/board.ts";
import { readStart } from "../rules/ends.ts";
import { initialFen, piecesOf, turnOf } from "../rules/fen.ts";
import type { ChessView } from "../rules/rules.ts";
import { Editor } from "./editor.tsx";
import { isCheck, openPosition, positionAfter, startFenOf } from "./position.ts";
import { endsOf } from "./squares.ts";
import { pieceInWords } from "./words.ts";

const viewOf = (fen: string): ChessView => ({ kind: "chess", fen, check: isCheck(fen) });
const legalMovesIn = ({ fen }: ChessView): readonly string[] => {
  const position = openPosition(fen);
  return position ? allMoves(position).map(uciOf) : [];
};

export const study = defineStudy<ChessView>({
  name: "FEN",
  startText: initialFen,
  parse: (text) =>
    mapResult(readStart(text), (fen) => ({ options: fen === initialFen ? {} : { fen }, view: viewOf(fen) })),
  write: ({ fen }) => fen,
  start: (options) => viewOf(startFenOf(options)),
  toMove: ({ fen }) => turnOf(fen),
  legal: legalMovesIn,
  play: ({ fen }, uci) => {
    const next = positionAfter(fen, uci);
    return next && { view: { kind: "chess", fen: next.fen, check: next.check }, text: next.san };
  },
  moverInWords: ({ fen }, uci) => {
    const [from = ""] = endsOf(uci) ?? [];
    return `${pieceInWords(piecesOf(fen)(from))} on ${from}`;
  },
  Editor,
});
