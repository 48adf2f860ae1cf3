import { WayBack } from "../ui/way-back.tsx";
import { Actions } from "./actions.tsx";
import { BestLine } from "./best-line.tsx";
import { FairPlay } from "./fair-play.tsx";
import { type GameModel, ownSeat, type Told } from "./game-model.ts";
import { Moves } from "./game-moves.tsx";
import { MoveNavigation } from "./move-navigation.tsx";
import { PlayForm } from "./play-form.tsx";
import { Result } from "./result.tsx";
import { Graph, Verdict } from "./review/lazy.ts";
import { StatusPanel } from "./status-panel.tsx";
import "./game-side.css";

export interface GameSideProps {
  readonly model: GameModel;
  readonly told: Told;
  /** Whether nothing is told but the end, what was refused or declined, and that another position is shown. */
  readonly quiet: boolean;
}

/** Beside the board: how the game stands or ended, its moves, and what the person can do. */
export function GameSide({ model, told, quiet }: GameSideProps) {
  const { game, play } = told;
  const seat = ownSeat(game);
  const review = model.review.found.value;
  if (quiet) {
    const elsewhere = model.line.value !== null || (model.viewed.value !== null && game.result === null);
    const spoken = elsewhere || model.refusal.value !== null || model.notice.value !== null;
    if (!game.result && !spoken) return null;
    return (
      <section class="game-side" aria-label="Game">
        <Result model={model} told={told} seat={seat} />
        {spoken && <StatusPanel model={model} told={told} seat={seat} />}
      </section>
    );
  }
  return (
    <section class="game-side" aria-label="Game">
      {game.league_id !== null && <WayBack href={`/league/${game.league_id}`}>League {game.league_id}</WayBack>}
      <Result model={model} told={told} seat={seat} />
      <FairPlay game={game} />
      <StatusPanel model={model} told={told} seat={seat} />
      {review && (
        <div class="game-graph">
          <Graph model={model} told={told} review={review} />
        </div>
      )}
      {review ? (
        <Verdict model={model} told={told} review={review} />
      ) : (
        play.capabilities.engine && <BestLine model={model} told={told} />
      )}
      <Moves model={model} told={told} />
      <MoveNavigation model={model} game={game} sides={play.sides} />
      {seat !== null && game.status !== "finished" && <PlayForm model={model} told={told} />}
      {game.status !== "finished" && seat !== null && <Actions model={model} told={told} seat={seat} />}
    </section>
  );
}
