import type { GameDetail } from "../../shared/api.ts";
import type { Seat } from "../../shared/terms.ts";
import { rematch } from "../api/client.ts";
import { navigate } from "../app/route.ts";
import { showNewGame } from "../new-game/shown.ts";
import { changeSettings, zen } from "../settings/settings.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { scoreText } from "../ui/score-text.ts";
import { useShown } from "../ui/use-shown.ts";
import type { GameModel, Told } from "./game-model.ts";
import { howItEnded, whoWon } from "./game-words.ts";

/** How the game ended, as the person's own, and what may follow. */
export function Result({ model, told, seat }: { model: GameModel; told: Told; seat: Seat | null }) {
  const { game, play } = told;
  const { result } = game;
  const shown = useShown();
  if (!result) return null;
  const [own, other] = game.person_seats;
  const won = result.winner === null || own === undefined ? "none" : other || result.winner === own ? "own" : "other";
  const how = howItEnded(game);
  const { found, progress } = model.review;
  return (
    <div class="result" data-won={won}>
      <p class="result-words" data-part="result">
        <strong class="result-who">{whoWon(game)}</strong>
        {how !== "" && <span> · {how}</span>} <span class="result-score figures">{scoreText(game)}</span>
      </p>
      <fieldset class="result-actions" aria-label="After the game">
        {game.rematch !== null && <ButtonLink href={`/game/${game.rematch}`}>Go to the rematch</ButtonLink>}
        {game.rematch === null && seat !== null && game.can_rematch && (
          <Button kind="primary" onClick={() => void startRematch(model, game, seat, shown)}>
            Rematch
          </Button>
        )}
        {play.capabilities.engine && game.history.length > 0 && (
          <Button
            onClick={() => {
              model.tab.value = "Review";
              // In zen mode there is no place for it.
              if (zen.peek()) void changeSettings({ zen: false });
              if (found.value === null && progress.value === null && !game.reviewed) model.review.start();
            }}
          >
            Review
          </Button>
        )}
        {seat !== null && <Button onClick={showNewGame}>New opponent</Button>}
      </fieldset>
    </div>
  );
}

async function startRematch(
  model: GameModel,
  game: GameDetail,
  seat: Seat,
  shown: ReturnType<typeof useShown>,
): Promise<void> {
  const answer = await rematch(game.game_id, seat);
  if (!shown.current) return;
  if (answer.ok) navigate(`/game/${answer.value.game_id}`);
  else model.refusal.value = { words: answer.message };
}
