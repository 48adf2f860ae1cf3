/** A line that tells something of entrants by their names, with bars between its parts. */

/** Reads who is kept apart: `A|B`, or more names; null where there are not two. */
export function keptApartIn(text: string): { readonly names: readonly string[] } | null {
  const names = text.split("|").map((name) => name.trim());
  return names.length < 2 || names.includes("") ? null : { names };
}

/** Reads who sits a round out: `A|2`, and `half`, `none` or `full` after them; null where it says nothing of the kind. */
export function byeIn(text: string): { readonly name: string; readonly round: number; readonly worth?: string } | null {
  const [, name, round, worth] = /^\s*(.*?\S)\s*\|\s*(\d{1,5})\s*(?:\|\s*(half|none|full)\s*)?$/.exec(text) ?? [];
  return name === undefined ? null : { name, round: Number(round), ...(worth === undefined ? {} : { worth }) };
}
