import { findPage } from "../../games/pages.ts";
import type { GameDetail } from "../../shared/api.ts";
import type { Seat } from "../../shared/terms.ts";
import { rematch } from "../api/client.ts";
import { gameAddress } from "../app/address.ts";
import { navigate } from "../app/route.ts";
import { showNewGame } from "../new-game/shown.ts";
import { changeSettings, zen } from "../settings/settings.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { scoreText } from "../ui/game-words.ts";
import { useShown } from "../ui/hooks.ts";
import { ownSeat, type TableProps } from "./game-model.ts";
import { howItEnded, whoWon } from "./game-words.ts";
import { ShareButton } from "./share.tsx";
import * as strings from "./strings.ts";

/** The result of the game in one line, as the person's own. */
export function Result({ game }: { game: GameDetail }) {
  const { result } = game;
  if (!result) return null;
  const [own, other] = game.person_seats;
  const won = result.winner === null || own === undefined ? "none" : other || result.winner === own ? "own" : "other";
  const how = howItEnded(game);
  return (
    <p class="result" data-won={won} data-part="result">
      <span class="one-line">
        <strong class="result-who">{whoWon(game)}</strong>
        {how !== "" && <span> · {how}</span>}
      </span>{" "}
      <span class="result-score figures">{scoreText(game)}</span>
    </p>
  );
}

/** Buttons that lead on from a finished game, also to the next one of its match in a league, where there is one. */
export function AfterGame({ model, told, next }: TableProps & { next: string | null }) {
  const { game } = told;
  const seat = ownSeat(game);
  const shown = useShown();
  const { found, progress } = model.review;
  const startRematch = async (own: Seat) => {
    const answer = await rematch(game.game_id, own);
    if (!shown.current) return;
    if (answer.ok) navigate(gameAddress.path({ id: answer.value.game_id }));
    else model.refusal.value = { words: answer.message };
  };
  return (
    <fieldset class="button-row result-actions" aria-label={strings.afterGame}>
      {game.rematch !== null && (
        <ButtonLink href={gameAddress.path({ id: game.rematch })}>{strings.goToRematch}</ButtonLink>
      )}
      {next !== null && (
        <ButtonLink kind="primary" href={gameAddress.path({ id: next })}>
          {strings.nextGameOfMatch}
        </ButtonLink>
      )}
      {game.rematch === null && game.league_id === null && seat !== null && game.can_rematch && (
        <Button kind="primary" onClick={() => void startRematch(seat)}>
          {strings.rematch}
        </Button>
      )}
      {findPage(game.game)?.engine && game.history.length > 0 && (
        <Button
          onClick={() => {
            model.tab.value = "Review";
            // In zen mode there is no place for it.
            if (zen.peek()) void changeSettings({ zen: false });
            if (found.value === null && progress.value === null && !game.reviewed) model.review.start();
          }}
        >
          {strings.review}
        </Button>
      )}
      {seat !== null && <Button onClick={showNewGame}>{strings.newOpponent}</Button>}
      <ShareButton model={model} told={told} />
    </fieldset>
  );
}
