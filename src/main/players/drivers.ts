import { definitionOf } from "../../games/register.ts";
import { accept, invalid } from "../../shared/result.ts";
import { keyedRandom } from "../base/keyed-random.ts";
import { type Driver, type Drivers, type Offer, USUAL_LEVEL } from "./driver.ts";
import { erring } from "./stockfish/levels.ts";
import type { ChessEngine } from "./stockfish/pool.ts";

/** The computer allows takebacks, and agrees to a draw that either side could claim. */
const agrees = ({ kind, claimable }: Offer): boolean => kind === "takeback" || claimable;

/**
 * Chooses the driver of a seat: the one that it names, else the computer's, which is the engine where a game has one.
 */
export function playerDrivers(options: {
  /** The engine behind the computer's levels. */
  readonly engine: ChessEngine;
  /** Drivers for servers, models and the person's own engines; each absent where there is none. */
  readonly endpoint?: Driver;
  readonly model?: Driver;
  readonly ownEngine?: Driver;
  readonly random?: () => number;
}): Drivers {
  const { engine, endpoint, model, ownEngine, random = Math.random } = options;
  const stockfish = { ...stockfishDriver(engine), answerOffer: agrees };
  const byLevel = { ...strategyDriver("levels", random), answerOffer: agrees };
  return (kind, { driven, settings }) => {
    if (!driven) return null;
    if (settings.endpoint !== undefined) return endpoint ?? null;
    if (settings.model !== undefined) return model ?? null;
    if (settings.engine !== undefined) return ownEngine ?? null;
    return definitionOf(kind).engine && settings.strategy === undefined ? stockfish : byLevel;
  };
}

/** Stockfish at the level of the entrant, from the pool that all games share. */
const stockfishDriver = (engine: ChessEngine): Driver => ({
  chooseMove: async ({ kind, options, legalMoves, history, settings, signal }) => {
    const setup = definitionOf(kind).engine;
    if (!setup) return invalid(`No engine plays ${kind}`);
    const move = await engine.chooseMove({
      startFen: setup.startFen(options),
      moves: history,
      legalMoves,
      level: settings.errors === undefined ? (settings.level ?? USUAL_LEVEL) : erring(settings.errors),
      signal,
    });
    return move.ok ? accept({ text: move.value }) : move;
  },
});

/**
 * Plays by the strategy that the seat names, else by one that every game has. Refuses with `INVALID_ARGUMENT` a
 * strategy that the game does not have.
 */
export const strategyDriver = (otherwise: string, random: () => number): Driver => ({
  atOnce: true,
  chooseMove: async ({ kind, view, seat, legalMoves, history, settings }) => {
    const name = settings.strategy ?? otherwise;
    const { strategies, rules } = definitionOf(kind);
    const strategy = strategies[name];
    if (!strategy) return invalid(`${kind} has no strategy ${name}`);
    const { level = USUAL_LEVEL, seed } = settings;
    // The seat's own earlier moves, so that the random choices do not depend on when the other side's arrive. In games with
    // chance a seat may move twice in a row.
    const number = rules.chance ? history.length : Math.floor(history.length / 2) + 1;
    const chance = seed === undefined ? random : keyedRandom(seed, `move ${number}`);
    return accept({ text: strategy.choose({ view, seat, legalMoves, level, random: chance }) });
  },
});
