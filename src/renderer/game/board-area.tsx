import { Captured } from "../board/captured.tsx";
import { aheadBy } from "../board/material.ts";
import type { Color } from "../board/squares.ts";
import { coordinates } from "../settings/settings.ts";
import { EvaluationBar } from "./evaluation-bar.tsx";
import { type GameModel, ownSeat, type Told } from "./game-model.ts";
import { seatsOf } from "./game-words.ts";
import { OtherBoard } from "./other-board.tsx";
import { PlayBoard } from "./play-board.tsx";
import { PlayerBar } from "./player-bar.tsx";
import "./board-area.css";

/** The board between its two players. */
export function BoardArea({ model, told }: { model: GameModel; told: Told }) {
  const { game } = told;
  const [first, second] = seatsOf(game);
  const seat = ownSeat(game);
  // The person sits at the near side; who looks on sees the first seat there.
  const near = (game.person_seats.length === 1 && seat === second) !== model.flipped.value ? second : first;
  const far = near === first ? second : first;
  const spots = model.spots.value;
  const spot = spots[model.viewed.value ?? spots.length - 1];

  const captured = (color: Color) =>
    spot && <Captured by={color} taken={spot.taken[color]} ahead={aheadBy(spot.fen, color)} />;
  return (
    <section class="board-area" aria-label="Board">
      <PlayerBar model={model} told={told} seat={far}>
        {captured(far === "black" ? "black" : "white")}
      </PlayerBar>
      <div class="board-row">
        {spot && <EvaluationBar model={model} game={game} bottom={near === "black" ? "black" : "white"} />}
        <div class="board-square">
          {spot ? (
            <PlayBoard
              model={model}
              game={game}
              spot={spot}
              orientation={near === "black" ? "black" : "white"}
              coordinates={coordinates.value}
            />
          ) : (
            <OtherBoard model={model} game={game} />
          )}
        </div>
      </div>
      <PlayerBar model={model} told={told} seat={near}>
        {captured(near === "black" ? "black" : "white")}
      </PlayerBar>
    </section>
  );
}
