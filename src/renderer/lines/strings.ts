export const evaluation = (score: string) => `Evaluation ${score}`;
export const depth = (depth: number) => `depth ${depth}`;
export const clock = (clock: string) => `clock ${clock}`;
