import type { Seat } from "../../shared/terms.ts";
import { coordinates } from "../settings/settings.ts";
import { bestMove } from "./analysis.ts";
import { type GameModel, ownSeat, type Told } from "./game-model.ts";
import { sendMove } from "./send-move.ts";

/** The board of a game: to play on in the live position, to look at in a past one. */
export function PlayBoard({ model, told, near }: { model: GameModel; told: Told; near: Seat }) {
  const { game, play } = told;
  const ply = model.viewed.value;
  const active = ply === null && game.status === "live";
  const { view, lastMove } = play.shownAt(game, model.course.value, ply);
  return (
    <play.Board
      view={view}
      gameId={game.game_id}
      ply={ply}
      lastMove={lastMove}
      near={near}
      seat={ownSeat(game)}
      active={active}
      over={game.status === "finished"}
      legal={ply === null ? game.legal_moves : []}
      premoves={game.person_seats.length === 1}
      coordinates={coordinates.value}
      hint={bestMove(game, ply ?? game.history.length)}
      incomplete={model.incomplete.value}
      onCompleted={() => {
        model.incomplete.value = null;
      }}
      onMove={(move) => sendMove(model, game, move)}
    />
  );
}
