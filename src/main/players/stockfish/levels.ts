/**
 * The way a move is chosen after a search: by Stockfish itself, limited by its "Skill Level" (0 to 20; below 20 it
 * picks among its four best lines, worse ones more often), or by our model of errors (`chooseMove`) among all lines,
 * with the size of the errors in percentage points of the expected score.
 */
export type ChoiceMethod =
  | { readonly by: "skill"; readonly skill: number }
  | { readonly by: "errors"; readonly size: number };

/** How one level of the computer opponent plays. */
export interface Level {
  readonly choice: ChoiceMethod;
  /** Search depth in plies. It ends nearly every search within 0.2 s, so that strength does not depend on the machine. */
  readonly depth: number;
  /** Longest thinking time in ms, for a slow or busy machine. */
  readonly movetimeMs: number;
}

/** The skill level at which Stockfish plays its best line, without random choices. */
const FULL_SKILL = 20;

/** Whether a level always plays the same move in the same position, without random errors or choices. */
export const drawsNothing = ({ choice }: Level): boolean => choice.by === "skill" && choice.skill === FULL_SKILL;

const bySkill = (value: number): ChoiceMethod => ({ by: "skill", skill: value });
const byErrors = (size: number): ChoiceMethod => ({ by: "errors", size });
/** The lowest level with errors of another size. */
export const erringLevel = (size: number): Level => ({ choice: byErrors(size), depth: 1, movetimeMs: 1000 });

/** Levels 1 to 10, weakest first. `bench/level-ratings.ts` measures how strong each is, and that each beats the one below. */
export const levels: readonly Level[] = [
  erringLevel(10),
  erringLevel(6.2),
  { choice: byErrors(5.3), depth: 2, movetimeMs: 1000 },
  { choice: bySkill(0), depth: 3, movetimeMs: 1000 },
  { choice: bySkill(1), depth: 4, movetimeMs: 2000 },
  { choice: bySkill(3), depth: 5, movetimeMs: 2000 },
  { choice: bySkill(6), depth: 6, movetimeMs: 2000 },
  { choice: bySkill(10), depth: 7, movetimeMs: 3000 },
  { choice: bySkill(12), depth: 8, movetimeMs: 3000 },
  { choice: bySkill(FULL_SKILL), depth: 12, movetimeMs: 5000 },
];
