import { z } from "zod";
import type { GameDefinition, Move } from "../../../games/game.ts";
import type { GameEvent } from "../../../shared/events.ts";
import { struct } from "../../../shared/struct.ts";
import { CHANCE } from "../../../shared/terms.ts";
import { keyedIndex } from "../../base/keyed-random.ts";
import { type Clock, timesIn } from "./clock.ts";

/** The part of a game with chance that its draws follow from. */
export const chanceSchema = struct({
  /** The key of all draws: hexadecimal digits. Whoever knows it foretells them. */
  secret: z.string(),
  /** The number of draws made so far. */
  draws: z.int().min(0),
  /** The number of them since the last move of a player. */
  since: z.int().min(0),
});
type Chance = z.infer<typeof chanceSchema>;

/**
 * Makes the draws that a position waits for, one after the other, until none is due. The draw of number n, from 1,
 * follows from the game's secret and n alone, so that games with the same secret share their draws, whatever was played
 * between them. Throws where the rules offer no outcome, or refuse one.
 */
export function drawAll(rules: GameDefinition["rules"], chance: Chance | undefined, start: unknown) {
  const draws: Move[] = [];
  let position = start;
  for (let due = rules.chance?.(position); due; due = rules.chance?.(position)) {
    if (!chance) throw new Error("a game with chance has no secret to draw by");
    const bounds = due.map((_, index) => due.slice(0, index + 1).reduce((sum, { weight }) => sum + weight, 0));
    const place = keyedIndex(chance.secret, `draw ${chance.draws + draws.length + 1}`, bounds.at(-1) ?? 0);
    const code = due[bounds.findIndex((bound) => place < bound)]?.code ?? "";
    const play = rules.play(position, CHANCE, code);
    if (!play.ok) throw new Error(`a draw of ${code} is refused: ${play.message}`);
    draws.push(play.value.move);
    position = play.value.state;
  }
  return {
    position,
    draws,
    chance: chance && { ...chance, draws: chance.draws + draws.length, since: draws.length },
  };
}

/** The events of draws that led to this state: they take nobody's time. */
export const drawsMade = (
  { ply, clock }: { readonly ply: number; readonly clock: Clock | null },
  draws: readonly Move[],
  now: number,
): readonly GameEvent[] =>
  draws.map(({ code, text }, index) => ({
    type: "movePlayed",
    seat: CHANCE,
    ply: ply - draws.length + 1 + index,
    code,
    text,
    ms: 0,
    clock: clock && timesIn(clock, now),
  }));
