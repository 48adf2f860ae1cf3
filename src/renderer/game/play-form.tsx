import { useConfirm } from "../ui/dialog.tsx";
import type { TableProps } from "./game-model.ts";
import { makeMove, sendMove } from "./send-move.ts";
import * as strings from "./strings.ts";
import "./play-form.css";

const nothing: readonly string[] = [];

/** The game's own form for moves and claims by keyboard. */
export function PlayForm({ model, told }: TableProps) {
  const { confirm, dialog } = useConfirm();
  const { game, play } = told;
  if (!play.Form) return null;
  const live = model.isLive.value;
  return (
    <div class="play-form">
      <play.Form
        course={model.course.value}
        legal={live ? game.legal_moves : nothing}
        waiting={live ? strings.itIsNotYourTurn : strings.goBackToLivePosition}
        claim={model.claim.value}
        onClaim={(claim) => {
          model.claim.value = claim;
        }}
        confirm={confirm}
        // The form has confirmed the claim.
        onMove={(move, claim) =>
          claim === undefined ? makeMove(model, game, move) : sendMove(model, game, move, claim)
        }
        onIncomplete={(move) => {
          model.incomplete.value = move;
        }}
        onWrong={(words) => {
          model.refusal.value = words === null ? null : { words };
        }}
      />
      {dialog}
    </div>
  );
}
