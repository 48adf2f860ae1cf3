/** The same things in an order that chance decides (Fisher and Yates). */
export function shuffled<T>(things: readonly T[], random: () => number): readonly T[] {
  const left = [...things];
  return things.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
}
