import { readFileSync } from "node:fs";
import { z } from "zod";
import { type Figure, ratio } from "./section.ts";

const figure = z.object({
  name: z.string(),
  value: z.number(),
  against: z.object({ name: z.string() }).nullable(),
  ratio: z.number().nullable(),
});
const run = z.object({
  date: z.string(),
  machine: z.object({ load: z.number() }),
  sections: z.array(z.object({ name: z.string(), figures: z.array(figure) })),
});

/** The findings of an earlier run. */
export interface Earlier {
  readonly date: string;
  readonly load: number;
  /**
   * A figure then, and how many times of that it is now: of the ratio where it has one, which the machine's pace does not
   * move, else of the value. Null where that run has no such figure.
   */
  readonly of: (section: string, figure: Figure) => { readonly then: number; readonly times: number } | null;
}

/** Reads what `--json` printed. Throws for anything else. */
export function readEarlier(path: string): Earlier {
  const { date, machine, sections } = run.parse(JSON.parse(readFileSync(path, "utf8")));
  const keyOf = (section: string, name: string, against: string | undefined) =>
    JSON.stringify([section, name, against]);
  const known = new Map(
    sections.flatMap(({ name: section, figures }) =>
      figures.map((each) => [keyOf(section, each.name, each.against?.name), each.ratio ?? each.value]),
    ),
  );
  return {
    date,
    load: machine.load,
    of: (section, figure) => {
      const then = known.get(keyOf(section, figure.name, figure.against?.name));
      if (then === undefined) return null;
      return { then, times: (ratio(figure) ?? figure.value) / then };
    },
  };
}
