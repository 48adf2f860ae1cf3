import { isDeepStrictEqual } from "node:util";
import { claimableDraw } from "../../games/game.ts";
import type { FullReview, GameEvent } from "../../shared/events.ts";
import type { Lines } from "../../shared/lines.ts";
import { accept, invalid, mapResult, type Refusal, type Result, refuse } from "../../shared/result.ts";
import { runAtOnce, type Steps } from "../../shared/steps.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import { cleanLine, clip, isVisible, TALK_LENGTH } from "../../shared/text.ts";
import { runInSlices } from "../base/run-in-slices.ts";
import type { Authority, Credentials } from "./authority.ts";
import { checkReadable, type GameFactory, type ImportRequest, playerName } from "./game-factory.ts";
import type { Decide, GameTransactions, RefusedMoveCounts } from "./game-transactions.ts";
import type { LiveGame, PlayedMove } from "./live-game.ts";
import * as machine from "./machine/game-state.ts";
import { keepReview, notesStep } from "./machine/notes.ts";
import { answerTakeback, type OfferAnswer, offerOrAnswerDraw, positionAfter } from "./machine/offers.ts";
import * as steps from "./machine/play.ts";
import { playedLines, studyStep } from "./machine/records.ts";
import { seatFreed } from "./machine/rights.ts";
import { freeSeat, handOver, reissueSeat, returnToSeat, type Successor, takeSeat } from "./machine/seats.ts";
import { type MoveSource, playAhead } from "./play-ahead.ts";
import type { createTalkLimit } from "./talk-limit.ts";

/**
 * The move that a seat already made at the ply it says it is playing: the same move again is a repeat of a call whose
 * answer was lost; a different one is refused as stale. Null when the ply is the current one.
 *
 * A ply may be counted as answers count it (the `ply` of the answer one replies to) or as history does (the ply that
 * the move leads to). Where seats alternate, only one of the two can be the seat's own; where a seat moves twice in a row,
 * the ply that the game is at means its next move. Where both choose at once, it is counted as answers count it, and either
 * ply of a round names the round: both players may believe to be the first.
 *
 * Yields between the moves of the game.
 */
export function* repeatedMove(game: LiveGame, seat: Seat, ply: number, text: string): Steps<Result<PlayedMove | null>> {
  const { state, moves } = game;
  const { simultaneous } = machine.kindOf(state);
  const stale = refuse(
    "STALE_PLY",
    `You believe to be playing ply ${ply}, but the game is at ply ${state.ply}. Nothing was played; look at the position and choose again`,
  );
  if (!simultaneous && ply === state.ply && machine.isToMove(state, seat)) return accept(null);
  const round = ply - (ply % 2);
  const mine = (simultaneous ? [round, round + 1] : [ply, ply - 1])
    .map((index) => moves[index])
    .find((move) => move?.seat === seat);
  if (mine && (yield* isMove(game, mine, text))) return accept(mine);
  if (mine && !(simultaneous && ply === state.ply)) return stale;
  if (ply > state.ply + 1 || ply < state.ply - 1) return stale;
  if (simultaneous || ply >= state.ply || !machine.isToMove(state, seat)) return accept(null);
  return stale;
}

/**
 * Whether a game ended by a draw that stood on the board when a seat was to move, at the ply it says it is playing: the
 * same claim again is a repeat of a call whose answer was lost. The ply is counted as for moves.
 */
function isRepeatedClaim({ state }: LiveGame, seat: Seat, ply: number): boolean {
  const { outcome, position } = state;
  const rules = machine.rulesOf(state);
  const isNow = ply === state.ply || ply === state.ply + 1;
  const isMover = rules.toMove(position).includes(seat);
  return (
    outcome !== null && isNow && isMover && claimableDraw(machine.kindOf(state), position)?.reason === outcome.reason
  );
}

/** Whether a text means a move that was made. A move can be written in many ways, and the rules know them all. */
function* isMove({ state, moves }: LiveGame, move: PlayedMove, text: string): Steps<boolean> {
  if (text === move.code || text === move.text) return true;
  const before = yield* positionAfter(state, moves.slice(0, moves.indexOf(move)));
  const again = before.ok ? machine.rulesOf(state).play(before.value, move.seat, text) : before;
  return again.ok && again.value.move.code === move.code;
}

export interface PlayRequest
  extends Pick<steps.Play, "text" | "claimWin" | "claimDraw" | "effort" | "metadata" | "thoughts"> {
  /** The ply that the player believes it is playing; undefined when it does not say. */
  readonly ply?: number | undefined;
}

const sitsThere = (id: string, seat: Seat, open: Seat): Refusal =>
  refuse(
    "SEAT_REQUIRED",
    `${seatTitle(seat)} in game ${id} is held over this connection already. If that is your seat, call waitForNextTurn to go on. ` +
      `The ${seatTitle(open)} seat is for whoever has the join code: pass it as join_code`,
  );

const wrongCode = refuse(
  "SEAT_REQUIRED",
  "That join_code opens no seat here: it belongs to another game, or the seat was taken or freed since. Ask the person for the join prompt that the Kibitz dashboard shows now",
);

/** Prepares a message for display. */
function cleanMessage(message: string): Result<string> {
  const text = clip(cleanLine(message), TALK_LENGTH);
  return isVisible(text) ? accept(text) : invalid("That message is empty");
}

/** The refusal of a move; where that was one too many, the refusal says that it lost the game. */
const orGameOver = (refusal: Refusal, state: machine.GameState): Refusal =>
  state.outcome
    ? refuse("GAME_OVER", `${refusal.message.replace(/\.$/, "")}. ${machine.gameOver(state).message}`)
    : refusal;

const studyChanged = (id: string) =>
  refuse(
    "CONFLICT",
    `Study ${id} has been changed in another window since you opened it. You can keep your version as a separate study`,
  );
const studyDeleted = (id: string) =>
  refuse("CONFLICT", `Study ${id} was deleted. You can keep your version as a separate study`);
const tooMuchTalk = refuse("RATE_LIMITED", "That is a lot of talk. Wait ten seconds before you say more");

/**
 * The commands of a game. Each answers with the game as it was committed, a value that does not change any more.
 *
 * Commands for a seat may name the generation of its holder, as it was when the caller was found to hold it. If the
 * seat was freed before the command runs, it is refused with `SEAT_REQUIRED`.
 */
export function createCommands(options: {
  readonly transactions: GameTransactions;
  readonly authority: Authority;
  readonly factory: GameFactory;
  readonly talkLimit: ReturnType<typeof createTalkLimit>;
  readonly refusals: Pick<RefusedMoveCounts, "logOrCount">;
  readonly now: () => number;
}) {
  const { authority, factory, talkLimit, refusals, now } = options;
  const { run, runForSeat, decide, commit } = options.transactions;

  const step = (id: string, decision: Decide) => run(id, decide(decision));
  const stepOf = (id: string, seat: Seat, generation: number | undefined, decision: Decide) =>
    runForSeat(id, seat, generation, decide(decision));

  /** A line of talk: counted once, however often it is decided anew. */
  const line = (speaker: string, message: string, event: (text: string) => GameEvent): Decide => {
    let isCounted = false;
    return ({ state }, at) => {
      const text = cleanMessage(message);
      if (!text.ok) return text;
      isCounted ||= talkLimit.allows(speaker, at);
      return isCounted ? accept({ state, events: [event(text.value)] }) : tooMuchTalk;
    };
  };

  return {
    /**
     * Takes the open seat, or returns to the caller's own. A join code takes the seat it was made for, even over a
     * connection that holds the other one, and returns to no other; without one, a connection that holds a seat does
     * not take the other. `back` tells whether the caller held the seat already.
     */
    join: (id: string, name: string, credentials: Credentials, joinCode?: string) =>
      run<{ readonly game: LiveGame; readonly seat: Seat; readonly back: boolean }>(id, async (game) => {
        const hasCode = joinCode !== undefined;
        const seat = hasCode ? authority.seatFor(game.state, joinCode) : machine.openSeat(game.state);
        const open = seat?.name === null && !game.state.outcome ? seat : null;
        const own = hasCode && (!seat || open) ? accept(null) : authority.ownSeat(game.state, credentials);
        if (!own.ok) return own;
        // The code of a seat that was taken leads its holder back there, and nobody to the other seat of a connection.
        if (own.value !== null && (!hasCode || own.value.seat === seat?.seat)) {
          const { seat, by } = own.value;
          if (open && by === "connection") return sitsThere(id, seat, open.seat);
          const back = decide(({ state }, at) => accept(returnToSeat(state, seat, credentials.connection, at)));
          return mapResult(await back(game), (there) => ({ game: there, seat, back: true }));
        }
        if (!hasCode && authority.wasFreed(game.state, credentials)) return seatFreed(game.state);
        if (game.state.outcome) return machine.gameOver(game.state);
        if (!open) return machine.openSeat(game.state) ? wrongCode : refuse("SEAT_TAKEN", "Both seats are taken");
        const take = decide(({ state }, at) =>
          takeSeat(state, open.seat, playerName(name, "Agent"), credentials.connection, at),
        );
        return mapResult(await take(game), (next) => ({ game: next, seat: open.seat, back: false }));
      }),

    /**
     * Plays a move. `repeat` is the move that had been accepted before and was not played again; `drawClaimed` tells
     * whether no move was played, since the draw that was claimed stands on the board; now, or by the same call before.
     */
    play: (id: string, seat: Seat, request: PlayRequest, generation?: number) =>
      runForSeat<{ readonly game: LiveGame; readonly repeat: PlayedMove | null; readonly drawClaimed: boolean }>(
        id,
        seat,
        generation,
        async (game) => {
          const at = now();
          const { text, ply, ...rest } = request;
          if (rest.claimDraw && ply !== undefined && isRepeatedClaim(game, seat, ply))
            return accept({ game, repeat: null, drawClaimed: true });
          const past = ply === undefined ? accept(null) : await runInSlices(repeatedMove(game, seat, ply, text));
          if (!past.ok) return game.state.outcome ? machine.gameOver(game.state) : past;
          if (past.value) return accept({ game, repeat: past.value, drawClaimed: false });
          const result = steps.play(game.state, seat, { text, ...rest }, at);
          if (result.isPlayed) {
            const drawClaimed = result.step.state.ply === game.state.ply;
            const update = await commit(game, result.step, at);
            return update.ok ? accept({ game: update.value, repeat: null, drawClaimed }) : update;
          }
          const { refusal, step: refusedStep } = result;
          if (!refusedStep) return refusal;
          const finish = async () => {
            const step = refusals.logOrCount(game.state, seat, refusedStep);
            const update = step && (await commit(game, step, at));
            if (update?.ok && refusal.code === "ILLEGAL_MOVE") return orGameOver(refusal, update.value.state);
            return update?.ok === false && update.code === "CONFLICT" ? update : refusal;
          };
          return { finish };
        },
      ),

    /**
     * Plays a game on, move by move, and stores all of it as one change: for players who need not know that each move
     * is stored before the next one. A move of `next` that cannot be played ends it like null.
     */
    playMany: (id: string, next: MoveSource) =>
      run(id, async (game) => {
        const step = await playAhead(game, next, now);
        return step ? commit(game, step, now()) : accept(game);
      }),

    /** Gives the game the last so many milliseconds back, in which a seat's driver waited for others. */
    giveBack: (id: string, seat: Seat, ms: number) =>
      step(id, ({ state }, at) =>
        accept(machine.isToMove(state, seat) ? steps.resumeClock(state, at - ms, at, seat) : null),
      ),

    resign: (id: string, seat: Seat, generation?: number) =>
      stepOf(id, seat, generation, ({ state }, at) => steps.resign(state, seat, at)),
    /** Applies a referee's ruling; nothing where that is null, or the game is over already. */
    adjudicate: (id: string, judge: (state: machine.GameState, at: number) => steps.Ruling | null) =>
      step(id, ({ state }, at) => {
        const ruling = state.outcome ? null : judge(state, at);
        return accept(ruling && steps.applyRuling(state, ruling, at));
      }),
    /**
     * Stores an engine's review of the finished game as it was read; does nothing where there is one already. Refuses a
     * game that was deleted or has other moves by now.
     */
    keepReview: (source: LiveGame, review: FullReview) =>
      step(source.state.id, (game) => {
        const step = keepReview(game, source, review);
        return step.ok && step.value ? runAtOnce(checkReadable(game, step.value)) : step;
      }),
    /**
     * Replaces a study's name and tree of lines. Refuses a game that is no study, and moves that cannot be played, and
     * with `CONFLICT` a study that was deleted or changed after `version`, unless it already has this content.
     */
    keepStudy: (id: string, version: number, title: string, source: Lines) =>
      run(id, async (game) => {
        const { state, moves } = game;
        if (state.deletedAt !== null) return studyDeleted(id);
        const lines = await runInSlices(playedLines(state.kind, state.options, source));
        if (!lines.ok) return lines;
        if (game.linesVersion > version) {
          const isSame = state.study === title && isDeepStrictEqual(game.lines, lines.value);
          return isSame ? accept(game) : studyChanged(id);
        }
        const at = now();
        const before = moves.map(({ code }) => code);
        const step = await runInSlices(studyStep(state, before, title, lines.value, at));
        const check = step.ok ? await runInSlices(checkReadable(game, step.value)) : step;
        return check.ok ? commit(game, check.value, at) : check;
      }),
    /** Adds the notes of another record of a game. Refuses more than it may hold. */
    addNotes: (id: string, record: Pick<ImportRequest, "lines" | "tags">) =>
      step(id, (game) => notesStep(game, record)),
    /** Ends a game without a result that others left. */
    callOff: (id: string) => step(id, ({ state }, at) => steps.callOff(state, at)),
    /** Deletes a finished game from all lists, or restores it. */
    deleteGame: (id: string) => step(id, ({ state }, at) => steps.deleteGame(state, at)),
    restoreGame: (id: string) => step(id, ({ state }) => accept(steps.restoreGame(state))),
    draw: (id: string, seat: Seat, answer: OfferAnswer, generation?: number) =>
      stepOf(id, seat, generation, ({ state }, at) => offerOrAnswerDraw(state, seat, answer, at)),
    /** Asks to take a move back, or answers such a request. */
    takeback: (id: string, seat: Seat, answer: OfferAnswer, generation?: number) =>
      stepOf(id, seat, generation, ({ state, moves }, at) => answerTakeback(state, seat, answer, moves, at)),
    /** Shows or hides the evaluation of a game that is being played. */
    switchAnalysis: (id: string, on: boolean) => step(id, ({ state }) => steps.switchAnalysis(state, on)),
    /** Notes in a game's record that one of its positions was on the board of another game as well. */
    noteSharedPosition: (id: string, ply: number, game: string) =>
      step(id, ({ state }) => accept(steps.noteSharedPosition(state, ply, game))),
    freeSeat: (id: string, seat: Seat) => step(id, ({ state }, at) => freeSeat(state, seat, at)),
    /** Ends all proofs of who holds a seat of a league's game that is of an earlier generation. */
    reissueSeat: (id: string, seat: Seat, generation: number) =>
      step(id, ({ state }) => accept(reissueSeat(state, seat, generation))),
    /** Gives an agent's seat to the person or to the computer. */
    handOver: (id: string, seat: Seat, to: Successor) => step(id, ({ state }, at) => handOver(state, seat, to, at)),

    say: (id: string, seat: Seat, message: string, generation?: number) => {
      const utterance = line(`${id} ${seat}`, message, (text) => ({ type: "said", seat, message: text }));
      return stepOf(id, seat, generation, utterance);
    },

    /** Adds a spectator's remark under a name; `from` identifies the speaker for the limit on talk. */
    kibitz: (id: string, name: string, message: string, from: string | null) =>
      step(
        id,
        line(`${id} spectator ${from ?? ""}`, message, (text) => ({ type: "kibitzed", name, message: text })),
      ),

    /**
     * The game that follows a finished one, sides swapped: created for the first who asks, the same one for the second.
     * `first` tells whether the caller is there for the first time. Refused with `SEAT_REQUIRED` where a person has
     * freed the caller's seat in it.
     */
    rematch: (id: string, seat: Seat, connection: string | null) =>
      run(id, async (over) => {
        const { state } = over;
        if (!state.outcome)
          return invalid("The game is still going on. Finish it, resign or agree on a draw before a rematch");
        if (state.imported) return invalid("This game was imported, so nobody here can be asked for a rematch");
        const far = state.seats.find(machine.playsInLeaguesAlone);
        if (far)
          return invalid(
            `${far.name ?? "The opponent"} plays in leagues alone. A person can set another one up with it`,
          );
        // Sides are swapped.
        const next = machine.opponentSeat(state, seat);
        let first = state.rematch === null;
        const come = decide((game, at) => {
          if (machine.seatedAt(game.state, next).generation > 1) return seatFreed(game.state);
          const step = returnToSeat(game.state, next, null, at);
          first = step !== null;
          return accept(step);
        });
        const rematch = state.rematch ? await run(state.rematch, come) : await factory.followUp(over, seat, connection);
        return mapResult(rematch, (game) => ({ game, seat: next, first }));
      }),
  };
}
