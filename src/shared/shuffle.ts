/** The same things in an order that chance decides (Fisher and Yates). */
export function shuffle<T>(things: readonly T[], random: () => number): readonly T[] {
  const pool = [...things];
  return things.flatMap(() => pool.splice(Math.floor(random() * pool.length), 1));
}
