import type { Seat } from "../../shared/terms.ts";
import type { ChatGame } from "./game.ts";
import { isOver } from "./words.ts";

/** The board, which shows a chosen move already before Kibitz has answered. */
export function BoardView({ game, near }: { readonly game: ChatGame; readonly near: Seat }) {
  const { seat, play } = game;
  const state = game.state.value;
  const move = chosenMove(game);
  const next = move === null || seat === null ? null : play.withMove(state.view, seat, move);

  // A second Enter or click on the move confirms it, and Escape takes it back, also before the move has been drawn.
  const onKeyDown = (event: KeyboardEvent) => {
    if (chosenMove(game) === null || event.repeat || (event.key !== "Enter" && event.key !== "Escape")) return;
    if (event.key === "Enter") game.confirm();
    else if (game.sending.value.step === "none") game.takeBack();
    event.preventDefault();
    event.stopPropagation();
  };
  const onDblClick = () => {
    if (chosenMove(game) !== null && game.sending.value.step === "none") game.confirm();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the board inside has the roles; this only adds to its keys
    <div class="chat-ground" data-pending={move !== null} onKeyDownCapture={onKeyDown} onDblClick={onDblClick}>
      <play.Board
        view={next ?? state.view}
        gameId={state.game_id}
        ply={null}
        lastMove={(next === null ? null : move) ?? state.last_move?.code ?? null}
        near={near}
        seat={seat}
        active={next === null && !isOver(state)}
        over={isOver(state)}
        legal={move === null ? state.legal_moves : nothing}
        premoves={false}
        look={look}
        hint={null}
        incomplete={game.incomplete.value}
        onCompleted={() => {
          game.incomplete.value = null;
        }}
        onMove={async (made) => game.choose(made)}
      />
    </div>
  );
}

const nothing: readonly string[] = [];
/** A chat does not know the settings, and the code that draws arrows is not part of this page. */
const look = { coordinates: true, animation: true, legalDots: true, autoPromote: false, arrows: false };

/** The chosen move, shown on the board before it is played. */
function chosenMove(game: ChatGame): string | null {
  const sending = game.sending.value;
  const order = sending.step === "none" ? null : sending.sent.order;
  if (order?.tool === "finishTurn") return order.args.move;
  const choice = game.choice.value;
  return choice?.kind === "move" ? choice.code : null;
}
