import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { definitionOf } from "../../src/games/register.ts";
import { pathOf } from "../../src/main/games/game-aggregate.ts";
import { awake, startHost } from "../../test/support/host-process.ts";
import { type Person, personAt } from "../../test/support/person.ts";
import { seeded } from "../../test/support/seeded.ts";
import { tempDir } from "../../test/support/temp-dir.ts";
import type { Figure, Section } from "../section.ts";
import { median, timed } from "../support/measure.ts";
import { storeGames } from "../support/stored-games.ts";

const STORED = [500, 100_000] as const;
const ASKED = 40;
/** Different games among them, and how far each goes: as far as positions are kept. */
const LINES = 1_000;
const PLIES = 40;

/** The moves tried in a position of many finished games. */
export const positions: Section = {
  name: "positions",
  title: `What was played in a position of ${STORED[1]} finished games of ${PLIES} plies, over HTTP, against ${STORED[0]}`,
  run: async (say) => {
    const figures: Figure[] = [];
    const few = new Map<string, number>();
    const lines = Array.from({ length: LINES }, (_, number) => lineBy(seeded(number + 1)));
    for (const games of STORED) {
      say(`${games} games`);
      using dir = tempDir();
      const path = join(dir.path, "kibitz.db");
      await storeGames(path, games);
      const bytes = lengthen(path, lines);
      const prepared = await firstAnswer(dir.path);
      await using host = await startHost(dir.path);
      const person = personAt(host);
      const took = {
        "the first time, when all are read": await timed(() => asked(person, [], false)),
        "the first time, five seconds after the start": prepared,
        "the start": await usually(() => asked(person, [], false)),
        "the start, among one's own": await usually(() => asked(person, [], true)),
        "the start, among one's own by names, too": await usually(() => asked(person, [], true, ["Ada", "Nobody"])),
        "after 10 plies": await usually(() => asked(person, (lines[0] ?? []).slice(0, 10), false)),
        "after 39 plies": await usually(() => asked(person, (lines[0] ?? []).slice(0, PLIES - 1), false)),
        "where nobody was": await usually(() => asked(person, ["a2a3", "a7a6", "h2h3", "h7h6", "a3a4"], false)),
      };
      for (const [name, value] of Object.entries(took)) {
        const before = few.get(name);
        if (before === undefined) few.set(name, value);
        else figures.push({ name, value, unit: "ms", against: { name: `${STORED[0]} games`, value: before } });
      }
      if (games === STORED[1]) figures.push({ name: "kept for each game", value: bytes, unit: "B", against: null });
    }
    return figures;
  },
};

/** Milliseconds that the first question takes once the host has had time to read the games. */
async function firstAnswer(dataDir: string): Promise<number> {
  await using host = await startHost(dataDir, awake);
  const person = personAt(host);
  await setTimeout(5_000);
  return await timed(() => asked(person, [], false));
}

const asked = async (person: Person, moves: readonly string[], mine: boolean, names: readonly string[] = []) => {
  const { status, body } = await person.post("/api/explorer", { game: "chess", moves, mine, names });
  if (status !== 200) throw new Error(JSON.stringify(body));
};

async function usually(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < ASKED; run += 1) times.push(await timed(work));
  return median(times);
}

/** A game by chance, with one of few first moves, as games have. */
function lineBy(random: () => number): readonly string[] {
  const { rules } = definitionOf("chess");
  const started = rules.start({});
  if (!started.ok) throw new Error(started.message);
  let state = started.value;
  const moves: string[] = [];
  while (moves.length < PLIES && !rules.outcome(state)) {
    const [seat = ""] = rules.toMove(state);
    const legal = rules.legalMoves(state, seat);
    const few = moves.length < 8 ? Math.min(legal.length, 3) : legal.length;
    const move = legal[Math.floor(random() * few)] ?? "";
    const played = rules.play(state, seat, move);
    if (!played.ok) throw new Error(played.message);
    state = played.value.state;
    moves.push(move);
  }
  return moves;
}

/** Lets the games have gone so far. Gives the bytes of a path. */
function lengthen(file: string, lines: readonly (readonly string[])[]): number {
  using db = new DatabaseSync(file);
  db.exec("CREATE TEMP TABLE lines (number INTEGER PRIMARY KEY, path TEXT)");
  const add = db.prepare("INSERT INTO lines VALUES (?, ?)");
  for (const [number, moves] of lines.entries())
    add.run(number, pathOf({ kind: "chess", options: {}, study: null }, moves));
  db.exec(`UPDATE game_paths SET path = (SELECT path FROM lines WHERE number = game_paths.rowid % ${lines.length})`);
  return Number(db.prepare("SELECT avg(length(path)) AS bytes FROM game_paths").get()?.bytes);
}
