import type { GameDetail } from "../../shared/api.ts";
import { StepButton } from "../ui/icons.tsx";
import type { GameModel } from "./game-model.ts";
import * as strings from "./strings.ts";

/** The buttons: first, back, forward, last, and flip the board. */
export function MoveNavigation({ model, game, sides }: { model: GameModel; game: GameDetail; sides: boolean }) {
  const last = game.history.length;
  const ply = model.viewed.value ?? last;
  const steps = [
    { label: strings.firstPositionHome, to: 0, step: "first", off: ply === 0 },
    { label: strings.previousMove, to: ply - 1, step: "back", off: ply === 0 },
    { label: strings.nextMove, to: ply + 1, step: "on", off: ply === last },
    { label: strings.lastPositionEnd, to: last, step: "last", off: ply === last },
  ] as const;
  return (
    <fieldset class="move-navigation" aria-label={strings.walkThroughGame}>
      {steps.map(({ label, to, step, off }) => (
        <StepButton key={step} step={step} label={label} disabled={off} onClick={() => model.view(to)} />
      ))}
      {sides && (
        <StepButton
          step="flip"
          label={strings.flipBoard}
          onClick={() => {
            model.flipped.value = !model.flipped.value;
          }}
        />
      )}
    </fieldset>
  );
}
