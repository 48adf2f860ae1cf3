import { findPage } from "../../games/pages.ts";
import type { Seat } from "../../shared/terms.ts";
import { GameEvaluation } from "./game-evaluation.tsx";
import type { TableProps } from "./game-model.ts";
import { PlayBoard } from "./play-board.tsx";
import * as strings from "./strings.ts";
import "./board-area.css";

/**
 * The board with its evaluation bar. Nothing else is in here, so that the board does not move while it is played on.
 */
export function BoardArea({ model, told, near }: TableProps & { near: Seat }) {
  const { game } = told;
  return (
    <section class="board-area" aria-label={strings.board}>
      <div class="board-row">
        {findPage(game.game)?.engine && (
          <GameEvaluation model={model} game={game} bottom={near === game.seats[0] ? "first" : "second"} />
        )}
        <div class="board-square">
          <PlayBoard model={model} told={told} near={near} />
        </div>
      </div>
    </section>
  );
}
