import { useComputed } from "@preact/signals";
import { seatTitle } from "../../shared/game-terms.ts";
import { getGame } from "../api/client.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { durationText } from "../ui/format.ts";
import { now } from "../ui/now.ts";
import { toast } from "../ui/toasts.tsx";
import { isYourTurn } from "./filters.ts";
import type { Known } from "./known-games.ts";

/** How it stands, in a few words. */
export function CardState({ known: { game } }: { known: Known }) {
  if (game.result) return <span class="card-state result one-line">{game.result.text}</span>;
  switch (game.status) {
    case "finished":
      return <span class="card-state">Over</span>;
    case "open":
      return (
        <CopyButton
          size="small"
          text={() => joinPromptOf(game.game_id)}
          done="Join prompt copied. Paste it into your assistant."
        >
          Copy join prompt
        </CopyButton>
      );
    case "live": {
      const yours = isYourTurn(game);
      const who = yours ? "Your turn" : game.turn === null ? "Both to choose" : `${seatTitle(game.turn)} to move`;
      return (
        <span class={`card-state one-line${yours ? " yours" : ""}`}>
          {who}{" "}
          <span class="since figures">
            <Elapsed key={game.turn_since} since={game.turn_since} />
          </span>
        </span>
      );
    }
  }
}

/** How long ago something was; ticks without drawing the card again. */
function Elapsed({ since }: { since: number }) {
  const text = useComputed(() => durationText(now.value - since));
  return <>{text}</>;
}

async function joinPromptOf(id: string): Promise<string | null> {
  const answer = await getGame(id);
  const prompt = answer.ok ? Object.values(answer.value.join_prompts)[0] : undefined;
  if (prompt !== undefined) return prompt;
  toast(answer.ok ? "Both seats are taken by now." : answer.message, "problem");
  return null;
}
