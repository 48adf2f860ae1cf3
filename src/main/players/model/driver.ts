import type { Effort } from "../../../shared/events.ts";
import { accept, invalid, type Result, refuse } from "../../../shared/result.ts";
import type { Seat } from "../../../shared/terms.ts";
import { clip } from "../../../shared/text.ts";
import { thoughtsIn } from "../../../shared/thoughts.ts";
import { awakeTime } from "../../base/awake-time.ts";
import type { CallLog } from "../call-log.ts";
import { type Driver, type MoveContext, moveCalledOff, noEffort } from "../driver.ts";
import { waitInPieces } from "../pause.ts";
import { RESIGN } from "./answer.ts";
import * as requests from "./ask-for-move.ts";
import { createCredentialLimits } from "./credential-limits.ts";
import { promptFor } from "./prompt.ts";

/** The conditions under which a league's models may be asked. */
export interface Allowance {
  /** Whether they could be asked at once; else the time for a move starts anew. */
  readonly atOnce: boolean;
  /** The consequence where no answer brings a move. */
  readonly onFailure: "random" | "forfeit" | "pause";
  /** Whether their cost has a limit, so that it has to be known. */
  readonly isBudgeted: boolean;
}
/** The longest outage of a provider that is waited for, in times for a move, and in milliseconds. */
const MOVE_TIMES_WAITED = 12;
const LONGEST_OUTAGE_MS = 3_600_000;
const anyTime: Allowance = { atOnce: true, onFailure: "random", isBudgeted: false };

interface ModelDriverOptions extends Omit<requests.ModelServices, "patience" | "limits"> {
  /** The league that a model plays in, which pauses where the model cannot be asked with this setup. */
  readonly leagues: {
    /** Waits until the models of a league may be asked. Refuses where they never may. */
    mayAsk(league: string, signal: AbortSignal): Promise<Result<Allowance>>;
    /** Pauses a league for the person to solve an entrant's problem. */
    hold(league: string, entrant: number, reason: string): Promise<Result<unknown>>;
    /** Gives all moves of a league their whole time anew, counted from so many milliseconds on. */
    wait(league: string, entrant: number, reason: string, ms: number): Promise<Result<unknown>>;
    /** Gives a game the last so many milliseconds back, in which the model of a seat was not asked. */
    giveBack(game: string, seat: Seat, ms: number): Promise<unknown>;
  };
  /** In [0, 1). */
  readonly random: () => number;
  readonly patience?: requests.ModelTimeouts;
  /** Records calls; absent to drop them. */
  readonly calls?: Pick<CallLog, "note">;
}

/**
 * Plays by a language model. Without a usable answer, a random move is played, and the record says why; or the move is
 * given up, or the league is paused, as its settings say. Where the model cannot be asked with this setup, the league
 * is paused in any case, and the model is asked again once the person has resumed it. A league waits for a provider that
 * fails, and pauses where that takes too long: no move is missed by it.
 */
export function modelDriver(options: ModelDriverOptions): Driver {
  const { ask, findKey, leagues, random, patience = requests.defaultModelTimeouts, calls } = options;
  const limits = createCredentialLimits();
  /** Waits until the models of a league may be asked; a clock gets that time back. */
  const mayAsk = async (league: string, { clock, gameId, seat, signal }: MoveContext) => {
    const allowance = leagues.mayAsk(league, signal);
    let from = awakeTime.now();
    if (clock)
      await waitInPieces(
        allowance,
        () => Math.min(...clock.left) / 4,
        async () => {
          const standstillMs = awakeTime.now() - from;
          if (standstillMs < requests.LEAST_STOOD_MS) return;
          from += standstillMs;
          await leagues.giveBack(gameId, seat, standstillMs);
        },
      );
    return allowance;
  };
  return {
    chooseMove: async (thought) => {
      const { settings, league, gameId, seat, ply, signal } = thought;
      const { model } = settings;
      if (!model) return invalid("This seat has no model");
      let effort: Effort = noEffort;
      const outlast = league && {
        longestMs: Math.min(LONGEST_OUTAGE_MS, MOVE_TIMES_WAITED * (thought.timeMs || LONGEST_OUTAGE_MS)),
        wait: (reason: string, ms: number) => leagues.wait(league.id, league.entrant, reason, ms),
        giveBack: (ms: number) => leagues.giveBack(gameId, seat, ms),
      };
      // Once the person has resumed the league, it has all tries again.
      for (let before = thought.rejects.length; ; before = 0) {
        const allowance = league ? await mayAsk(league.id, thought) : accept(anyTime);
        if (signal.aborted) return moveCalledOff;
        if (!allowance.ok) return allowance;
        // The player's time does not run while a league is paused: its referee knows what is left.
        const { atOnce, onFailure, isBudgeted } = allowance.value;
        const timeMs = atOnce ? thought.timeMs : null;
        const question: requests.MoveQuestion = {
          ...thought,
          timeMs,
          player: league ? `${league.id} ${league.entrant}` : gameId,
          prompt: (complaint) => promptFor({ ...thought, mayResign: true }, model, complaint),
          note: (call) =>
            league &&
            calls?.note({ league: league.id, number: league.entrant }, { ...call, about: `${gameId}-${ply}` }),
          ...(outlast ? { outlast } : {}),
        };
        const outcome = await requests.askForMove({ ask, limits, findKey, patience }, model, question, effort, before);
        if (signal.aborted) return moveCalledOff;
        effort = outcome.effort;
        const isUncounted = isBudgeted && effort.tokens === null;
        const isStuck = outcome.text === null && (outcome.isHopeless || onFailure === "pause");
        if (league && (outcome.text === null ? isStuck : isUncounted)) {
          const reason = outcome.text === null ? outcome.reason : "its vendor tells no usage, and there is a budget";
          const hold = await leagues.hold(league.id, league.entrant, reason);
          if (!hold.ok) return hold;
          if (isStuck) continue;
        }
        if (outcome.text === RESIGN) return accept({ text: null, resigns: true, effort });
        if (outcome.text !== null)
          return accept({ text: outcome.text, effort, thoughts: thoughtsIn(outcome.thoughts) });
        if (onFailure === "forfeit")
          return accept({ text: null, effort: gaveUp(effort, outcome.reason), late: outcome.late ?? false });
        const text = thought.legalMoves[Math.floor(random() * thought.legalMoves.length)];
        if (text === undefined) return refuse("GAME_OVER", "There is no legal move");
        return accept({ text, effort: { ...effort, fallback: outcome.reason } });
      }
    },
  };
}

/** The cost of a move that is given up, with the reason as the last failure. */
const gaveUp = (effort: Effort, reason: string): Effort =>
  effort.failures.at(-1) === reason
    ? effort
    : { ...effort, failures: [...effort.failures, clip(reason, requests.LONGEST_FAILURE)] };
