import type { GameDetail } from "../../shared/api.ts";
import { ChessBoard } from "../board/chess-board.tsx";
import type { Spot } from "../board/replay.ts";
import type { Color } from "../board/squares.ts";
import { bestMove } from "./analysis.ts";
import { type GameModel, ownSeat } from "./game-model.ts";
import { sendMove } from "./send-move.ts";

export interface PlayBoardProps {
  readonly model: GameModel;
  readonly game: GameDetail;
  /** The position that is shown. */
  readonly spot: Spot;
  readonly orientation: Color;
  readonly coordinates: boolean;
}

/** The chess board of a game: to play on in the live position, to look at in a past one. */
export function PlayBoard({ model, game, spot, orientation, coordinates }: PlayBoardProps) {
  const live = model.viewed.value === null;
  const seat = ownSeat(game);
  const playing = live && game.status === "live" && (seat === "white" || seat === "black") ? seat : null;
  return (
    <ChessBoard
      label={live ? `Chess board, game ${game.game_id}` : `Chess board, game ${game.game_id}, ply ${spot.ply}`}
      fen={live && game.view.kind === "chess" ? game.view.fen : spot.fen}
      orientation={orientation}
      lastMove={spot.lastMove}
      check={spot.check}
      seat={playing}
      legal={playing ? game.legal_moves : []}
      premoves={playing !== null && game.person_seats.length === 1}
      coordinates={coordinates}
      hint={bestMove(game, spot.ply)}
      promoting={playing ? model.promoting.value : null}
      onPromotionDone={() => {
        model.promoting.value = null;
      }}
      onMove={(uci) => sendMove(model, game, uci)}
    />
  );
}
