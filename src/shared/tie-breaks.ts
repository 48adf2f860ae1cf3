/** The codes of FIDE's tie-break regulations (C.07) that a league can use, in the order in which they are offered. */
export const tieBreakCodes = ["DE", "SB", "BH", "BH-C1", "WIN", "MPvGP", "KS", "ARO"] as const;
export type TieBreak = (typeof tieBreakCodes)[number];

/** Each by its code: its name in the JSON, and what it is in words. */
export const tieBreaks = {
  DE: { name: "head_to_head", title: "Direct encounter: points among the tied" },
  SB: { name: "sonneborn_berger", title: "Sonneborn–Berger" },
  BH: { name: "buchholz", title: "Buchholz" },
  "BH-C1": { name: "buchholz_cut_1", title: "Buchholz Cut 1" },
  WIN: { name: "wins", title: "Rounds worth a win" },
  MPvGP: { name: "game_points", title: "Game points: games won, a draw as a half" },
  KS: { name: "koya", title: "Koya: points against those with at least half of all points" },
  ARO: { name: "average_rating_of_opponents", title: "Average rating of opponents, as of the start" },
} as const satisfies Record<TieBreak, { readonly name: string; readonly title: string }>;
export type TieBreakName = (typeof tieBreaks)[TieBreak]["name"];

/** The name of a tie-break in a list of them: `Direct encounter`. */
export const tieBreakTitle = (code: TieBreak): string => tieBreaks[code].title.replace(/:.*/, "");

/** Reads a code as people and other programs write it (`bh:c1`, `BH/C1`); null for an unknown one. */
export function tieBreakIn(text: string): TieBreak | null {
  const code = text.trim().toUpperCase().replace(/[:/]/g, "-");
  return tieBreakCodes.find((each) => each.toUpperCase() === code) ?? null;
}
