import { join } from "node:path";
import { startHost } from "../../test/support/host-process.ts";
import { type Person, personAt } from "../../test/support/person.ts";
import { tempDir } from "../../test/support/temp-dir.ts";
import type { Figure, Section } from "../section.ts";
import { median, timed } from "../support/measure.ts";
import { storeGames } from "../support/stored-games.ts";

/** So many that each question fills its page, and so many that they are never read one by one. */
const STORED = [500, 100_000] as const;
const STARTS = 5;
const ASKED = 40;

const questions = {
  "the list of games": "/api/games",
  "the list of those that go on": "/api/games?status=live",
  "the first page of the finished ones": "/api/history",
  "a search that finds one": "/api/history?search=adolf+anderssen",
  "a search that finds many": "/api/history?search=sicilian",
  "a search by the beginning of a number": "/api/history?limit=1&search=%231",
  "a search without a match": "/api/history?search=nobody+at+all",
  "a search among one's own": "/api/history?mine=true&game=chess&search=capablanca",
} as const;

/** The cost of many stored games: to start, to list them, to find some. */
export const stored: Section = {
  name: "stored",
  title: `${STORED[1]} stored games, over HTTP, against ${STORED[0]}`,
  run: async (say) => {
    using few = tempDir();
    using many = tempDir();
    const folders = [few, many] as const;
    for (const [index, games] of STORED.entries()) {
      say(`${games} games are stored`);
      await storeGames(join(folders[index]?.path ?? "", "kibitz.db"), games);
    }
    const figure = (name: string, [against, value]: readonly [number, number]): Figure => ({
      name,
      value,
      unit: "ms",
      against: { name: `${STORED[0]} games`, value: against },
    });
    say("starts");
    // The first start fills the caches.
    const starts = await inTurn(STARTS, ({ path }) => timed(async () => (await startHost(path)).stop()), folders);
    await using one = await startHost(few.path);
    await using other = await startHost(many.path);
    const persons = [personAt(one), personAt(other)] as const;
    const figures = [figure("headless host, start to ready and end", starts)];
    for (const [name, path] of Object.entries(questions)) {
      say(name);
      figures.push(figure(name, await inTurn(ASKED, (person: Person) => timed(() => person.get(path)), persons)));
    }
    return figures;
  },
};

/** The median of what each of two took, one after the other so that both have the machine as it is; without the first time. */
async function inTurn<T>(
  times: number,
  measure: (of: T) => Promise<number>,
  [one, other]: readonly [T, T],
): Promise<readonly [number, number]> {
  const took: [number[], number[]] = [[], []];
  for (let run = 0; run <= times; run += 1) {
    const [first, second] = [await measure(one), await measure(other)];
    if (run === 0) continue;
    took[0].push(first);
    took[1].push(second);
  }
  return [median(took[0]), median(took[1])];
}
