import type { GameDetail } from "../../shared/api.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import { answerDraw, answerTakeback } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { useConfirm } from "../ui/confirm.tsx";
import { scoreText } from "../ui/score-text.ts";
import { type GameModel, isToMove, type Told } from "./game-model.ts";
import { moveNumber, playerText } from "./game-words.ts";

export interface StatusPanelProps {
  readonly model: GameModel;
  readonly told: Told;
  /** The person's. */
  readonly seat: Seat | null;
}

/** How the game stands, in a place of constant height: the turn or the result, then the opening, an offer or a refusal. */
export function StatusPanel({ model, told, seat }: StatusPanelProps) {
  const { game } = told;
  const viewed = model.viewed.value;
  return (
    <div class="status-panel" data-result={game.result !== null} data-own={isToMove(game, seat)}>
      <div class="status-line" data-part="status">
        {viewed === null ? <Standing game={game} seat={seat} /> : <Viewing model={model} told={told} ply={viewed} />}
      </div>
      <div class="status-line status-below">
        <Below model={model} told={told} seat={seat} />
      </div>
    </div>
  );
}

function Standing({ game, seat }: { game: GameDetail; seat: Seat | null }) {
  if (game.result)
    return (
      <p class="status-result" data-part="result">
        <strong class="figures">{scoreText(game)}</strong> <span>{game.result.text}</span>
      </p>
    );
  if (game.status === "open") return <p>Waiting for an agent to sit down</p>;
  if (isToMove(game, seat)) return <p class="status-own">Your turn</p>;
  if (game.turn === null) return <p>Waiting for a choice</p>;
  return (
    <p class="one-line">
      <bdi>{playerText(game.players[game.turn])}</bdi> to move
    </p>
  );
}

function Viewing({ model, told, ply }: { model: GameModel; told: Told; ply: number }) {
  const { game, play } = told;
  const what = ply === 0 ? "the start" : `move ${moveNumber(ply, play.pliesBefore(game.options)).replace(/\W+$/, "")}`;
  return (
    <>
      <p>Viewing {what}</p>
      <Button size="small" kind="primary" onClick={() => model.view(null)}>
        {game.status === "finished" ? "To the end" : "Back to live"}
      </Button>
    </>
  );
}

function Below({ model, told, seat }: StatusPanelProps) {
  const { game, play } = told;
  const { confirm, dialog } = useConfirm();
  if (model.refusal.value !== null)
    return (
      <p class="status-refusal" role="alert">
        {model.refusal.value}
      </p>
    );
  if (seat !== null && game.draw_offer !== null && game.draw_offer !== seat)
    return (
      <div class="status-offer" data-part="draw-offer">
        <p>Draw offered</p>
        <Button
          size="small"
          onClick={() =>
            confirm({
              title: "Accept the draw?",
              text: "The game ends as a draw.",
              action: "Accept draw",
              run: () => void model.take(answerDraw(game.game_id, "accept", seat)),
            })
          }
        >
          Accept draw
        </Button>
        <Button size="small" onClick={() => void model.take(answerDraw(game.game_id, "decline", seat))}>
          Decline
        </Button>
        {dialog}
      </div>
    );
  if (seat !== null && game.takeback_offer !== null && game.takeback_offer !== seat)
    return (
      <div class="status-offer" data-part="takeback-offer">
        <p>Takeback asked</p>
        <Button size="small" onClick={() => void model.take(answerTakeback(game.game_id, "accept", seat))}>
          Allow takeback
        </Button>
        <Button size="small" onClick={() => void model.take(answerTakeback(game.game_id, "decline", seat))}>
          Decline
        </Button>
      </div>
    );
  if (model.notice.value !== null)
    return (
      <p class="status-notice one-line" data-part="notice">
        <bdi>{model.notice.value}</bdi>
      </p>
    );
  if (game.draw_offer !== null) return <p>{seatTitle(game.draw_offer)} offers a draw</p>;
  if (game.takeback_offer !== null) return <p>{seatTitle(game.takeback_offer)} asks to take a move back</p>;
  if (game.result && model.viewed.value !== null)
    return (
      <p>
        {scoreText(game)} {game.result.text}
      </p>
    );
  if (game.opening)
    return (
      <p class="one-line" data-part="opening" title={game.opening.name}>
        <span class="status-code">{game.opening.code}</span> {game.opening.name}
      </p>
    );
  return (
    <p>
      Game {game.game_id} · {play.title}
    </p>
  );
}
