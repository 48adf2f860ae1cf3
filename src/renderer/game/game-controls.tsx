import { findPage } from "../../games/pages.ts";
import { seatTitle } from "../../shared/terms.ts";
import { endGame, restoreGame } from "../api/client.ts";
import { analysisAddress, gamesAddress } from "../app/address.ts";
import { navigate } from "../app/route.ts";
import { deleteGames } from "../dashboard/selection.ts";
import { choose } from "../dashboard/shown-games.ts";
import { showNewGameFrom } from "../new-game/shown.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { type Question, useConfirm } from "../ui/dialog.tsx";
import { AgentControls, isStalled } from "./agent-controls.tsx";
import { type GameModel, ownSeat, type TableProps } from "./game-model.ts";
import { playerText } from "./game-words.ts";
import { ShareButton } from "./share.tsx";
import * as strings from "./strings.ts";

/** Asks whether to end the game without a result, in words that depend on how far the game is. */
export const endQuestion = (model: GameModel, words: typeof strings.abortGame): Question => ({
  ...words,
  danger: true,
  run: () => void model.take(endGame(model.id)),
});

/** The controls of the game as a whole: its players, sharing it, a new game from here, deleting it. */
export function GameControls({ model, told }: TableProps) {
  const { confirm, dialog } = useConfirm();
  const { game, play } = told;
  const { view } = play.shownAt(game, model.course.value, model.viewed.value);
  const position = play.notation?.write(view) ?? null;
  return (
    <div class="table-care">
      <dl class="table-facts">
        <dt>{strings.gameLabel}</dt>
        <dd>
          {game.game_id}, {play.title}
        </dd>
        {game.opening && (
          <>
            <dt>{strings.opening}</dt>
            <dd>
              {game.opening.code} {game.opening.name}
            </dd>
          </>
        )}
        {game.league_id !== null && game.status === "finished" && (
          <>
            <dt>{strings.rating}</dt>
            <dd>{game.unrated === null ? strings.isRated : strings.unratedBecause[game.unrated]}</dd>
          </>
        )}
        {game.seats.map((seat) => {
          const illegal = game.illegal_moves[seat] ?? 0;
          return (
            <>
              <dt key={seat}>{seatTitle(seat)}</dt>
              <dd key={`${seat} player`}>
                <bdi>{playerText(game, seat)}</bdi>
                {illegal > 0 && <span class="table-illegal">{strings.illegal(illegal)}</span>}
              </dd>
            </>
          );
        })}
      </dl>
      {game.status !== "finished" && <AgentControls model={model} told={told} confirm={confirm} />}
      <div class="button-row">
        <ShareButton model={model} told={told} />
        {game.status === "finished" && findPage(game.game)?.study && (
          <ButtonLink
            href={analysisAddress.path({
              query: `?game=${game.game_id}&ply=${model.viewed.value ?? game.history.length}`,
            })}
          >
            {strings.analysisBoard}
          </ButtonLink>
        )}
        {position !== null && findPage(game.game)?.options.some(({ kind }) => kind === "position") && (
          <Button onClick={() => showNewGameFrom(game.game, position)}>{strings.newGameFromThisPosition}</Button>
        )}
      </div>
      <div class="button-row">
        {game.deleted ? (
          <>
            <p>{strings.thisGameIsDeleted}</p>
            <Button onClick={() => void model.take(restoreGame(game.game_id))}>{strings.restore}</Button>
          </>
        ) : game.status === "finished" ? (
          <Button onClick={() => void remove(game.game_id)}>{strings.deleteLabel}</Button>
        ) : (
          // Only the league may end its games.
          game.league_id === null &&
          (ownSeat(game) === null || game.history.length < 2 || isStalled(game)) && (
            <Button onClick={() => confirm(endQuestion(model, strings.endGame))}>{strings.endThisGameLabel}</Button>
          )
        )}
      </div>
      {dialog}
    </div>
  );
}

/** Deletes the game and goes back to the list, where that can be undone. */
async function remove(id: string): Promise<void> {
  if (!(await deleteGames([id]))) return;
  choose("finished");
  navigate(gamesAddress.path({ query: "" }));
}
