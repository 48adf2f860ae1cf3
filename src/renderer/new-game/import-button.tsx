import { showImport } from "../import/shown.ts";
import { Button } from "../ui/button.tsx";
import { hideNewGame } from "./shown.ts";

/** Keeps what was pasted as finished games, to look at. */
export function ImportButton({ pgn }: { pgn: string }) {
  const keep = () => {
    hideNewGame();
    showImport([{ name: "what was pasted", read: async () => pgn }]);
  };
  return (
    <p class="import">
      <Button size="small" onClick={keep}>
        Import the whole game
      </Button>{" "}
      <span class="field-hint">to look at it instead of playing on</span>
    </p>
  );
}
