import type { GameCard } from "../../shared/api.ts";
import { listGames, restoreGame } from "../api/client.ts";
import { gamePath } from "../app/address.ts";
import { DeletedDialog } from "../ui/deleted-dialog.tsx";
import { dateText, endInWords } from "../ui/format.ts";
import { PlayerName, StudyName } from "./game-card.tsx";

/** Games in one page of the list. */
const PAGE = 50;

/** The deleted games, newest first. */
export const DeletedGames = ({ onClose }: { onClose(): void }) => (
  <DeletedDialog
    title="Deleted games"
    none="No deleted games."
    readPage={(cursor) => listGames({ status: "deleted", limit: PAGE, ...cursor })}
    itemsOf={({ games, next_cursor }) => ({
      items: games.map((game) => ({ id: game.game_id, line: <GameLine game={game} onClick={onClose} /> })),
      next: next_cursor,
    })}
    restore={restoreGame}
    restoreLabel={(id) => `Restore game ${id}`}
    onClose={onClose}
  />
);

const GameLine = ({ game, onClick }: { game: GameCard; onClick(): void }) => (
  <>
    <a href={gamePath(game)} onClick={onClick}>
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
  </>
);
