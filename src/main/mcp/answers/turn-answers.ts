import type { Fields } from "../../../shared/fields.ts";
import type { Refusal } from "../../../shared/result.ts";
import { seatTitle } from "../../../shared/terms.ts";
import { agentRequests } from "../../flow/backlogs.ts";
import type { LiveGame } from "../../games/live-game.ts";
import * as machine from "../../games/machine/game-state.ts";
import { seatFreed } from "../../games/machine/rights.ts";
import { holderAt } from "../tasks/task-ids.ts";
import { type Pace, TTL_MS, usualPace } from "../tasks/tasks.ts";
import type { Call } from "../tools/call.ts";
import * as actions from "./answer.ts";
import { paragraphs, refusalAnswer, sentences, type ToolAnswer } from "./answer.ts";
import { gameAnswer, lastMoveLine, overLine, type Telling, waitingLine } from "./game-answer.ts";
import { kindTitle, playerTitle } from "./position-text.ts";
import type { Holder } from "./reader.ts";

const PROGRESS_MS = 5_000;

/**
 * The answer to a caller without a seat: how to get one, or how to look on. A caller whose seat was freed is not led
 * back: for that conversation the game is over. A caller that may hold a seat, and only did not show which one, is not
 * led away.
 */
export function seatlessAnswer(refusal: Refusal, call: Call, state: machine.GameState, token: string | undefined) {
  if (call.authority.wasFreed(state, call.credentials(token))) return partedAnswer(refusal);
  if (token !== undefined || holdsSeat(call, state)) return refusalAnswer(refusal, null);
  // A freed seat needs its new join code, which the caller does not have.
  const mayJoin = machine.openSeat(state)?.generation === 1;
  return refusalAnswer(refusal, mayJoin ? actions.joinNext(state.id) : actions.watchNext(state.id));
}

/** Whether a seat is held over the caller's connection, by this conversation or another one. */
export const holdsSeat = ({ connection }: Call, { seats }: machine.GameState): boolean =>
  connection !== null && seats.some((each) => each.connection === connection);

/** The last answer to a caller whose seat a person has freed. */
export const partedAnswer = (refusal: Refusal): ToolAnswer =>
  refusalAnswer(
    refusal,
    null,
    "Your part in this game has ended. Make no further calls for it, and tell the person so.",
  );

/** The answer to a refused command, as the game stands now. */
export function refusedTurn(refusal: Refusal, { state }: LiveGame, player: Holder): ToolAnswer {
  const { seat, identity, afterwards } = player;
  switch (refusal.code) {
    case "GAME_OVER":
      return refusalAnswer(refusal, afterwards);
    case "SEAT_REQUIRED":
      return partedAnswer(refusal);
    case "NOT_YOUR_TURN": {
      const opponent = machine.opponentOf(state, seat);
      const message = `${refusal.message}. It is ${seatTitle(opponent.seat)}’s turn (${kindTitle(opponent)}); nothing was played`;
      return refusalAnswer({ ...refusal, message }, actions.waitNext(identity));
    }
    case "STALE_PLY":
      return refusalAnswer(refusal, actions.catchUpNext(identity));
    case "ILLEGAL_MOVE":
    case "CLAIM_FAILED":
      return refusalAnswer(refusal, actions.finishTurnNext(state, player, "later"));
    default:
      if (state.outcome) return refusalAnswer(refusal, afterwards);
      return refusalAnswer(
        refusal,
        machine.isToMove(state, seat) ? actions.catchUpNext(identity) : actions.waitNext(identity),
      );
  }
}

/** Waits, tells a caller that asks for how long, and notes one that gives up: one at a time waits for a `subject`. */
export async function whileWaiting<T>(
  call: Call,
  seconds: number,
  waitingFor: string,
  wait: () => Promise<T>,
  subject: string | null = null,
): Promise<T> {
  const { progress, now, signal, holdBegan, connection } = call;
  const startedAt = now();
  const holdEnded = holdBegan(subject);
  const timer = progress
    ? setInterval(() => progress(Math.round((now() - startedAt) / 1000), seconds, waitingFor), PROGRESS_MS)
    : null;
  const result = await wait().finally(() => {
    if (timer) clearInterval(timer);
    holdEnded(signal.aborted);
  });
  // Many waits may end at once.
  await agentRequests.turn(connection);
  return result;
}

/** Longest duration of a wait, in milliseconds: that of a task is the time for which the task may be asked for. */
export const waitMs = ({ run }: Call, seconds: number): number => (run ? TTL_MS : seconds * 1000);

/** A computer replies within the call; a person takes longer than any call should. */
const drivenPace: Pace = { graceMs: 10_000, pollMs: 1_000 };
const personsPace: Pace = { graceMs: usualPace.graceMs, pollMs: 1_500 };

/** Reports that the call waits from here on, to be resumed without its move. Does nothing for a person's board. */
export function seatWaits({ state }: LiveGame, { call: { run, tool }, seat, by }: Holder): void {
  if (by === "board") return;
  const { driven, kind } = machine.opponentOf(state, seat);
  run?.waits(
    {
      tool: tool === "askPerson" ? tool : "waitForNextTurn",
      subject: state.id,
      holder: by === "nobody-else" ? null : holderAt(state, seat),
      byToken: by === "token",
      label: seat,
    },
    driven ? drivenPace : kind === "human" ? personsPace : usualPace,
  );
}

/** The answer when it is the reader's turn, or the game is over. */
export function turnAnswer(game: LiveGame, reader: Holder, opening: string | null, more: Fields = {}): ToolAnswer {
  const stands = overLine(game.state) ?? "It is your turn.";
  const moveLine = lastMoveLine(game, reader.seat);
  return gameAnswer(game, reader, { message: sentences(opening, moveLine, stands), position: true, more });
}

/** How a wait is made and answered. It is started by a tool of its own or after a move. */
export interface WaitOptions {
  readonly seconds: number;
  /** The text about the command before the wait; null where only the wait was asked for. */
  readonly opening: string | null;
  readonly more?: Fields;
  /** Answers in place of the wait once the seat is to move. */
  readonly onTurn?: (game: LiveGame) => Promise<ToolAnswer>;
}

/** Waits for the reader's turn and answers with what it finds: the turn, the end of the game, or a time-out. */
export async function awaitTurn(before: LiveGame, reader: Holder, wait: WaitOptions): Promise<ToolAnswer> {
  const { call, seat } = reader;
  const { seconds, opening, more } = wait;
  const { id } = before.state;
  const { generation } = machine.seatedAt(before.state, seat);
  const waitingFor = waitingLine(before.state, seat);
  seatWaits(before, reader);
  // Nobody is held for long by an opponent that is not there: the answer says so in time.
  const isGone = isAway(call, before.state, machine.opponentOf(before.state, seat));
  const patience = Math.max(LEAST_WAIT_S, PATIENCE_S - secondsToMove(before, call.now()));
  const ms = waitMs(call, isGone ? Math.min(seconds, patience) : seconds);
  const forTurn = () => call.games.waitForTurn(id, seat, ms, call.signal, call.connection);
  const waitEnd = await whileWaiting(call, ms / 1000, waitingFor, forTurn, `${id} ${seat}`);
  if (!waitEnd.ok) return unwaitedAnswer(before, reader, wait, waitEnd);
  const { end } = waitEnd.value;
  // A flag that is about to fall ends the game without a move: nobody is told to move then.
  if (end === "changed") await call.lobby.whenSettled(waitEnd.value.game, call.signal);
  const game = call.games.inMemory(id) ?? waitEnd.value.game;
  if (machine.seatedAt(game.state, seat).generation !== generation) return partedAnswer(seatFreed(game.state));
  const isToMove = machine.isToMove(game.state, seat);
  if (!game.state.outcome && isToMove && wait.onTurn) return wait.onTurn(game);
  if (game.state.outcome || isToMove) return turnAnswer(game, reader, opening, more);
  if (end === "changed") return offerAnswer(game, reader, wait);
  return timeoutAnswer(game, reader, wait, end === "closing");
}

/** Seconds for which the player to move has been to move. */
const secondsToMove = ({ state }: LiveGame, now: number): number =>
  Math.max(0, Math.round((now - state.turnSince) / 1000));

const againNext = (game: LiveGame, { identity, seat, person, call }: Holder): actions.NextAction =>
  person === seat ? actions.askNext(identity) : actions.waitOnNext(identity, secondsToMove(game, call.now()));

/** The answer where too many calls wait already. The command before the wait stays done, so the answer is no error. */
export function unwaitedAnswer(game: LiveGame, reader: Holder, { opening, more = {} }: WaitOptions, refusal: Refusal) {
  const next = actions.inFiveSeconds(againNext(game, reader));
  if (opening === null) return refusalAnswer(refusal, next);
  const message = `${opening} ${waitingLine(game.state, reader.seat)}\n\n${refusal.message}.`;
  return gameAnswer(game, reader, { message, position: false, next, more });
}

/** The answer when the opponent offers something while it is not the reader's turn: of two offers, notes tell the older. */
export function offerAnswer(game: LiveGame, reader: Holder, wait: WaitOptions): ToolAnswer {
  const { opening, more = {} } = wait;
  const { drawOffer, takebackOffer } = game.state;
  const opponent = machine.opponentOf(game.state, reader.seat);
  const offersDraw = drawOffer === opponent.seat;
  const isNewer = !offersDraw || game.lastActions[opponent.seat]?.type === "takebackOffered";
  const asksBack = takebackOffer === opponent.seat && isNewer;
  if (!offersDraw && !asksBack) return timeoutAnswer(game, reader, wait, false);
  const next = actions.nextCall(
    asksBack ? "answerTakeback" : "offerDraw",
    { ...reader.identity, answer: "<accept or decline>" },
    "Answer, or leave it open and call waitForNextTurn",
  );
  const deed = asksBack ? "asks to take its last move back" : "offers a draw";
  return gameAnswer(game, reader, {
    message: sentences(opening, `${playerTitle(opponent)} ${deed}. It is not your turn.`),
    // A caller needs the position to judge a draw, and one that was woken may have lost it.
    position: true,
    next,
    more,
  });
}

/** Seconds for which an opponent that is away is waited for before the person is to be asked. */
const PATIENCE_S = 300;
/** Fewest seconds of a wait for such an opponent, which may come back. */
const LEAST_WAIT_S = 30;

/** Whether an opponent is away: its seat is open, its agent has left, or its person has no page open. */
function isAway(
  { connections, personIsThere, seatCalls }: Call,
  state: machine.GameState,
  opponent: machine.SeatState,
): boolean {
  const { kind, name, connection, driven, seat } = opponent;
  if (driven) return false;
  if (name === null) return true;
  if (kind === "human") return !personIsThere();
  if (connection !== null) return !connections.isOpen(connection);
  const last = seatCalls.of(state, seat);
  return last === null || last.underWay === 0;
}

export function timeoutAnswer(game: LiveGame, reader: Holder, { opening, more = {} }: WaitOptions, isClosing: boolean) {
  const { state } = game;
  const { call, seat } = reader;
  const since = secondsToMove(game, call.now());
  const opponent = machine.opponentOf(state, seat);
  const code = opponent.generation === 1 ? call.authority.joinCodeOf(state, opponent) : null;
  const hasBoard = !isClosing && (code !== null || opponent.kind === "human");
  const url = hasBoard ? { board_url: call.boardUrl(state.id) } : {};
  const place = hasBoard ? ` (${call.boardUrl(state.id)})` : "";
  const content: Pick<Telling, "position" | "more"> = { position: false, more: { ...more, status: "timeout", ...url } };
  if (!isClosing && since >= PATIENCE_S && isAway(call, state, opponent)) {
    const minutes = Math.floor(since / 60);
    const away =
      opponent.name === null
        ? `Nobody has taken the ${seatTitle(opponent.seat)} seat for ${minutes} min${place}`
        : `${playerTitle(opponent)} is not connected and has been to move for ${minutes} min${place}`;
    return gameAnswer(game, reader, {
      message: sentences(opening, `Timeout: No move received yet. ${away}.`),
      ...content,
      next: null,
      end:
        "Tell the person so, and stop here unless they want you to wait. Nothing is lost. " +
        `To go on, call waitForNextTurn ${JSON.stringify(reader.identity)}`,
    });
  }
  const patience =
    opponent.name === null
      ? `Nobody sits in the ${seatTitle(opponent.seat)} seat yet. A person can copy the join prompt from the Kibitz dashboard${place} into a second assistant.`
      : `This is normal: ${playerTitle(opponent)} has been to move for ${since} s${place}.`;
  const again =
    opening === null ? "Please call this tool again immediately." : "Please call waitForNextTurn immediately.";
  const next = againNext(game, reader);
  return gameAnswer(game, reader, {
    message: paragraphs(
      opening && `${opening} ${waitingLine(state, seat)}`,
      `Timeout: No move received yet. ${again}`,
      isClosing ? null : patience,
    ),
    ...content,
    next: isClosing ? actions.onceRestarted(next) : next,
  });
}
