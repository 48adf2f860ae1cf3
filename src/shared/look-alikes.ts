import confusables from "./confusables.json" with { type: "json" };

/** Characters that look like Latin letters, digits or the colon, and as which they look. Of Unicode's confusables.txt. */
const prototypes: ReadonlyMap<string, string> = new Map(
  Array.from(confusables.groups.matchAll(/(\S+) (\S+)/g), ([, look = "", group = ""]) =>
    Array.from(group, (character) => [character, look] as const),
  ).flat(),
);

/**
 * The skeleton of a text: equal for texts that look alike, whatever alphabet, width or style they are written in (UTS
 * 39, 4, with compatibility decomposition). Look-alikes of Latin letters, digits and the colon are known. Accents and
 * case count. Not for display.
 */
export const skeletonOf = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, "")
    .replace(/[01Im|]|\P{ASCII}/gu, (character) => prototypes.get(character) ?? character);

/** Keys of a name: names that look alike, in whatever case, have one in common. */
export const looksOf = (name: string): readonly string[] => [
  skeletonOf(name).toLowerCase(),
  skeletonOf(name.normalize("NFKD").toLowerCase()).toLowerCase(),
];

/** Whether another name looks like this one. */
export function lookAlike(name: string): (other: string) => boolean {
  const shapes = looksOf(name);
  return (other) => looksOf(other).some((look) => shapes.includes(look));
}

/** Names by which Kibitz speaks of itself and of others, and the kind of player that may have them. */
const ownNames: Readonly<Record<string, string | null>> = {
  You: "human",
  Human: "human",
  Person: "human",
  Computer: "computer",
  Kibitz: null,
  Referee: null,
  Director: null,
  System: null,
};

/**
 * The name of Kibitz's own that a player's name looks like, whatever stands between its letters and on them; null for
 * one that is free for its kind.
 */
export function reservedName(name: string, kind: string): string | null {
  const shapes = looksOf(name).map((look) => look.replace(/[^\p{L}\p{N}]+/gu, "").replaceAll("l", "i"));
  return Object.keys(ownNames).find((own) => ownNames[own] !== kind && shapes.some(lookAlike(own))) ?? null;
}
