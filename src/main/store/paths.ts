/** A position that a game went through, by its mark of eight characters, and the move played there. */
export interface PathStep {
  readonly position: string;
  readonly move: string;
}

const MARK = 8;

/** The first positions of a game as one text: some 13 bytes a move. */
export const writePath = (steps: readonly PathStep[]): string =>
  steps.map(({ position, move }) => position + move).join(" ");

/** The steps of such a text; damaged ones are left out. */
export const readPath = (path: string): readonly PathStep[] =>
  path
    .split(" ")
    .filter((step) => step.length > MARK)
    .map((step) => ({ position: step.slice(0, MARK), move: step.slice(MARK) }));
