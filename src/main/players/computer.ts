import { gameOf } from "../../games/register.ts";
import type { Drivers, Offer } from "./driver.ts";
import { stockfishDriver } from "./stockfish/driver.ts";
import type { ChessEngine } from "./stockfish/pool.ts";
import { strategyDriver } from "./strategy.ts";

/** The computer gives moves back, and agrees to a draw that either side could claim. */
const agrees = ({ what, claimable }: Offer): boolean => what === "takeback" || claimable;

/** The computer opponent: the engine where a game has one, else what the game itself knows of playing at a level. */
export function computerDrivers(engine: ChessEngine, random: () => number = Math.random): Drivers {
  const stockfish = { ...stockfishDriver(engine), answerOffer: agrees };
  const byLevel = { ...strategyDriver("levels", random), answerOffer: agrees };
  return (kind, { driven, settings }) => {
    if (!driven) return null;
    return gameOf(kind).engine && settings.strategy === undefined ? stockfish : byLevel;
  };
}
