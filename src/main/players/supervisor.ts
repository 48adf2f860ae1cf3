import { claimableDraw } from "../../games/game.ts";
import { definitionOf } from "../../games/register.ts";
import type { Effort } from "../../shared/events.ts";
import { accept, isOfStore, messageOf, type Refusal, type Result, refuse } from "../../shared/result.ts";
import type { Seat } from "../../shared/terms.ts";
import type { Log } from "../base/log.ts";
import type { PlayRequest } from "../games/commands.ts";
import type { Games } from "../games/games.ts";
import type { GameUpdate, LiveGame } from "../games/live-game.ts";
import { type GameState, isToMove, opponentSeat } from "../games/machine/game-state.ts";
import type { GivenUp } from "../games/machine/play.ts";
import {
  addCosts,
  type Choice,
  type Driver,
  moveCalledOff,
  moveContextOf,
  noEffort,
  type Offer,
  timesOf,
} from "./driver.ts";
import { paceOf, pauseFor } from "./pause.ts";
import { createUnattendedPlay, type UnattendedPlay, type UnattendedPlayOptions } from "./unattended-play.ts";

/** Milliseconds before a driver that failed is asked again; doubles each time, up to a minute. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** Answers for one move that the rules may refuse before it is given up. */
const MOST_REFUSED = 20;

export interface SupervisorOptions extends UnattendedPlayOptions {
  readonly games: Pick<Games, "actsIn" | "asDriver" | "inMemory" | "listen" | "listenToShifts" | "unfinished">;
  /** Rules on a move that a driver gives up in a league's game. In all other games a random move is played. */
  readonly givenUp?: (gameId: string, seat: Seat, move: GivenUp) => Promise<Result<unknown>>;
  /** The ply from which on each move of a game needs a ruling before the next one is made. */
  readonly ruledFrom?: (state: GameState) => Promise<number>;
  /** Shared with other parts that play games; by default its own. */
  readonly runs?: UnattendedPlay;
  readonly log: Log;
  readonly random?: () => number;
}

/** Refusals that end the attempt: another try would not help. */
const endings: ReadonlySet<string> = new Set(["GAME_OVER", "HOST_CLOSING", "NOT_YOUR_TURN", "STALE_PLY", "ELSEWHERE"]);

/**
 * Lets drivers play: listens to all games, asks the driver that is to move, and moves for it by the same commands as
 * everybody. Retries, cancelling, pace and the end are handled here and not by the drivers.
 */
export function createSupervisor(options: SupervisorOptions) {
  const { games, drivers, givenUp, log, random = Math.random, now = Date.now, replyMs = () => 0 } = options;
  const { ruledFrom = async () => Number.POSITIVE_INFINITY, runs = createUnattendedPlay({ drivers, replyMs, now }) } =
    options;
  const thoughts = new Map<string, { readonly stop: AbortController; readonly end: Promise<void> }>();
  /** Offers that are being answered. */
  const answering = new Set<string>();
  const closing = new AbortController();

  const actsIn = (game: string): boolean => !closing.signal.aborted && games.actsIn(game);

  const think = async (game: LiveGame, seat: Seat, driver: Driver, signal: AbortSignal): Promise<void> => {
    const { state } = game;
    const { id } = state;
    const rejects: { text: string; reason: string }[] = [];
    const thought = moveContextOf(game, seat, now(), signal);
    const { legalMoves } = thought;
    let effort: Effort | undefined;
    const choose = async (): Promise<Result<Making>> => {
      const last = rejects[MOST_REFUSED - 1];
      const [result] = await Promise.all([
        last
          ? accept<Choice>({
              text: null,
              effort: { ...noEffort, failures: [`${MOST_REFUSED} answers were refused. ${last.reason}`] },
            })
          : driver.chooseMove({ ...thought, rejects: [...rejects], ...timesOf(state, seat, now()) }),
        pauseFor(paceOf(state, replyMs()), signal),
      ]);
      if (signal.aborted) return moveCalledOff;
      const choice = !result.ok && result.code === "INVALID_ARGUMENT" ? anyOf(id, legalMoves, result.message) : result;
      if (!choice.ok) return choice;
      effort = addCosts(effort, choice.value.effort);
      const { text: chosenText, resigns = false, late = false, metadata, thoughts } = choice.value;
      if (resigns) return accept(() => games.asDriver.resign(id, seat));
      // For some engines the game is over where a draw can be claimed: then they give no move.
      const claimDraw = chosenText === null && !late && isDrawClaimable(state);
      if (chosenText === null && !claimDraw && state.league && givenUp) {
        const failure = { effort: effort ?? noEffort, late };
        return accept(() => givenUp(id, seat, failure));
      }
      const text = chosenText ?? byChance(legalMoves);
      if (text === null) return moveCalledOff;
      if (chosenText === null) effort = { ...(effort ?? noEffort), fallback: effort?.failures.at(-1) ?? "none came" };
      return accept(() => play({ text, metadata, thoughts, claimDraw }));
    };
    const play = async (request: Omit<PlayRequest, "effort" | "ply">): ReturnType<Making> => {
      const result = await games.asDriver.play(id, seat, { ...request, effort, ply: state.ply });
      if (result.ok || result.code !== "ILLEGAL_MOVE") return result;
      rejects.push({ text: request.text, reason: result.message });
      effort = addCosts(effort, { ...noEffort, retries: 1 });
      return result;
    };
    /** The chosen move until it is stored or refused: where only the store fails, nobody is asked, or paid, again. */
    let making: Making | null = null;
    const move = async (): Promise<Result<unknown>> => {
      const choice: Result<Making> = making ? accept(making) : await choose();
      if (!choice.ok) return choice;
      making = choice.value;
      const move = await making();
      if (move.ok || !isOfStore(move.code)) making = null;
      return move;
    };
    for (let pause = FIRST_RETRY_MS; !signal.aborted; pause = Math.min(2 * pause, LONGEST_RETRY_MS)) {
      const result = await move().catch(failureOf);
      if (result.ok || endings.has(result.code)) return;
      // After an illegal move the driver is asked again at once: it is there.
      if (result.code === "ILLEGAL_MOVE") {
        pause = FIRST_RETRY_MS / 2;
        continue;
      }
      log.error(`the computer could not move in game ${id}, and tries again: ${result.message}`, { game: id });
      await pauseFor(pause, signal);
    }
  };

  /** A random move in a position that the driver does not accept: nobody should wait for ever. */
  const byChance = (legalMoves: readonly string[]): string | null =>
    legalMoves[Math.floor(random() * legalMoves.length)] ?? null;
  const anyOf = (id: string, legalMoves: readonly string[], reason: string): Result<Choice> => {
    const move = byChance(legalMoves);
    log.warn(`the engine does not play the position of game ${id}; the computer moves at random there`, { game: id });
    return move === null ? moveCalledOff : accept({ text: move, effort: { ...noEffort, fallback: reason } });
  };

  const attend = (game: LiveGame): void => {
    const { id, seats } = game.state;
    if (thoughts.has(id)) return;
    const isThoughtAbout = seats.some(({ seat }) => thoughts.has(`${id} ${seat}`));
    if (actsIn(id) && !isThoughtAbout && runs.isUnattended(game.state)) startRun(game);
    else attendSeats(game);
  };

  const startRun = (game: LiveGame): void => {
    const { id } = game.state;
    const stop = new AbortController();
    const playOn = async () => games.asDriver.playMany(id, runs.moves(await ruledFrom(game.state), stop.signal));
    const go = async () => {
      const result = await playOn().catch(() => null);
      thoughts.delete(id);
      const current = games.inMemory(id);
      const hasMoved = result?.ok && result.value.version > game.version;
      if (current) (hasMoved ? attend : attendSeats)(current);
    };
    thoughts.set(id, { stop, end: go() });
  };

  const attendSeats = (game: LiveGame): void => {
    const { state } = game;
    for (const seatState of state.seats) {
      const driver = drivers(state.kind, seatState);
      if (!driver) continue;
      const key = `${state.id} ${seatState.seat}`;
      if (state.outcome || !actsIn(state.id)) {
        thoughts.get(key)?.stop.abort();
        driver.leave?.(state.id, seatState.seat);
        continue;
      }
      const offer = offerTo(game, seatState.seat);
      if (offer) void answer(key, state.id, seatState.seat, driver, offer.kind);
      if (isToMove(state, seatState.seat) && !thoughts.has(key)) start(key, game, seatState.seat, driver);
    }
  };

  const start = (key: string, game: LiveGame, seat: Seat, driver: Driver): void => {
    const { id } = game.state;
    const stop = new AbortController();
    const run = async () => {
      await think(game, seat, driver, stop.signal);
      thoughts.delete(key);
      // The next round of a simultaneous game, or a position after a takeback, may have come up meanwhile, or the game
      // may have come back to this host.
      const current = games.inMemory(id);
      if (current && (current.version !== game.version || stop.signal.aborted)) attend(current);
    };
    thoughts.set(key, { stop, end: run() });
  };

  /** Answers the offer that stands; where its answer cannot be stored, again, as the game is by then. */
  const answer = async (key: string, id: string, seat: Seat, driver: Driver, kind: Offer["kind"]): Promise<void> => {
    const standing = `${key} ${kind}`;
    if (answering.has(standing)) return;
    answering.add(standing);
    const reply = async (offer: Offer): Promise<Result<unknown>> =>
      games.asDriver[kind](id, seat, driver.answerOffer?.(offer) ? "accept" : "decline");
    for (let pause = FIRST_RETRY_MS; actsIn(id); pause = Math.min(2 * pause, LONGEST_RETRY_MS)) {
      const game = games.inMemory(id);
      const offer = game && offerTo(game, seat);
      if (offer?.kind !== kind) break;
      const result = await reply(offer).catch(failureOf);
      // An offer that is gone by then needs no answer.
      if (result.ok || !(isOfStore(result.code) || result.code === "ENGINE_FAILED")) break;
      log.error(`an offer in game ${id} could not be answered, which is tried again: ${result.message}`, { game: id });
      await pauseFor(pause, closing.signal);
    }
    answering.delete(standing);
  };

  const stopListening = games.listen(({ game, entries }: GameUpdate) => {
    for (const { event } of entries) {
      const { id, seats } = game.state;
      // The position that the driver thinks about is no longer on the board.
      if (event.type === "movesTakenBack") for (const { seat } of seats) thoughts.get(`${id} ${seat}`)?.stop.abort();
      // The move was made for it, by its driver or by somebody who did not wait.
      if (event.type === "movePlayed" && event.effort) thoughts.get(`${id} ${event.seat}`)?.stop.abort();
    }
    attend(game);
  });

  /** Another host acts in the game by now, and asks its driver there. */
  const stopHearing = games.listenToShifts(() => {
    for (const game of games.unfinished()) {
      const { id } = game.state;
      if (!actsIn(id)) thoughts.get(id)?.stop.abort();
      attend(game);
    }
  });

  return {
    /** Lets a game's drivers move. For games that a new host resumes. */
    attend,
    /** Stops all drivers and resolves when they have ended. */
    close: async () => {
      closing.abort();
      stopListening();
      stopHearing();
      const running = [...thoughts.values()];
      for (const { stop } of running) stop.abort();
      await Promise.allSettled(running.map(({ end }) => end));
    },
  };
}

/** Plays a chosen move, or requests a ruling on one that was given up. */
type Making = () => Promise<Result<unknown>>;

/** An exception of a driver counts as a failure. */
const failureOf = (error: unknown): Refusal => refuse("ENGINE_FAILED", messageOf(error));

const isDrawClaimable = ({ kind, position }: GameState): boolean =>
  claimableDraw(definitionOf(kind), position) !== null;

function offerTo({ state }: LiveGame, seat: Seat): Offer | null {
  const opponent = opponentSeat(state, seat);
  const claimable = isDrawClaimable(state);
  if (state.drawOffer === opponent) return { kind: "draw", claimable };
  return state.takebackOffer === opponent ? { kind: "takeback", claimable } : null;
}
