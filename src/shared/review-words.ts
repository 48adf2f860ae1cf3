/** What a judgement of a single move is worth. */
export const certaintyText =
  "The figures of a whole game are more certain than a single judgement: near a limit between two of them, a longer search often judges otherwise.";
