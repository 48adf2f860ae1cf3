import { join } from "node:path";
import { startHost } from "../../test/support/host-process.ts";
import { type Person, personAt } from "../../test/support/person.ts";
import { tempDir } from "../../test/support/temp-dir.ts";
import type { Figure, Section } from "../section.ts";
import { median, timed } from "../support/measure.ts";
import { storeGames } from "../support/stored-games.ts";

const STORED = [100, 10_000] as const;
const ASKED = 30;

/** The requests of the page of finished games, with short names. */
const questions = {
  "the first page": "",
  "a search for two words": "search=capablanca+vera",
  "a search for an opening": "search=sicilian",
  "a search without a match": "search=nobody+at+all",
  "ordered by players": "order=players&direction=up",
  "ordered by moves": "order=moves&direction=down",
  "ordered by opening": "order=opening&direction=up",
  "ordered by how they ended": "order=ending&direction=up",
  "a kind and only one's own, searched and ordered": "game=chess&mine=true&search=petrov&order=moves",
  "the page at the end": "offset=-50",
} as const;

/** How long the host takes to find, order and filter finished games, over HTTP, the JSON included. */
export const history: Section = {
  name: "history",
  title: `Finished games found among ${STORED[1]}, a page of 50, over HTTP, against the same among ${STORED[0]}`,
  run: async (say) => {
    const figures: Figure[] = [];
    const few = new Map<string, number>();
    for (const stored of STORED) {
      say(`${stored} games`);
      using dir = tempDir();
      await storeGames(join(dir.path, "kibitz.db"), stored);
      await using host = await startHost(dir.path);
      const person = personAt(host);
      const took: number[] = [];
      for (const [name, query] of Object.entries(questions)) {
        const times = await answers(person, query.replace("offset=-50", `offset=${stored - 50}`));
        took.push(...times);
        const value = median(times);
        const before = few.get(name);
        if (before === undefined) few.set(name, value);
        else figures.push({ name, value, unit: "ms", against: { name: `${STORED[0]} games`, value: before } });
      }
      const sorted = took.toSorted((a, b) => a - b);
      const slowest = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
      if (stored === STORED[1])
        figures.push({ name: "all of them, 99th percentile", value: slowest, unit: "ms", against: null });
    }
    return figures;
  },
};

/** Milliseconds of each time that a page of the history is asked for. */
async function answers(person: Person, query: string): Promise<readonly number[]> {
  const times: number[] = [];
  // The first time the statement is prepared.
  for (let run = 0; run <= ASKED; run += 1) {
    const ms = await timed(() => person.get(`/api/history?${query}`));
    if (run > 0) times.push(ms);
  }
  return times;
}
