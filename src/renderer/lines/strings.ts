export * from "../ui/strings.ts";

export const depth = (depth: number) => `depth ${depth}`;
export const clock = (clock: string) => `clock ${clock}`;

export const thoughts = "Thoughts";
export const noThoughts = "None came with this move.";
export const cutThoughts = "The rest was left out: at most 4 KiB are kept.";
export const contradictions = {
  "other-move": (said: string, played: string) => `Said ${said}, played ${played}.`,
  "no-piece": (said: string) => `Names a piece that is not there: ${said}.`,
} as const;
export const addedByAssistant = "by your assistant";
export const saidOtherwise = "said otherwise";
