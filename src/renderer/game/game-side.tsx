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
  const { game, play } = told;
  const seat = ownSeat(game);
  return (
    <section class="game-side" aria-label="Game">
      {game.league_id !== null && (
        <p class="game-league">
          <a href={`/league/${game.league_id}`}>League {game.league_id}</a>
        </p>
      )}
      <StatusPanel model={model} told={told} seat={seat} />
      {play.capabilities.engine && <BestLine model={model} told={told} />}
      <MoveList model={model} told={told} />
      <MoveNavigation model={model} game={game} sides={play.sides} />
      {seat !== null && game.status !== "finished" && <PlayForm model={model} told={told} />}
      <Actions model={model} told={told} seat={seat} />
    </section>
  );
}
