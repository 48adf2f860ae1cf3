import { findPage } from "../../games/pages.ts";
import type { Seat } from "../../shared/terms.ts";
import { GameEvaluation } from "./analysis.tsx";
import type { TableProps } from "./game-model.ts";
import { PlayBoard } from "./play-board.tsx";
import * as strings from "./strings.ts";
import "./board-area.css";

/**
 * The board with its evaluation bar. Nothing else is in here, so that the board does not move while it is played on.
 */
export const BoardArea = (props: TableProps & { near: Seat }) => (
  <section class="board-area" aria-label={strings.board}>
    <div class="board-row">
      {findPage(props.told.game.game)?.engine && <GameEvaluation {...props} />}
      <div class="board-square">
        <PlayBoard {...props} />
      </div>
    </div>
  </section>
);
