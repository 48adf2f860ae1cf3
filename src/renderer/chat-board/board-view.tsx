import type { Seat } from "../../shared/game-terms.ts";
import { missingCase } from "../../shared/result.ts";
import { cellNames } from "../board/cells.ts";
import { ChessBoard } from "../board/chess-board.tsx";
import { OddEvenBoard } from "../board/odd-even-board.tsx";
import { after } from "../board/position.ts";
import { type Color, endsOf } from "../board/squares.ts";
import { TicTacToeBoard } from "../board/tic-tac-toe-board.tsx";
import type { ChatGame } from "./game.ts";
import { isCheck } from "./notation.ts";
import { isOver } from "./words.ts";

const isColor = (seat: Seat | null): seat is Color => seat === "white" || seat === "black";

/** The board with the move that is chosen already on it, until Kibitz says how the game stands. */
export function BoardView({ game, orientation }: { readonly game: ChatGame; readonly orientation: Color }) {
  const { seat } = game;
  const state = game.state.value;
  const { view, game_id, last_move } = state;
  const move = chosenMove(game);
  const legal = move === null ? state.legal_moves : [];
  const onMove = async (made: string) => game.choose(made);

  // A second Enter or click on the move confirms it, and Escape takes it back.
  const onKeyDown = (event: KeyboardEvent) => {
    if (move === null || event.repeat || (event.key !== "Enter" && event.key !== "Escape")) return;
    if (event.key === "Enter") game.confirm();
    else if (game.sending.value.step === "none") game.takeBack();
    event.preventDefault();
    event.stopPropagation();
  };
  const onDblClick = () => {
    if (move !== null && game.sending.value.step === "none") game.confirm();
  };

  const board = () => {
    switch (view.kind) {
      case "chess": {
        const next = move === null ? null : after(view.fen, move);
        return (
          <ChessBoard
            label={`Chess board, game ${game_id}`}
            fen={next ?? view.fen}
            orientation={orientation}
            lastMove={endsOf(next === null ? (last_move?.uci ?? "") : (move ?? ""))}
            check={next === null ? view.check : isCheck(next)}
            seat={next === null && isColor(seat) && !isOver(state) ? seat : null}
            legal={legal}
            premoves={false}
            coordinates
            hint={null}
            promoting={game.promoting.value}
            onPromotionDone={() => {
              game.promoting.value = null;
            }}
            onMove={onMove}
          />
        );
      }
      case "tic-tac-toe":
        return (
          <TicTacToeBoard
            label={`Tic-tac-toe board, game ${game_id}`}
            cells={view.cells.map((cell, index) =>
              cellNames[index] === move && (seat === "X" || seat === "O") ? seat : cell,
            )}
            lastMove={move ?? last_move?.uci ?? null}
            legal={legal}
            onMove={onMove}
          />
        );
      case "odd-even":
        return (
          <OddEvenBoard
            label={`Odd/even, game ${game_id}`}
            view={move === null ? view : { ...view, own: Number(move) }}
            seat={seat === "odd" || seat === "even" ? seat : null}
            legal={legal}
            over={isOver(state)}
            onMove={onMove}
          />
        );
      default:
        return missingCase(view);
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the board inside has the roles; this only adds to its keys
    <div class="chat-ground" data-pending={move !== null} onKeyDownCapture={onKeyDown} onDblClick={onDblClick}>
      {board()}
    </div>
  );
}

/** The move that stands on the board without being played yet. */
function chosenMove(game: ChatGame): string | null {
  const sending = game.sending.value;
  if (sending.step !== "none") return sending.sent.order.move;
  const choice = game.choice.value;
  return choice?.kind === "move" ? choice.uci : null;
}
