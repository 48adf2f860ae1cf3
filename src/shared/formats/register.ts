import type { Format } from "./format.ts";
import { gauntlet } from "./gauntlet.ts";
import { knockout } from "./knockout.ts";
import { measurement } from "./measurement.ts";
import { doubleRoundRobin, roundRobin } from "./round-robin.ts";
import { swiss } from "./swiss.ts";

/** The formats in which a league can be set up, in the order in which they are offered; the first is the usual one. */
export const formats: readonly [Format, ...Format[]] = [roundRobin, doubleRoundRobin, swiss, knockout, gauntlet];

const byName: ReadonlyMap<string, Format> = new Map([...formats, measurement].map((format) => [format.name, format]));

/** The names that settings may have: those that are offered, and that of a measurement. */
export const formatNames: readonly string[] = [...byName.keys()];

export const findFormat = (name: string): Format | null => byName.get(name) ?? null;

/** The format of a league. Throws for a name that nobody has checked: that is a bug. */
export function formatOf({ format: name }: { readonly format: string }): Format {
  const format = findFormat(name);
  if (!format) throw new Error(`there is no format ${name}`);
  return format;
}

/** The first format that eliminates, or that does not. */
export const formatThat = (eliminates: boolean): Format =>
  formats.find((format) => (format.eliminates ?? false) === eliminates) ?? formats[0];

/** The title of a format in a list of facts: `Round robin`. */
export const formatTitle = (name: string): string => findFormat(name)?.title ?? name;

/** The default tie-breaks, in words: `DE, SB, WIN; swiss, knockout: DE, SB, BH, WIN`. */
export const usualTieBreaks: string = [...Map.groupBy(formats, ({ tieBreaks }) => tieBreaks.join(", "))]
  .map(([codes, those], index) => (index === 0 ? codes : `${those.map(({ name }) => name).join(", ")}: ${codes}`))
  .join("; ");

/** Those with a trait as requests name them: `swiss, knockout`. */
export const formatsWith = (trait: "eliminates" | "byScore", as: "name" | "title" = "name"): string =>
  formats
    .filter((format) => format[trait])
    .map((format) => format[as])
    .join(", ");
