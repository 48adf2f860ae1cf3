import { EvaluationBar } from "./evaluation-bar.tsx";
import { type GameModel, ownSeat, type Told } from "./game-model.ts";
import { PlayBoard } from "./play-board.tsx";
import { PlayerBar } from "./player-bar.tsx";
import "./board-area.css";

/** The board between its two players. */
export function BoardArea({ model, told }: { model: GameModel; told: Told }) {
  const { game, play } = told;
  const [first, second] = game.seats;
  // The person sits at the near side; who looks on sees the first seat there.
  const near = (game.person_seats.length === 1 && ownSeat(game) === second) !== model.flipped.value ? second : first;
  const far = near === first ? second : first;
  const beside = (seat: string) =>
    play.Beside && <play.Beside course={model.course.value} ply={model.viewed.value} seat={seat} />;
  return (
    <section class="board-area" aria-label="Board">
      <PlayerBar model={model} told={told} seat={far}>
        {beside(far)}
      </PlayerBar>
      <div class="board-row">
        {play.capabilities.engine && (
          <EvaluationBar model={model} game={game} bottom={near === first ? "first" : "second"} />
        )}
        <div class="board-square">
          <PlayBoard model={model} told={told} near={near} />
        </div>
      </div>
      <PlayerBar model={model} told={told} seat={near}>
        {beside(near)}
      </PlayerBar>
    </section>
  );
}
