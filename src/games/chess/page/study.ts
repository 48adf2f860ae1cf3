import { accept, invalid } from "../../../shared/result.ts";
import { defineStudy } from "../../page.ts";
import { allMoves, uciOf } from "../rules/board.ts";
import { initialFen, piecesOf, turnOf } from "../rules/fen.ts";
import type { ChessView } from "../rules/rules.ts";
import { normalizeFen } from "../rules/setup.ts";
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
  parse: (text) => {
    const fen = normalizeFen(text);
    if (!fen.ok) return fen;
    const view = viewOf(fen.value);
    if (legalMovesIn(view).length === 0) return invalid("The game is over in this position.");
    return accept({ options: fen.value === initialFen ? {} : { fen: fen.value }, view });
  },
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
