import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { gamesAddress } from "../app/address.ts";
import { useTitle } from "../app/lazy.tsx";
import { isYourTurn } from "../dashboard/filters.ts";
import { changeSettings, turnBoard, zen } from "../settings/settings.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Announcer } from "./announcer.tsx";
import { BoardArea } from "./board-area.tsx";
import { type GameModel, openGame, ownSeat, type Told } from "./game-model.ts";
import { GamePanel } from "./game-panel.tsx";
import { GameSide } from "./game-side.tsx";
import { gameTitle } from "./game-words.ts";
import { PlayerBar } from "./player-bar.tsx";
import * as strings from "./strings.ts";
import { soundsOf } from "./synthesiser.ts";
import { useHistoryKeys } from "./use-history-keys.ts";
import "../ui/field.css";
import "./game.css";

/** The keys that work on the page of a game. */
function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={strings.keyboardShortcuts} onClose={onClose}>
      <dl class="keys">
        {strings.gameKeys.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/**
 * The button that leaves zen mode, for people without a keyboard; in zen mode everything around the board is hidden.
 */
function ZenButton() {
  // Set before painting: a board that moves later without resizing would not know its place.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset["zen"] = "on";
    return () => {
      delete dataset["zen"];
    };
  }, []);
  return (
    <div class="zen-button">
      <Button size="small" kind="quiet" onClick={() => void changeSettings({ zen: false })}>
        {strings.leaveZenMode}
      </Button>
    </div>
  );
}

/** The page's icon with a dot. */
const dotted =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2f5d50"/><path fill="#fbf6e9" d="M16 5a4.2 4.2 0 0 0-2.7 7.4H11v2.4h2.7c-.3 3.6-1.6 6-3.7 7.6v2.2h12v-2.2c-2.1-1.6-3.4-4-3.7-7.6H21v-2.4h-2.3A4.2 4.2 0 0 0 16 5ZM8.5 26v2h15v-2Z"/><circle cx="25" cy="7" r="7" fill="#e0562f"/></svg>',
  );

/** Marks the browser's tab while it is the person's turn. In the window, the host marks the application. */
function useTurnBadge(yours: boolean): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!icon || !yours) return;
    const before = icon.href;
    icon.href = dotted;
    return () => {
      icon.href = before;
    };
  }, [yours]);
}

/** The page of one game: the board, the moves, and the talk. */
export function GamePage({ id }: { id: string }) {
  const model = useMemo(() => openGame(id), [id]);
  useEffect(() => {
    const stopSounds = soundsOf(model);
    return () => {
      stopSounds();
      model.close();
    };
  }, [model]);
  return <Game key={id} model={model} />;
}

function Game({ model }: { model: GameModel }) {
  const told = model.told.value;
  const yours = told !== null && isYourTurn(told.game);
  const title = told ? gameTitle(told.game) : strings.gameId(model.id);
  useTitle(yours ? strings.yourTurn(title) : title);
  useTurnBadge(yours);
  const [helping, setHelping] = useState(false);
  useHistoryKeys(model, () => setHelping(true));
  if (!told)
    return (
      <div class="missing-page">
        <h1 tabIndex={-1}>{strings.gameId(model.id)}</h1>
        <p role="status">{model.missing.value ?? strings.fetchingGame}</p>
        {model.missing.value !== null && (
          <p>
            <a href={gamesAddress.path({ query: "" })}>{strings.allGames}</a>
          </p>
        )}
      </div>
    );
  const { game } = told;
  const near = nearSeat(model, told);
  const far = game.seats[0] === near ? game.seats[1] : game.seats[0];
  return (
    <div
      class="game"
      data-game={game.game}
      data-status={game.status}
      data-ply={game.history.length}
      data-zen={zen.value}
    >
      <h1 class="visually-hidden" tabIndex={-1}>
        {gameTitle(game)}
      </h1>
      <PlayerBar model={model} told={told} seat={far} place="far" />
      <BoardArea model={model} told={told} near={near} />
      <PlayerBar model={model} told={told} seat={near} place="near" />
      <GameSide model={model} told={told} />
      {!zen.value && <GamePanel model={model} told={told} />}
      {zen.value && <ZenButton />}
      <Announcer model={model} told={told} />
      {helping && <KeysDialog onClose={() => setHelping(false)} />}
    </div>
  );
}

/**
 * The person's seat is at the bottom; for spectators and for two people at one board it is the first seat, unless the
 * board is to turn to the side to move.
 */
function nearSeat({ flipped }: GameModel, { game }: Told) {
  const [first, second] = game.seats;
  const turns = game.person_seats.length === 1 || (turnBoard.value && game.status === "live");
  return (turns && ownSeat(game) === second) !== flipped.value ? second : first;
}
