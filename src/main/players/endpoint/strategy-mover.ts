import type { Strategy } from "../../../games/game.ts";
import { findGame } from "../../../games/register.ts";
import { pick } from "../../../games/strategy.ts";
import { kibitzState } from "../../../shared/league-protocol.ts";
import { accept, refuse } from "../../../shared/result.ts";
import type { Mover } from "./player-server.ts";

/** Plays each move by one of the game's strategies, drawn by chance. */
export const MIXED = "mixed";

/**
 * Moves by a strategy where the state has what one needs, which a host of Kibitz tells; else by any of the legal moves that
 * it lists. Refuses with `INVALID_ARGUMENT` a game or a strategy that is not there, and a state without legal moves.
 */
export const strategyMover =
  (name: string, random: () => number): Mover =>
  async ({ game_state }) => {
    const { game: kind, your_role: seat, legal_moves } = game_state;
    const { view } = kibitzState.parse(game_state);
    const legalMoves = legal_moves?.map(String) ?? [];
    if (legalMoves.length === 0) return refuse("INVALID_ARGUMENT", "I need the legal moves.");
    const byChance = () => accept({ move: pick(legalMoves, random), metadata: { strategy: name } });
    const strategies = findGame(kind ?? "")?.strategies;
    if (kind === undefined || view === undefined || seat === undefined) return byChance();
    const strategy = name === MIXED ? mixed(strategies ?? {}, random) : strategies?.[name];
    if (!strategy) return refuse("INVALID_ARGUMENT", `I have no strategy ${name} for ${kind}.`);
    try {
      const move = strategy.choose({ view, seat, legalMoves, level: 10, random });
      return accept({ move, metadata: { strategy: name } });
    } catch {
      // A view of another program may have the game's name, and another form.
      return byChance();
    }
  };

function mixed(strategies: Readonly<Record<string, Strategy>>, random: () => number): Strategy | undefined {
  const { levels: _, ...others } = strategies;
  const all = Object.values(others);
  return all.length === 0 ? undefined : pick(all, random);
}
