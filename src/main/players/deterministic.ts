import { definitionOf } from "../../games/register.ts";
import type { PlayerSettings } from "../../shared/player-settings.ts";
import { USUAL_LEVEL } from "./driver.ts";
import { drawsNothing, levels } from "./stockfish/levels.ts";

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
