import { useEffect, useMemo, useState } from "preact/hooks";
import { useTitle } from "../app/use-title.ts";
import { gamesAddress } from "../dashboard/addresses.ts";
import { isYourTurn } from "../dashboard/filters.ts";
import { turnBoard, zen } from "../settings/settings.ts";
import * as strings from "./strings.ts";
import "../ui/field.css";
import { Announcer } from "./announcer.tsx";
import { BoardArea } from "./board-area.tsx";
import "./game.css";
import { type GameModel, openGame, ownSeat, type Told } from "./game-model.ts";
import { GamePanel } from "./game-panel.tsx";
import { GameSide } from "./game-side.tsx";
import { gameTitle } from "./game-words.ts";
import { KeysDialog } from "./keys-dialog.tsx";
import { PlayerBar } from "./player-bar.tsx";
import { soundsOf } from "./sounds.ts";
import { useHistoryKeys } from "./use-history-keys.ts";
import { useTurnBadge } from "./use-turn-badge.ts";
import { ZenButton } from "./zen-button.tsx";

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
