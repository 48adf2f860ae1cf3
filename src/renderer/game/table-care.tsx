import { findPage } from "../../games/pages.ts";
import type { GameDetail } from "../../shared/api.ts";
import { seatTitle } from "../../shared/terms.ts";
import { deleteGame, getPgn, getReplayPage, restoreGame } from "../api/client.ts";
import { showNewGameFrom } from "../new-game/shown.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { useConfirm } from "../ui/confirm.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { saveAnswer } from "../ui/save-file.ts";
import { toast } from "../ui/toasts.tsx";
import { AgentCare, isStalled } from "./agent-care.tsx";
import { endGameAfterQuestion } from "./end-game.ts";
import { type GameModel, ownSeat, type Told } from "./game-model.ts";
import { playerText } from "./game-words.ts";

/** The game as a thing: who sits where, its records to take away, a new game from here. */
export function TableCare({ model, told }: { model: GameModel; told: Told }) {
  const { confirm, dialog } = useConfirm();
  const { game, play } = told;
  const { view } = play.shownAt(game, model.course.value, model.viewed.value);
  const file = `kibitz-${game.game_id}`;
  const position = play.notation?.write(view) ?? null;
  return (
    <div class="table-care">
      <dl class="table-facts">
        <dt>Game</dt>
        <dd>
          {game.game_id}, {play.title}
        </dd>
        {game.opening && (
          <>
            <dt>Opening</dt>
            <dd>
              {game.opening.code} {game.opening.name}
            </dd>
          </>
        )}
        {game.seats.map((seat) => {
          const illegal = game.illegal_moves[seat] ?? 0;
          return (
            <>
              <dt key={seat}>{seatTitle(seat)}</dt>
              <dd key={`${seat} player`}>
                <bdi>{playerText(game, seat)}</bdi>
                {illegal > 0 && <span class="table-illegal">, {illegal} illegal</span>}
              </dd>
            </>
          );
        })}
      </dl>
      {game.status !== "finished" && <AgentCare model={model} game={game} confirm={confirm} />}
      {(play.capabilities.pgn || position !== null || game.status === "finished") && (
        <div class="table-records">
          {play.capabilities.pgn && (
            <>
              <CopyButton text={() => pgnOf(game)} done="PGN copied.">
                Copy PGN
              </CopyButton>
              <Button onClick={() => void saveAnswer(`${file}.pgn`, getPgn(game.game_id))}>Download PGN</Button>
            </>
          )}
          {game.status === "finished" && findPage(game.game)?.study && (
            <ButtonLink href={`/analysis?game=${game.game_id}&ply=${model.viewed.value ?? game.history.length}`}>
              Analysis board
            </ButtonLink>
          )}
          {game.status === "finished" && (
            <Button
              title="One file that replays the game anywhere"
              onClick={() => void saveAnswer(`${file}.html`, getReplayPage(game.game_id))}
            >
              Save as web page
            </Button>
          )}
          {position !== null && (
            <CopyButton text={position} done={`${play.notation?.name} copied.`}>
              Copy {play.notation?.name}
            </CopyButton>
          )}
          {position !== null && findPage(game.game)?.options.some(({ kind }) => kind === "position") && (
            <Button onClick={() => showNewGameFrom(game.game, position)}>New game from this position</Button>
          )}
        </div>
      )}
      <div class="table-records">
        {game.deleted ? (
          <>
            <p>This game is deleted.</p>
            <Button onClick={() => void model.take(restoreGame(game.game_id))}>Restore</Button>
          </>
        ) : game.status === "finished" ? (
          <Button
            onClick={() =>
              confirm({
                title: "Delete this game?",
                text: "It goes from all lists. Here, at its own address, it can be restored.",
                action: "Delete",
                danger: true,
                run: () => void model.take(deleteGame(game.game_id)),
              })
            }
          >
            Delete
          </Button>
        ) : (
          // A league's game is the league's to end.
          game.league_id === null &&
          (ownSeat(game) === null || game.history.length < 2 || isStalled(game)) && (
            <Button onClick={() => endGameAfterQuestion(model, confirm)("End game")}>End this game</Button>
          )
        )}
      </div>
      {dialog}
    </div>
  );
}

async function pgnOf(game: GameDetail): Promise<string | null> {
  const answer = await getPgn(game.game_id);
  if (answer.ok) return answer.value;
  toast(answer.message, "problem");
  return null;
}
