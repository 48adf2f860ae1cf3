import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { tempDir } from "../../support/temp-dir.ts";
import type { Section } from "../section.ts";
import { openAgentGame } from "../support/agent-game.ts";
import { httpCaller } from "../support/callers.ts";
import { longGame } from "../support/long-game.ts";
import { median, rate } from "../support/measure.ts";
import { startKibitz } from "../support/processes.ts";
import { openGame, openTables } from "../support/tables-at.ts";

const GAMES = 100;
/** Milliseconds of each measurement; each is made this many times, the bare disk's between the others. */
const SLICE_MS = 500;
const SLICES = 5;

/** How many moves a second are acknowledged, each on the disk by then. */
export const moves: Section = {
  name: "moves",
  title: "Acknowledged moves, against bare commits on the same disk (SQLite, WAL, synchronous=FULL)",
  run: async (say) => {
    using dir = tempDir();
    using disk = openBareDatabase(join(dir.path, "bare.db"));
    const { tables, close } = openTables(join(dir.path, "tables.db"));
    await using kibitz = await startKibitz();
    const plan = longGame();
    const caller = httpCaller(kibitz.line);
    const commits: number[] = [];

    const contest = async (label: string, plays: readonly (() => Promise<void>)[]) => {
      say(label);
      const rates: number[] = [];
      for (let slice = 0; slice < SLICES; slice += 1) {
        commits.push(await rate(SLICE_MS, disk.commit));
        rates.push(await together(plays));
      }
      return { name: label, value: median(rates), unit: "per s" as const };
    };
    const at = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));
    const found = [
      await contest("tables, 1 game", [fresh(() => openGame(tables, plan), plan.length)]),
      await contest(
        `tables, ${GAMES} games at once`,
        await at(GAMES, async () => fresh(() => openGame(tables, plan), plan.length)),
      ),
      await contest("finishTurn over HTTP, 1 game", [fresh(() => openAgentGame(caller, plan), plan.length)]),
      await contest(
        `finishTurn over HTTP, ${GAMES} games at once`,
        await at(GAMES, async () => fresh(() => openAgentGame(caller, plan), plan.length)),
      ),
    ];
    await close();
    const against = { name: "bare commits", value: median(commits) };
    return found.map((figure) => ({ ...figure, against }));
  },
};

/** Plays on in a new game when the old one's plan is used up. */
function fresh(open: () => Promise<() => Promise<void>>, plies: number): () => Promise<void> {
  let left = 0;
  let play = async () => {};
  return async () => {
    if (left === 0) {
      play = await open();
      left = plies;
    }
    left -= 1;
    await play();
  };
}

/** Moves a second when each of the games goes on as soon as its last move is acknowledged. */
async function together(plays: readonly (() => Promise<void>)[]): Promise<number> {
  await Promise.all(plays.map((play) => play()));
  const rates = await Promise.all(plays.map((play) => rate(SLICE_MS, play)));
  return rates.reduce((sum, each) => sum + each, 0);
}

/** One small insert and one small update a commit: what keeping a move takes at least. */
function openBareDatabase(path: string): Disposable & { readonly commit: () => void } {
  const db = new DatabaseSync(path);
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE log (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
    CREATE TABLE state (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
    INSERT INTO state VALUES (1, '');
  `);
  const insert = db.prepare("INSERT INTO log (body) VALUES (?)");
  const update = db.prepare("UPDATE state SET body = ? WHERE id = 1");
  const body = "x".repeat(100);
  return {
    commit: () => {
      db.exec("BEGIN IMMEDIATE");
      insert.run(body);
      update.run(body);
      db.exec("COMMIT");
    },
    [Symbol.dispose]: () => db.close(),
  };
}
