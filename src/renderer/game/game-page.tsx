import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ApiMove } from "../../shared/api.ts";
import { type Judgement, seatTitle } from "../../shared/terms.ts";
import { gamesAddress } from "../app/address.ts";
import { useTitle } from "../app/lazy.tsx";
import { isYourTurn } from "../dashboard/filters.ts";
import { changeSettings, turnBoard, zen } from "../settings/settings.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { endInWords, offerInWords, offersIn } from "../ui/format.ts";
import { BoardArea } from "./board-area.tsx";
import { type GameModel, openGame, ownSeat, type TableProps, type Told } from "./game-model.ts";
import { GamePanel } from "./game-panel.tsx";
import { GameSide } from "./game-side.tsx";
import { gameTitle, turnInWords } from "./game-words.ts";
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

/** Reads out the shown position and new events, for people who do not see the board. */
function Announcer({ model, told }: TableProps) {
  const viewed = model.viewed.value;
  const line = model.line.value;
  const latest = sentences(news(told, model));
  /** The last announcement about the live position. */
  const heard = useRef(latest);
  if (model.isLive.value) heard.current = latest;
  const shown = line
    ? [
        told.play.moveInWords(line.moves[line.shown - 1]?.text ?? ""),
        strings.moveOfOfLine(line.shown, line.moves.length),
      ]
    : viewed === null
      ? null
      : place(told, viewed, model.review.found.value?.moves[viewed - 1]?.judgement ?? null);
  return (
    <>
      <p class="visually-hidden" role="status" aria-live="polite" data-part="announcer">
        {shown === null ? latest : sentences(shown)}
      </p>
      {/* A person who looks at an earlier ply is told of new events, beside the shown one. */}
      <p class="visually-hidden" role="status" aria-live="polite" data-part="news">
        {latest === heard.current ? "" : latest}
      </p>
    </>
  );
}

const sentences = (words: readonly string[]): string => (words.length === 0 ? "" : `${words.join(". ")}.`);

/** The last move, and the decision that it asks of the person. */
function news(told: Told, model: GameModel): readonly string[] {
  const [notice, proposed] = [model.notice.value, model.proposed.value];
  const { game, play } = told;
  if (proposed && !proposed.isSent)
    return [strings.playEnterConfirmsEscapeCancels(play.moveInWords(play.writeMove(game.view, proposed.move)))];
  const seat = ownSeat(game);
  const last = game.history.at(-1);
  const move = last ? [moveInWords(told, last)] : [];
  if (game.result) return [...move, endInWords(game)];
  const offer = offersIn(game).find(({ by }) => by !== seat);
  if (offer) return [...move, offerInWords(offer)];
  if (notice !== null) return [...move, `${notice.who} ${notice.does}`];
  return seat !== null && isYourTurn(game) ? [...move, turnInWords(game, seat)] : move;
}

/** The shown ply, for a person who steps through the game. */
function place(told: Told, ply: number, judgement: Judgement | null): readonly string[] {
  const { history } = told.game;
  const move = history[ply - 1];
  const judged = judgement === null ? [] : [judgement];
  return [move ? moveInWords(told, move) : strings.start, ...judged, strings.ofLabel(ply, history.length)];
}

/** `Black: knight takes f6, check`. */
const moveInWords = ({ play }: Told, { by, text }: ApiMove): string => `${seatTitle(by)}: ${play.moveInWords(text)}`;
