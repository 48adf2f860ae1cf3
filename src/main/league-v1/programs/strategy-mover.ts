import type { Strategy } from "../../../games/game.ts";
import { findDefinition } from "../../../games/register.ts";
import { pick } from "../../../games/strategy.ts";
import { accept, invalid } from "../../../shared/result.ts";
import { kibitzState } from "../protocol.ts";
import type { Mover } from "./player-server.ts";

/** Plays each move by one of the game's strategies, chosen at random. */
export const MIXED = "mixed";

/**
 * Plays by a strategy where the state has the parts that one needs, as a Kibitz host sends them; else any of the listed
 * legal moves. Refuses with `INVALID_ARGUMENT` an unknown game or strategy, and a state without legal moves.
 */
export const strategyMover =
  (name: string, random: () => number): Mover =>
  async ({ game_state }) => {
    const { game: kind, your_role: seat, legal_moves } = game_state;
    const { view } = kibitzState.parse(game_state);
    const legalMoves = legal_moves?.map(String) ?? [];
    if (legalMoves.length === 0) return invalid("I need the legal moves.");
    const byChance = () => accept({ move: pick(legalMoves, random), metadata: { strategy: name } });
    const strategies = findDefinition(kind ?? "")?.strategies;
    if (kind === undefined || view === undefined || seat === undefined) return byChance();
    const strategy = name === MIXED ? mixStrategies(strategies ?? {}, random) : strategies?.[name];
    if (!strategy) return invalid(`I have no strategy ${name} for ${kind}.`);
    try {
      const move = strategy.choose({ view, seat, legalMoves, level: 10, random });
      return accept({ move, metadata: { strategy: name } });
    } catch {
      // Another program's state may have the game's name and a different form.
      return byChance();
    }
  };

function mixStrategies(strategies: Readonly<Record<string, Strategy>>, random: () => number): Strategy | undefined {
  const { levels: _, ...others } = strategies;
  const all = Object.values(others);
  return all.length === 0 ? undefined : pick(all, random);
}
