import { useEffect, useState } from "preact/hooks";
import type { GameCard } from "../../shared/api.ts";
import { listGames, restoreGame } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { endInWords } from "../ui/end-in-words.ts";
import { dateText } from "../ui/format.ts";
import { gamePath } from "./addresses.ts";
import "./deleted-dialog.css";
import { PlayerName, StudyName } from "./game-names.tsx";
import * as strings from "./strings.ts";

/** Games in one page of the list. */
const PAGE = 50;

/** The deleted games, newest first, each with a button to restore it. */
export function DeletedDialog({ onClose }: { onClose(): void }) {
  const [games, setGames] = useState<readonly GameCard[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (cursor?: string) => {
    const answer = await listGames({ status: "deleted", limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
    if (!answer.ok) return setProblem(answer.message);
    setProblem(null);
    setGames((known) => [...(cursor === undefined ? [] : (known ?? [])), ...answer.value.games]);
    setNext(answer.value.next_cursor);
  };
  useEffect(() => void read(), []);
  const restore = async (id: string) => {
    const answer = await restoreGame(id);
    if (!answer.ok) return setProblem(answer.message);
    setGames((known) => (known ?? []).filter(({ game_id }) => game_id !== id));
  };
  return (
    <Dialog
      title={strings.deletedGames}
      onClose={onClose}
      actions={
        <>
          {next !== null && <Button onClick={() => void read(next)}>{strings.showMore}</Button>}
          <Button kind="primary" onClick={onClose}>
            {strings.done}
          </Button>
        </>
      }
    >
      {problem !== null && <p role="alert">{problem}</p>}
      {games?.length === 0 && <p class="quiet">{strings.noGameIsDeleted}</p>}
      <ul class="deleted-games">
        {games?.map((game) => (
          <li key={game.game_id} data-game={game.game_id}>
            <a href={gamePath(game)} onClick={onClose}>
              {game.study === null ? (
                game.seats.map((seat, index) => (
                  <span key={seat}>
                    {index > 0 && " – "}
                    <PlayerName game={game} seat={seat} />
                  </span>
                ))
              ) : (
                <StudyName name={game.study} />
              )}
            </a>
            <span class="quiet small">
              {endInWords(game)} · {dateText(game.created_at)}
            </span>
            <Button
              size="small"
              aria-label={strings.restoreGame(game.game_id)}
              onClick={() => void restore(game.game_id)}
            >
              {strings.restore}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
