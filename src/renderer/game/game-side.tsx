import { Actions } from "./actions.tsx";
import { BestLine } from "./best-line.tsx";
import { type GameModel, ownSeat, type Told } from "./game-model.ts";
import { MoveList } from "./move-list.tsx";
import { MoveNavigation } from "./move-navigation.tsx";
import { PlayForm } from "./play-form.tsx";
import { StatusPanel } from "./status-panel.tsx";
import "./game-side.css";

/** Beside the board: how the game stands, its moves, and what the person can do. */
export function GameSide({ model, told }: { model: GameModel; told: Told }) {
  const { game } = told;
  const seat = ownSeat(game);
  return (
    <section class="game-side" aria-label="Game">
      <StatusPanel model={model} game={game} seat={seat} />
      {game.game === "chess" && <BestLine model={model} game={game} />}
      <MoveList model={model} game={game} />
      <MoveNavigation model={model} game={game} />
      {seat !== null && game.game === "chess" && game.status !== "finished" && <PlayForm model={model} game={game} />}
      <Actions model={model} game={game} seat={seat} />
    </section>
  );
}
