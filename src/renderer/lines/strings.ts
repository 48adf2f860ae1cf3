// glyphs.ts
export const goodMove = "good move";
export const brilliantMove = "brilliant move";
export const interestingMove = "interesting move";
export const whiteIsSlightlyBetter = "White is slightly better";
export const blackIsSlightlyBetter = "Black is slightly better";
export const glyph = (nag: number) => `glyph ${nag}`;

// move-facts.tsx
export const evaluation = (score: string) => `Evaluation ${score}`;
export const depth = (depth: number) => `depth ${depth}`;
export const clock = (clock: string) => `clock ${clock}`;
