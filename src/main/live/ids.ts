/** How many ids of one length are tried before longer ones are. */
const ATTEMPTS = 20;
const SHORTEST = 4;
const LONGEST = 15;

/**
 * Ids that can be read aloud: four digits, more only when many are taken. The store decides whether one is free when
 * the game is stored, so try each until one is not taken; they never run out in practice.
 */
export function* candidateIds(random: () => number): Generator<string> {
  for (let digits = SHORTEST; digits <= LONGEST; digits += 1) {
    const lowest = 10 ** (digits - 1);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) yield String(lowest + Math.floor(random() * 9 * lowest));
  }
}
