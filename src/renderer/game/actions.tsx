import type { GameDetail } from "../../shared/api.ts";
import { otherSeat, type Seat } from "../../shared/terms.ts";
import { answerDraw, answerTakeback, deleteGame, endGame, rematch, resign, restoreGame } from "../api/client.ts";
import { navigate } from "../app/route.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import "./actions.css";
import { useConfirm } from "../ui/confirm.tsx";
import type { GameModel, Told } from "./game-model.ts";

export interface ActionsProps {
  readonly model: GameModel;
  readonly told: Told;
  readonly seat: Seat | null;
}

/** What a player can do beside moving. What ends the game stands apart and asks first. */
export function Actions({ model, told, seat }: ActionsProps) {
  const { confirm, dialog } = useConfirm();
  const { game, play } = told;
  const { game_id: id } = game;
  if (game.status === "finished")
    return (
      <fieldset class="actions" aria-label="After the game">
        {game.rematch !== null && <ButtonLink href={`/game/${game.rematch}`}>Go to the rematch</ButtonLink>}
        {game.rematch === null && seat !== null && (
          <Button kind="primary" onClick={() => void startRematch(model, game, seat)}>
            Rematch
          </Button>
        )}
        {game.deleted ? (
          <>
            <p class="actions-note">This game is deleted.</p>
            <Button onClick={() => void model.take(restoreGame(id))}>Restore</Button>
          </>
        ) : (
          <span class="actions-apart">
            <Button
              onClick={() =>
                confirm({
                  title: "Delete this game?",
                  text: "It goes from all lists. Here, at its own address, it can be restored.",
                  action: "Delete",
                  danger: true,
                  run: () => void model.take(deleteGame(id)),
                })
              }
            >
              Delete
            </Button>
          </span>
        )}
        {dialog}
      </fieldset>
    );
  const end = (
    <span class="actions-apart">
      <Button
        onClick={() =>
          confirm({
            title: "End this game?",
            text: "It ends without a result, and its players are told. This cannot be undone.",
            action: "End game",
            danger: true,
            run: () => void model.take(endGame(id)),
          })
        }
      >
        End this game
      </Button>
    </span>
  );
  if (seat === null)
    return (
      <fieldset class="actions" aria-label="This game">
        {end}
        {dialog}
      </fieldset>
    );
  const computer = game.players[otherSeat(game.seats, seat)]?.kind === "computer";
  const moved = game.history.some(({ by }) => by === seat);
  return (
    <fieldset class="actions" aria-label="Offers">
      <Button
        title={computer ? "Takes your last move back" : "Asks your opponent to take your last move back"}
        disabled={!moved || game.takeback_offer === seat || !play.capabilities.takeback}
        onClick={() => void model.take(answerTakeback(id, "offer", seat))}
      >
        Takeback
      </Button>
      <Button
        disabled={game.status === "open" || game.draw_offer !== null}
        onClick={() =>
          confirm({
            title: "Offer a draw?",
            text: "If your opponent accepts, the game ends as a draw. The offer stands until they answer or move.",
            action: "Offer draw",
            run: () => void model.take(answerDraw(id, "offer", seat)),
          })
        }
      >
        Offer draw
      </Button>
      {game.status === "open" ? (
        end
      ) : (
        <span class="actions-apart">
          <Button
            onClick={() =>
              confirm({
                title: "Resign this game?",
                text: "Your opponent wins. This cannot be undone.",
                action: "Resign",
                danger: true,
                run: () => void model.take(resign(id, seat)),
              })
            }
          >
            Resign
          </Button>
        </span>
      )}
      {dialog}
    </fieldset>
  );
}

async function startRematch(model: GameModel, game: GameDetail, seat: Seat): Promise<void> {
  const answer = await rematch(game.game_id, seat);
  if (answer.ok) navigate(`/game/${answer.value.game_id}`);
  else model.refusal.value = answer.message;
}
