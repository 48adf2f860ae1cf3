import type { GameDetail } from "../../shared/api.ts";
import { drawClaim } from "../board/draws.ts";
import { MoveEntry } from "../board/move-entry.tsx";
import { useConfirm } from "./confirm.tsx";
import type { GameModel } from "./game-model.ts";
import { sendMove } from "./send-move.ts";
import "./play-form.css";

/** Typed moves, and claims that go with the next move. */
export function PlayForm({ model, game }: { model: GameModel; game: GameDetail }) {
  const { confirm, dialog } = useConfirm();
  const spots = model.spots.value;
  const live = spots.at(-1);
  if (!live) return null;
  const past = model.viewed.value !== null;
  const legal = past ? [] : game.legal_moves;
  const claimable = drawClaim(spots, legal);
  const claim = (kind: "win" | "draw", on: boolean) => {
    model.claim.value = on ? kind : null;
  };
  return (
    <div class="play-form">
      <MoveEntry
        fen={live.fen}
        legal={legal}
        waiting={past ? "Go back to the live position to move." : "It is not your turn."}
        claimId="claim-checkmate"
        claim={model.claim.value === "win"}
        onClaim={(on) => claim("win", on)}
        onMove={(uci) => sendMove(model, game, uci)}
        onWrong={(words) => {
          model.refusal.value = words;
        }}
        onPromotion={(promotion) => {
          model.promoting.value = promotion;
        }}
      />
      {claimable === "next" && (
        <label class="claim-draw">
          <input
            type="checkbox"
            checked={model.claim.value === "draw"}
            onChange={({ currentTarget }) => claim("draw", currentTarget.checked)}
          />
          Claim a draw with this move
        </label>
      )}
      {claimable === "now" && (
        <button
          type="button"
          class="button plain small"
          onClick={() =>
            confirm({
              title: "Claim a draw?",
              text: "The position stood three times, or fifty moves passed without a capture or pawn move. The game ends as a draw.",
              action: "Claim draw",
              run: () => {
                model.claim.value = "draw";
                // The host looks at the position first, and plays no move where the claim holds.
                void sendMove(model, game, legal[0] ?? "");
              },
            })
          }
        >
          Claim draw
        </button>
      )}
      {dialog}
    </div>
  );
}
