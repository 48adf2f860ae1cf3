import type { Earlier } from "./earlier.ts";
import { type Figure, ratio } from "./section.ts";

/** The machine of a run. */
export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly memory: string;
  readonly platform: string;
  readonly node: string;
  /** Programs that wanted to run in the minute before; well under the number of cores on a machine left alone. */
  readonly load: number;
}

/** A run of some sections, as `--json` prints it. */
export interface Run {
  readonly date: string;
  readonly machine: Machine;
  readonly sections: readonly { readonly name: string; readonly title: string; readonly figures: readonly Figure[] }[];
}

/** Figures of three digits or more are rounded to whole ones, others to three digits. */
export const digits = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

function row(section: string, figure: Figure, earlier: Earlier | null): readonly string[] {
  const { name, value, unit, against } = figure;
  const times = ratio(figure);
  const before = earlier?.of(section, figure);
  return [
    name,
    `${digits(value)} ${unit}`,
    against ? `${against.name}: ${digits(against.value)} ${unit}` : "",
    times === null ? "" : `× ${digits(times)}`,
    ...(before
      ? [`then ${times === null ? digits(before.then) : `× ${digits(before.then)}`}, now ${digits(before.times)} of it`]
      : []),
  ];
}

function table(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map((cells) => cells.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((cells) => [...(cells[column] ?? "")].length)),
  );
  return rows
    .map((cells) => `  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd())
    .join("\n");
}

/** The first line of a run. */
export const machineText = (date: string, { cores, processor, memory, platform, node, load }: Machine): string =>
  `${date}, ${cores} cores (${processor}), ${memory}, ${platform}, Node ${node}, load ${load.toFixed(1)}`;

/** A section with its title; says so where it has no figures. */
export const sectionText = (
  { name, title, figures }: { readonly name: string; readonly title: string; readonly figures: readonly Figure[] },
  earlier: Earlier | null = null,
): string =>
  `${title}\n${figures.length === 0 ? "  not measured in this run" : table(figures.map((figure) => row(name, figure, earlier)))}`;
