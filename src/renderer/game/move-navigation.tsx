import type { GameDetail } from "../../shared/api.ts";
import { Button } from "../ui/button.tsx";
import { StepIcon } from "../ui/step-icon.tsx";
import type { GameModel } from "./game-model.ts";

/** First, back, forward, last, and the board turned round. */
export function MoveNavigation({ model, game, sides }: { model: GameModel; game: GameDetail; sides: boolean }) {
  const last = game.history.length;
  const ply = model.viewed.value ?? last;
  const steps = [
    { label: "First position (Home)", to: 0, step: "first", off: ply === 0 },
    { label: "Previous move (←)", to: ply - 1, step: "back", off: ply === 0 },
    { label: "Next move (→)", to: ply + 1, step: "on", off: ply === last },
    { label: "Last position (End)", to: last, step: "last", off: ply === last },
  ] as const;
  return (
    <fieldset class="move-navigation" aria-label="Walk through the game">
      {steps.map(({ label, to, step, off }) => (
        <Button key={label} kind="quiet" label={label} disabled={off} onClick={() => model.view(to)}>
          <StepIcon step={step} />
        </Button>
      ))}
      {sides && (
        <Button
          kind="quiet"
          label="Flip board"
          onClick={() => {
            model.flipped.value = !model.flipped.value;
          }}
        >
          <StepIcon step="flip" />
        </Button>
      )}
    </fieldset>
  );
}
