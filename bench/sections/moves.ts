import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { tempDir } from "../../test/support/temp-dir.ts";
import type { Figure, Section } from "../section.ts";
import { openAgentGame } from "../support/agent-game.ts";
import { httpCaller } from "../support/callers.ts";
import { openGame, openGames } from "../support/games-at.ts";
import { longGame } from "../support/long-game.ts";
import { timed } from "../support/measure.ts";
import { startKibitz } from "../support/processes.ts";

const GAMES = 100;
/** Milliseconds for each contest. */
const CONTEST_MS = 6_000;
/** Bare commits between two rounds. */
const COMMITS = 4;

/** How many moves a second are acknowledged, each on the disk by then. */
export const moves: Section = {
  name: "moves",
  title: "Acknowledged moves, against bare commits on the same disk (SQLite, WAL, synchronous=FULL)",
  run: async (say) => {
    using dir = tempDir();
    using disk = openBareDatabase(join(dir.path, "bare.db"));
    const { games, close } = openGames(join(dir.path, "games.db"));
    await using kibitz = await startKibitz();
    const plan = longGame();
    const caller = httpCaller(kibitz.line);

    // A disk is quick in one moment and slow in the next, so the two take turns: a move in each game, a few bare commits.
    const contest = async (label: string, plays: readonly (() => Promise<void>)[]): Promise<Figure> => {
      say(label);
      const spent = { moves: 0, commits: 0 };
      const round = () => Promise.all(plays.map((play) => play()));
      await round();
      let rounds = 0;
      for (; spent.moves + spent.commits < CONTEST_MS; rounds += 1) {
        spent.moves += await timed(round);
        for (let count = 0; count < COMMITS; count += 1) spent.commits += await timed(disk.commit);
      }
      const perSecond = (done: number, ms: number) => (done * 1000) / ms;
      const against = { name: "bare commits", value: perSecond(rounds * COMMITS, spent.commits) };
      return { name: label, value: perSecond(rounds * plays.length, spent.moves), unit: "per s", against };
    };
    const at = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));
    const found = [
      await contest("in process, 1 game", [fresh(() => openGame(games, plan), plan.length)]),
      await contest(
        `in process, ${GAMES} games at once`,
        await at(GAMES, async () => fresh(() => openGame(games, plan), plan.length)),
      ),
      await contest("finishTurn over HTTP, 1 game", [fresh(() => openAgentGame(caller, plan), plan.length)]),
      await contest(
        `finishTurn over HTTP, ${GAMES} games at once`,
        await at(GAMES, async () => fresh(() => openAgentGame(caller, plan), plan.length)),
      ),
    ];
    await close();
    return found;
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
