import type { GameDetail } from "../../shared/api.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import type { GameModel } from "./game-model.ts";

/** First, back, forward, last, and the board turned round. */
export function MoveNavigation({ model, game, sides }: { model: GameModel; game: GameDetail; sides: boolean }) {
  const last = game.history.length;
  const ply = model.viewed.value ?? last;
  const steps = [
    { label: "First position (Home)", to: 0, path: "M4 3v10M12 3L6 8l6 5z", off: ply === 0 },
    { label: "Previous move (←)", to: ply - 1, path: "M11 3L5 8l6 5z", off: ply === 0 },
    { label: "Next move (→)", to: ply + 1, path: "M5 3l6 5-6 5z", off: ply === last },
    { label: "Last position (End)", to: last, path: "M12 3v10M4 3l6 5-6 5z", off: ply === last },
  ];
  return (
    <fieldset class="move-navigation" aria-label="Walk through the game">
      {steps.map(({ label, to, path, off }) => (
        <Button key={label} kind="quiet" label={label} aria-disabled={off} onClick={() => off || model.view(to)}>
          <Icon>
            <path d={path} />
          </Icon>
        </Button>
      ))}
      {sides && (
        <Button
          kind="quiet"
          label="Flip the board"
          onClick={() => {
            model.flipped.value = !model.flipped.value;
          }}
        >
          <Icon>
            <path d="M5 13V3M2.5 5.5L5 3l2.5 2.5M11 3v10M8.5 10.5L11 13l2.5-2.5" />
          </Icon>
        </Button>
      )}
    </fieldset>
  );
}
