import { effect } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ApiMove } from "../../shared/api.ts";
import { CHANCE, type Judgement, seatTitle } from "../../shared/terms.ts";
import { gamesAddress } from "../app/address.ts";
import { MissingPage, useTitle } from "../app/lazy.tsx";
import { recallHere, rememberHere } from "../app/route.ts";
import { isYourTurn } from "../dashboard/filters.ts";
import { changeSettings, settings } from "../settings/settings.ts";
import { Button } from "../ui/button.tsx";
import { endInWords, offerInWords, offersIn } from "../ui/format.ts";
import { BoardArea } from "./board-area.tsx";
import { type GameAt, type GameModel, nearSeat, openGame, ownSeat, type TableProps } from "./game-model.ts";
import { GamePanel } from "./game-panel.tsx";
import { GameSide } from "./game-side.tsx";
import { gameTitle, turnInWords } from "./game-words.ts";
import { KeysDialog } from "./keys-dialog.tsx";
import { PlayerBar } from "./player-bar.tsx";
import { soundsOf } from "./synthesiser.ts";
import { useHistoryKeys } from "./use-history-keys.ts";
import "../ui/field.css";
import "./game.css";

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
        Leave zen mode
      </Button>
    </div>
  );
}

/** The page's icon with a dot. */
const dottedIcon =
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
    icon.href = dottedIcon;
    return () => {
      icon.href = before;
    };
  }, [yours]);
}

/** The page of one game: the board, the moves, and the talk. */
export function GamePage({ id }: { id: string }) {
  const model = useMemo(() => openGame(id), [id]);
  useEffect(() => {
    model.viewedPly.value = recallHere("ply");
    const stopNoting = effect(() => rememberHere("ply", model.viewedPly.value));
    const stopSounds = soundsOf(model);
    return () => {
      stopSounds();
      stopNoting();
      model.close();
    };
  }, [model]);
  return <Game key={id} model={model} />;
}

function Game({ model }: { model: GameModel }) {
  const live = model.live.value;
  const yours = live !== null && isYourTurn(live.game);
  const title = live ? gameTitle(live.game) : `Game ${model.id}`;
  useTitle(title);
  useTurnBadge(yours);
  const [helping, setHelping] = useState(false);
  useHistoryKeys(model, () => setHelping(true));
  if (!live)
    return (
      <MissingPage class="missing-page grid gap-3" title={title} text={model.missing.value ?? "Fetching the game…"}>
        {model.missing.value !== null && <a href={gamesAddress.path({ query: "" })}>All games</a>}
      </MissingPage>
    );
  const { game } = live;
  const near = nearSeat(model, game);
  const far = game.seats[0] === near ? game.seats[1] : game.seats[0];
  return (
    <div
      class="game board-page"
      data-game={game.game}
      data-status={game.status}
      data-ply={game.history.length}
      data-zen={settings.value.zen}
    >
      <h1 class="visually-hidden" tabIndex={-1}>
        {gameTitle(game)}
      </h1>
      <PlayerBar model={model} live={live} seat={far} place="far" />
      <BoardArea model={model} live={live} near={near} />
      <PlayerBar model={model} live={live} seat={near} place="near" />
      <GameSide model={model} live={live} />
      {!settings.value.zen && <GamePanel model={model} live={live} />}
      {settings.value.zen && <ZenButton />}
      <Announcer model={model} live={live} />
      {helping && <KeysDialog of="game" onClose={() => setHelping(false)} />}
    </div>
  );
}

/** Reads out the shown position and new events, for people who do not see the board. */
function Announcer({ model, live }: TableProps) {
  const viewedPly = model.viewedPly.value;
  const line = model.line.value;
  const latest = sentencesIn(newsWords(live, model));
  /** The last announcement about the live position. */
  const lastNews = useRef(latest);
  if (model.isLive.value) lastNews.current = latest;
  const lineNews = line
    ? [
        live.play.moveInWords(line.moves[line.count - 1]?.text ?? ""),
        `move ${line.count} of ${line.moves.length} of a line`,
      ]
    : viewedPly === null
      ? null
      : shownPlyWords(live, viewedPly, model.review.part.value?.moves[viewedPly - 1]?.judgement ?? null);
  return (
    <>
      <p class="visually-hidden" role="status" aria-live="polite" data-part="announcer">
        {lineNews === null ? latest : sentencesIn(lineNews)}
      </p>
      {/* A person who looks at an earlier ply is told of new events, beside the shown one. */}
      <p class="visually-hidden" role="status" aria-live="polite" data-part="news">
        {latest === lastNews.current ? "" : latest}
      </p>
    </>
  );
}

const sentencesIn = (words: readonly string[]): string => (words.length === 0 ? "" : `${words.join(". ")}.`);

/** Most moves that are read out at once. */
const MOST_READ = 4;

/** The moves since the person's own, with dice and cards, and the decision that they ask of the person. */
function newsWords(live: GameAt, model: GameModel): readonly string[] {
  const [notice, proposal] = [model.notice.value, model.proposal.value];
  const { game, play } = live;
  if (proposal && !proposal.isSent)
    return [`Play ${play.moveInWords(play.writeMove(game.view, proposal.move))}? Enter confirms, Escape cancels`];
  const seat = ownSeat(game);
  const isOwn = ({ by }: ApiMove) => (seat === null ? by !== CHANCE : by === seat);
  const since = game.history.findLastIndex(isOwn) + (seat === null ? 0 : 1);
  const tail = game.history.slice(Math.min(since, game.history.length - 1)).slice(-MOST_READ);
  const move = tail.map((each) => moveInWords(live, each));
  if (game.result) return [...move, endInWords(game)];
  const offer = offersIn(game).find(({ by }) => by !== seat);
  if (offer) return [...move, offerInWords(offer)];
  if (notice !== null) return [...move, `${notice.who} ${notice.does}`];
  return seat !== null && isYourTurn(game) ? [...move, turnInWords(game, seat, play)] : move;
}

/** The shown ply, for a person who steps through the game. */
function shownPlyWords(live: GameAt, ply: number, judgement: Judgement | null): readonly string[] {
  const { history } = live.game;
  const move = history[ply - 1];
  const judgements = judgement === null ? [] : [judgement];
  return [move ? moveInWords(live, move) : "Starting position", ...judgements, `${ply} of ${history.length}`];
}

/** `Black: knight takes f6, check`. */
const moveInWords = ({ play }: GameAt, { by, text }: ApiMove): string =>
  `${by === CHANCE ? "" : `${seatTitle(by)}: `}${play.moveInWords(text)}`;
