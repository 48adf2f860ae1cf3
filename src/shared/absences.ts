/** A line about entrants by their names, with bars between its parts. */

/** Reads the names of entrants to keep apart, `A|B` or more; null for fewer than two. */
export function keptApartIn(text: string): { readonly names: readonly string[] } | null {
  const names = text.split("|").map((name) => name.trim());
  return names.length < 2 || names.includes("") ? null : { names };
}

/** Reads a bye: a name and a round, `A|2`, optionally with `half`, `none` or `full`; null for anything else. */
export function byeIn(text: string): { readonly name: string; readonly round: number; readonly worth?: string } | null {
  const [, name, round, worth] = /^\s*(.*?\S)\s*\|\s*(\d{1,5})\s*(?:\|\s*(half|none|full)\s*)?$/.exec(text) ?? [];
  return name === undefined ? null : { name, round: Number(round), ...(worth === undefined ? {} : { worth }) };
}
