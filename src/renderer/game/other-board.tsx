import type { GameDetail } from "../../shared/api.ts";
import { missingCase } from "../../shared/result.ts";
import { cellNames } from "../board/cells.ts";
import { OddEvenBoard } from "../board/odd-even-board.tsx";
import { TicTacToeBoard } from "../board/tic-tac-toe-board.tsx";
import { type GameModel, ownSeat } from "./game-model.ts";
import { sendMove } from "./send-move.ts";

/** The board of a game that is not chess. */
export function OtherBoard({ model, game }: { model: GameModel; game: GameDetail }) {
  const { view } = game;
  const viewed = model.viewed.value;
  const legal = viewed === null ? game.legal_moves : [];
  const seat = ownSeat(game);
  const onMove = (move: string) => sendMove(model, game, move);
  switch (view.kind) {
    case "chess":
      return null;
    case "tic-tac-toe": {
      const seen = game.history.slice(0, viewed ?? undefined);
      const cells = cellNames.map((name) => {
        const by = seen.find(({ uci }) => uci === name)?.by;
        return by === "X" || by === "O" ? by : null;
      });
      return (
        <TicTacToeBoard
          label={`Tic-tac-toe board, game ${game.game_id}`}
          cells={cells}
          lastMove={seen.at(-1)?.uci ?? null}
          legal={legal}
          onMove={onMove}
        />
      );
    }
    case "odd-even":
      return (
        <OddEvenBoard
          label={`Odd/even, game ${game.game_id}`}
          view={view}
          seat={seat === "odd" || seat === "even" ? seat : null}
          legal={legal}
          over={game.status === "finished"}
          onMove={onMove}
        />
      );
    default:
      return missingCase(view);
  }
}
