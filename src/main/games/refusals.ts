import { addedCounts, type Causes } from "../../shared/causes.ts";
import type { Seat } from "../../shared/terms.ts";
import type { GameState, Step } from "./machine/game-state.ts";
import { countOf, withCounted } from "./machine/refused-moves.ts";

/** Refused moves of a seat that the log keeps one by one before the next move is made. */
const KEPT_WHOLE = 10;
/** Further ones are counted, and stored together with the game's next event, or when there are so many. */
const COUNTED_TOGETHER = 1_000;

/**
 * Counts moves that are refused one after the other. The log keeps the first of them as they were, and only the number
 * of the others. Until they are logged they are no part of the game: neither its snapshot nor its log contains them.
 */
export type Refusals = ReturnType<typeof createRefusals>;

interface Counts {
  ply: number;
  readonly inARow: Map<Seat, number>;
  /** By kind. */
  readonly byKind: Map<Seat, Causes>;
}

export function createRefusals() {
  const games = new Map<string, Counts>();

  const countsAt = ({ id, ply }: GameState): Counts => {
    const counts = games.get(id) ?? { ply, inARow: new Map(), byKind: new Map() };
    if (counts.ply !== ply) counts.inARow.clear();
    counts.ply = ply;
    games.set(id, counts);
    return counts;
  };

  /** A step for the counted moves alone; null where there are none. */
  const due = (state: GameState): Step | null => (games.get(state.id)?.byKind.size ? { state, events: [] } : null);
  return {
    due,
    /** The step for a refused move, or null where it is only counted for now. */
    limitRefusal: (state: GameState, seat: Seat, step: Step): Step | null => {
      // Where refused moves lose the game, each is logged: their number is limited, and several hosts have to agree on
      // it.
      if (state.league?.maxIllegal !== undefined) return step;
      const [event, ...others] = step.events;
      if (event?.type !== "moveRefused" || others.length > 0) return step;
      const { inARow, byKind } = countsAt(state);
      const row = (inARow.get(seat) ?? 0) + 1;
      inARow.set(seat, row);
      if (row <= KEPT_WHOLE) return step;
      const kinds = addedCounts(byKind.get(seat), { [event.kind ?? "notation"]: 1 });
      byKind.set(seat, kinds);
      return countOf(kinds) < COUNTED_TOGETHER ? null : due(state);
    },
    /** A step with the moves counted before it. */
    withCounted: (step: Step): Step => {
      const counts = games.get(step.state.id)?.byKind;
      return counts ? withCounted(step, counts) : step;
    },
    /** Forgets the counted moves: the step with them is stored. */
    forget: ({ id, outcome }: GameState): void => {
      if (outcome) games.delete(id);
      else games.get(id)?.byKind.clear();
    },
    /** Games with counted moves. */
    games: (): readonly string[] => [...games].flatMap(([id, { byKind }]) => (byKind.size > 0 ? [id] : [])),
  };
}
