import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { findPage } from "../../games/pages.ts";
import type { GameDetail } from "../../shared/api.ts";
import type { LeagueMatchDetail } from "../../shared/leagues.ts";
import { hasThoughts } from "../../shared/lines.ts";
import type { Seat } from "../../shared/terms.ts";
import { getPgn, getPicture, getReplayPage, rematch } from "../api/client.ts";
import { gameAddress, leagueAddress } from "../app/address.ts";
import { navigate } from "../app/route.ts";
import { showNewGame } from "../new-game/dialog-state.ts";
import { changeSettings, settings } from "../settings/settings.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Toggle } from "../ui/field.tsx";
import { scoreText } from "../ui/format.ts";
import { useShown } from "../ui/hooks.ts";
import { saveAnswer, savePicture } from "../ui/save-file.ts";
import { valueOrToast } from "../ui/toasts.tsx";
import { nearSeat, ownSeat, type TableProps } from "./game-model.ts";
import { howItEnded, whoWon } from "./game-words.ts";
import { nextGameIn } from "./league-match.tsx";
import { isJudged, nextJudged } from "./use-history-keys.ts";

/** Opens the dialog to share a game: its PGN, the shown position, a picture, a replay page. */
export function ShareButton({ model, live }: TableProps) {
  const [isOpen, setShown] = useState(false);
  return (
    <>
      <Button label="Share" onClick={() => setShown(true)} />
      {isOpen && (
        <Dialog title="Share this game" onClose={() => setShown(false)}>
          <Ways model={model} live={live} />
        </Dialog>
      )}
    </>
  );
}

function Ways({ model, live: { game, play } }: TableProps) {
  const viewedPly = model.viewedPly.value;
  const near = nearSeat(model, game);
  const lines = model.notes.part.value;
  const { view } = play.shownAt(game, model.course.value, viewedPly);
  const file = `kibitz-${game.game_id}`;
  const position = play.notation?.write(view) ?? null;
  const { name, ending } = findPage(game.game)?.records ?? {};
  const [thoughts, setThoughts] = useState(true);
  const pgn = () => getPgn(game.game_id, thoughts ? "?thoughts=true" : "");
  return (
    <ul class="share ruled-parts">
      {name !== undefined && (
        <Way title={name} gives="All moves, for other programs">
          <CopyButton label={`Copy ${name}`} text={() => valueOrToast(pgn())} note={`${name} copied.`} />
          <Button label={`Save ${name}`} onClick={() => void saveAnswer(`${file}${ending}`, pgn())} />
          {lines && hasThoughts(lines) && <Toggle label="With thoughts" on={thoughts} onChange={setThoughts} />}
        </Way>
      )}
      {position !== null && (
        <Way title={play.notation?.name} gives="The position on the board">
          <CopyButton label={`Copy ${play.notation?.name}`} text={position} note={`${play.notation?.name} copied.`} />
        </Way>
      )}
      {!window.kibitz && (
        <Way title="Link" gives="This page, for anyone who is signed in to this Kibitz">
          <CopyButton label="Copy link" text={location.href} note="Link copied." />
        </Way>
      )}
      <Way title="Picture" gives="The position on the board, as a PNG file">
        <Button
          onClick={() =>
            void savePicture(`${file}.png`, getPicture(game.game_id, viewedPly ?? game.ply, near, pictureColours()))
          }
        >
          Save picture
        </Button>
      </Way>
      {game.status === "finished" && (
        <Way title="Replay page" gives="One file that replays the game in any browser">
          <Button onClick={() => void saveAnswer(`${file}.html`, getReplayPage(game.game_id))}>Save replay page</Button>
          <CopyButton
            label="Copy embed code"
            text={`<iframe src="${file}.html" width="640" height="720" title="Kibitz ${game.game_id}"></iframe>`}
            note="Embed code copied. Put the replay page beside your own page."
          />
        </Way>
      )}
    </ul>
  );
}

/** The colours of the person's own board: light and dark squares, and the frame. */
function pictureColours(): string {
  const style = getComputedStyle(document.documentElement);
  return ["light", "dark", "on-light"].map((name) => style.getPropertyValue(`--board-${name}`).slice(1)).join();
}

const Way = (props: {
  readonly title: string | undefined;
  /** The content, in a few words. */
  readonly gives: string;
  readonly children: ComponentChildren;
}) => (
  <li class="stack gap-2">
    <p>
      <strong>{props.title}</strong> <span class="quiet small">{props.gives}</span>
    </p>
    <div class="button-row">{props.children}</div>
  </li>
);

/** Whether a finished game was won by the person, by another, or by neither. */
export function wonBy({ result, person_seats: [own, other] }: GameDetail): "own" | "other" | "none" {
  if (!result || result.winner === null || own === undefined) return "none";
  return other || result.winner === own ? "own" : "other";
}

/** The result of the game in one line, as the person's own. */
export function Result({ game }: { game: GameDetail }) {
  const how = howItEnded(game);
  const { name, words } = whoWon(game);
  return (
    <p class="status-line shrinks text-l line gap-1" data-part="result">
      {name !== null && (
        <strong class="one-line" title={name}>
          <bdi>{name}</bdi>
        </strong>
      )}{" "}
      <span class={name === null ? "one-line" : "rigid"}>
        <strong>{words}</strong>
        {how !== "" && <span> · {how}</span>}
      </span>{" "}
      <span class="rigid push weight-strong figures">{scoreText(game)}</span>
    </p>
  );
}

/** Buttons that lead on from a finished game, also to the next one of its match in a league, where there is one. */
export function AfterGame({ model, live, match }: TableProps & { match: LeagueMatchDetail | null }) {
  const { game } = live;
  const next = match && nextGameIn(match, game);
  const seat = ownSeat(game);
  const isShown = useShown();
  const { part, progress } = model.review;
  const startRematch = async (own: Seat) => {
    const answer = await rematch(game.game_id, own);
    if (!isShown.current) return;
    if (answer.ok) navigate(gameAddress.path({ id: answer.value.game_id }));
    else model.refusal.value = { words: answer.message };
  };
  return (
    <fieldset class="button-row result-actions" aria-label="After the game">
      {game.rematch !== null && <ButtonLink label="Go to the rematch" href={gameAddress.path({ id: game.rematch })} />}
      {next !== null && (
        <ButtonLink label="Next game of the match" kind="primary" href={gameAddress.path({ id: next })} />
      )}
      {game.rematch === null && game.league_id === null && seat !== null && game.can_rematch && (
        <Button label="Rematch" kind="primary" onClick={() => void startRematch(seat)} />
      )}
      {match ? (
        <ButtonLink
          label={`Back to ${match.league}`}
          kind={next === null ? "primary" : "plain"}
          href={leagueAddress.path({ id: match.league_id })}
        />
      ) : (
        game.league_id === null && seat !== null && <Button label="New opponent" onClick={showNewGame} />
      )}
      <ShareButton model={model} live={live} />
      {findPage(game.game)?.engine && game.history.length > 0 && (
        <span class="push">
          <Button
            label={part.value ? "Next mistake" : "Review"}
            title={part.value ? "Next mistake (m)" : undefined}
            disabled={part.value ? !part.value.moves.some(isJudged) : progress.value !== null || game.reviewed}
            onClick={() => {
              if (part.value) return void nextJudged(model);
              model.tab.value = "Review";
              // In zen mode there is no place for it.
              if (settings.peek().zen) void changeSettings({ zen: false });
              model.review.start();
            }}
          />
        </span>
      )}
    </fieldset>
  );
}
