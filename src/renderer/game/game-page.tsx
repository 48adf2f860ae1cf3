import { useEffect, useMemo, useState } from "preact/hooks";
import { useTitle } from "../app/use-title.ts";
import "../ui/field.css";
import { Announcer } from "./announcer.tsx";
import { BoardArea } from "./board-area.tsx";
import "./game.css";
import { type GameModel, openGame } from "./game-model.ts";
import { GameSide } from "./game-side.tsx";
import { gameTitle } from "./game-words.ts";
import { KeysDialog } from "./keys-dialog.tsx";
import { soundsOf } from "./sounds.ts";
import { TablePanel } from "./table-panel.tsx";
import { useHistoryKeys } from "./use-history-keys.ts";

/** One game: the board to play on or to watch, its moves, and what is said at the table. */
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
  useTitle(told ? gameTitle(told.game) : `Game ${model.id}`);
  const [helping, setHelping] = useState(false);
  useHistoryKeys(model, () => setHelping(true));
  if (!told)
    return (
      <div class="game-missing">
        <h1 tabIndex={-1}>Game {model.id}</h1>
        <p role="status">{model.missing.value ?? "Fetching the game…"}</p>
        {model.missing.value !== null && (
          <p>
            <a href="/">All games</a>
          </p>
        )}
      </div>
    );
  return (
    <div class="game" data-game={told.game.game} data-status={told.game.status} data-ply={told.game.history.length}>
      <h1 class="visually-hidden" tabIndex={-1}>
        {gameTitle(told.game)}
      </h1>
      <BoardArea model={model} told={told} />
      <GameSide model={model} told={told} />
      <TablePanel model={model} told={told} />
      <Announcer model={model} told={told} />
      {helping && <KeysDialog onClose={() => setHelping(false)} />}
    </div>
  );
}
