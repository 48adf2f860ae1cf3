import type { RenderableProps } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { findPage } from "../../games/pages.ts";
import type { AgentCall, GameDetail } from "../../shared/api.ts";
import { durationText } from "../../shared/duration.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import { endGame, freeSeat, getResumePrompt, handOver, restoreGame } from "../api/client.ts";
import { analysisAddress, gamesAddress } from "../app/address.ts";
import { navigate } from "../app/route.ts";
import { WalkButton } from "../coach/walk-button.tsx";
import { deleteGames } from "../dashboard/selection.ts";
import { chooseFilter } from "../dashboard/shown-games.ts";
import { callsOf, namedGame } from "../due/due.ts";
import { showNewGameFrom } from "../new-game/dialog-state.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { useConfirm, type Warning } from "../ui/dialog.tsx";
import { now } from "../ui/format.ts";
import { assign } from "../ui/hooks.ts";
import { valueOrToast } from "../ui/toasts.tsx";
import { type GameModel, ownSeat, type TableProps } from "./game-model.ts";
import { playerText } from "./game-words.ts";
import { ShareButton } from "./result.tsx";
import * as strings from "./strings.ts";

/** Milliseconds without a move after which an agent has left the person alone; the same as at the host. */
const STALLED_MS = 2 * 60_000;
/** The level of the computer that takes over from an agent. */
const LEVEL = 5;

/** Whether only agents are to move, and have not for a while, without a clock that would end the game. */
const isStalled = (game: GameDetail, afterMs = STALLED_MS): boolean =>
  game.status === "live" &&
  game.clock === null &&
  game.to_move.every((seat) => game.players[seat]?.kind === "agent") &&
  // Checked last, so that the current time is read only where it matters.
  now.value - game.turn_since >= afterMs;

/** The same of an agent for which half the time for the move has passed, where a league sets one. */
export const isQuiet = (game: GameDetail): boolean =>
  isStalled(game, Math.min(STALLED_MS, 500 * (game.move_limit_seconds ?? Number.POSITIVE_INFINITY)));

/** The agents of a game: when each was last heard of, and the ways to replace one. */
function AgentControls({ model, live: { game }, confirm }: TableProps & { confirm(question: Warning): void }) {
  const agents = game.seats.filter((seat) => game.players[seat]?.kind === "agent");
  const sits = (seat: Seat) => game.players[seat]?.name !== null;
  const calls = callsOf(game.game_id);
  useEffect(() => {
    namedGame.value = game.game_id;
    return () => assign(namedGame, null);
  }, [game.game_id]);
  const help = useRef<HTMLElement>(null);
  const isWanted = model.isHelpWanted.value;
  useEffect(() => {
    if (!isWanted) return;
    model.isHelpWanted.value = false;
    help.current?.scrollIntoView({ block: "center" });
    help.current?.focus({ preventScroll: true });
  }, [isWanted]);
  return agents.map((seat) => (
    <section
      key={seat}
      class="stack gap-2"
      aria-label={`${seatTitle(seat)}, an assistant`}
      tabIndex={-1}
      ref={game.to_move.includes(seat) ? help : null}
    >
      <p class="small">
        <strong>{seatTitle(seat)}</strong>{" "}
        <span data-part="last-call">{sits(seat) ? heardOf(calls[seat], now.value) : "waits for an assistant"}</span>
        {game.to_move.includes(seat) && game.status === "live" && (
          <span> {`· to move for ${durationText(now.value - game.turn_since)}`}</span>
        )}
      </p>
      <div class="button-row">
        {sits(seat) && calls[seat]?.waits === false && (
          <CopyButton
            label="Copy resume prompt"
            size="small"
            text={() => resumePrompt(game.game_id, seat)}
            note="Resume prompt copied. Paste it into the assistant that is to continue."
          />
        )}
        {(game.league_id === null
          ? [...(sits(seat) ? [freeSeatWarning(model, seat)] : []), ...takingOver(model, seat)]
          : []
        ).map((question) => (
          <Button key={question.action} size="small" onClick={() => confirm({ ...question, danger: true })}>
            {question.action}
          </Button>
        ))}
      </div>
    </section>
  ));
}

const freeSeatWarning = (model: GameModel, seat: Seat): Warning => ({
  ...strings.freeSeat(seatTitle(seat)),
  run: () => void model.take(freeSeat(model.id, seat)),
});

const takingOver = (model: GameModel, seat: Seat): readonly Warning[] => [
  { ...strings.takeOver(seatTitle(seat)), run: () => void model.take(handOver(model.id, seat, { kind: "human" })) },
  {
    ...strings.giveToComputer(seatTitle(seat), LEVEL),
    run: () => void model.take(handOver(model.id, seat, { kind: "computer", level: LEVEL })),
  },
];

/** `connected and waiting`, `last call 3 min ago`. */
function heardOf(call: AgentCall | undefined, at: number): string {
  if (call === undefined) return "";
  if (call.gone) return "disconnected";
  if (call.asleep) return "asleep until its turn";
  if (call.waits) return "connected and waiting";
  if (call.last_call === null) return "no call in this game since Kibitz started";
  return `last call ${durationText(at - Date.parse(call.last_call))} ago`;
}

/** The prompt for an assistant that is to take over; null where it could not be read, which is reported. */
export async function resumePrompt(id: string, seat: Seat): Promise<string | null> {
  return (await valueOrToast(getResumePrompt(id, seat)))?.prompt ?? null;
}

/** Asks whether to end the game without a result, in words that depend on how far the game is. */
export const endQuestion = (model: GameModel, words: typeof strings.abortGame): Warning => ({
  ...words,
  danger: true,
  run: () => void model.take(endGame(model.id)),
});

/** The controls of the game as a whole: its players, sharing it, a new game from here, deleting it. */
export function GameControls({ model, live }: TableProps) {
  const { confirm, dialog } = useConfirm();
  const { game, play } = live;
  const { view } = play.shownAt(game, model.course.value, model.viewedPly.value);
  const position = play.notation?.write(view) ?? null;
  return (
    <div class="table-care tall pad-3 scrolls stack">
      {game.status !== "finished" && <AgentControls model={model} live={live} confirm={confirm} />}
      <dl class="table-facts grid gap-2-4">
        <Fact name="Game">
          {game.game_id}, {play.title}
        </Fact>
        {game.opening && (
          <Fact name="Opening">
            {game.opening.code} {game.opening.name}
          </Fact>
        )}
        {game.league_id !== null && game.status === "finished" && (
          <Fact name="Rating">{game.unrated === null ? "Rated" : strings.unratedBecause[game.unrated]}</Fact>
        )}
        {game.seats.map((seat) => {
          const illegal = game.illegal_moves[seat] ?? 0;
          return (
            <Fact key={seat} name={seatTitle(seat)}>
              <bdi>{playerText(game, seat)}</bdi>
              {illegal > 0 && <span>{`, ${illegal} illegal`}</span>}
            </Fact>
          );
        })}
      </dl>
      <div class="button-row">
        {game.status !== "finished" && <ShareButton model={model} live={live} />}
        {game.status === "finished" && findPage(game.game)?.study && (
          <>
            <ButtonLink
              label="Analysis board"
              href={analysisAddress.path({
                query: `?game=${game.game_id}&ply=${model.viewedPly.value ?? game.history.length}`,
              })}
            />
            <WalkButton id={game.game_id} />
          </>
        )}
        {position !== null && findPage(game.game)?.options.some(({ kind }) => kind === "position") && (
          <Button label="Play from here" onClick={() => showNewGameFrom(game.game, position)} />
        )}
      </div>
      <div class="button-row">
        {game.deleted ? (
          <>
            <p>This game is deleted.</p>
            <Button label="Restore" onClick={() => void model.take(restoreGame(game.game_id))} />
          </>
        ) : // Only the league may end its games, and it needs them.
        game.league_id !== null ? null : game.status === "finished" ? (
          <Button label="Delete" onClick={() => void removeGame(game.game_id)} />
        ) : (
          (ownSeat(game) === null || game.history.length < 2 || isStalled(game)) && (
            <Button label="End this game" onClick={() => confirm(endQuestion(model, strings.endGame))} />
          )
        )}
      </div>
      {dialog}
    </div>
  );
}

/** A fact in a table of them. */
export const Fact = ({ name, children }: RenderableProps<{ name: string }>) => (
  <>
    <dt class="quiet">{name}</dt>
    <dd class="row middle shrinks">{children}</dd>
  </>
);

/** Deletes the game and goes back to the list, where that can be undone. */
async function removeGame(id: string): Promise<void> {
  if (!(await deleteGames([id]))) return;
  chooseFilter("finished");
  navigate(gamesAddress.path({ query: "" }));
}
