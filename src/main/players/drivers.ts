import { definitionOf } from "../../games/register.ts";
import type { PlayerSettings } from "../../shared/player-settings.ts";
import { accept, invalid } from "../../shared/result.ts";
import { keyedRandom } from "../base/keyed-random.ts";
import { type Driver, type Drivers, type Offer, USUAL_LEVEL } from "./driver.ts";
import { drawsNothing, erringLevel, levels } from "./stockfish/levels.ts";
import type { ChessEngine } from "./stockfish/pool.ts";

/** The computer allows takebacks, and agrees to a draw that either side could claim. */
const computerAgrees = ({ kind, claimable }: Offer): boolean => kind === "takeback" || claimable;

/** Chooses the driver of a seat: the one that it names, else the computer's, an engine where the game has one. */
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
  const stockfish = { ...stockfishDriver(engine), answerOffer: computerAgrees };
  const byLevel = { ...strategyDriver("levels", random), answerOffer: computerAgrees };
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
      level: settings.errors === undefined ? (settings.level ?? USUAL_LEVEL) : erringLevel(settings.errors),
      signal,
    });
    return move.ok ? accept({ text: move.value }) : move;
  },
});

/** Plays by the seat's strategy, else by one of every game. Refuses with `INVALID_ARGUMENT` an unknown one. */
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

/**
 * Whether a player is known to make no random choices in a game without chance, so that two such players may repeat a
 * game from one start: a strategy that says so, a level of the computer, an engine of the person's. For agents, people,
 * models and servers nobody knows, so it is false.
 */
export function isDeterministic(game: string, kind: string, settings: PlayerSettings): boolean {
  const { strategies, engine, rules } = definitionOf(game);
  if (rules.chance) return false;
  const ofStrategy = (name: string) => strategies[name]?.deterministic === true;
  if (kind === "strategy") return settings.strategy !== undefined && ofStrategy(settings.strategy);
  if (kind !== "computer") return false;
  if (settings.engine !== undefined) return true;
  if (settings.errors !== undefined) return false;
  if (!engine) return ofStrategy("levels");
  const level = levels[(settings.level ?? USUAL_LEVEL) - 1];
  return level !== undefined && drawsNothing(level);
}
