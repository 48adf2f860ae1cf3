import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { delimiter } from "node:path";
import { stockfishOnPath } from "../../../../src/main/players/engines.ts";
import { full } from "../../../support/full.ts";
import { type CorpusGame, imported } from "./corpus.ts";
import { openStockfish, type Told, toldBy } from "./stockfish.ts";

/** A line for each game: its name, and after a tab the digests of what Stockfish said of its positions. */
export const recordedAnswers = new URL("stockfish-answers.tsv", import.meta.url);
const initialFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/** Characters of a digest, of six bits each. */
const DIGEST = 6;

/** A digest of a position's facts: all of them for all positions of the corpus would be 6 MB. */
export const digestOf = ({ fen, check, legal }: Told): string =>
  createHash("sha256")
    .update(`${fen} ${check} ${legal.join(" ")}`)
    .digest("base64url")
    .slice(0, DIGEST);

/** A native Stockfish's facts about each position of a game, from its start. */
export async function answersTo(path: string, game: CorpusGame): Promise<readonly Told[]> {
  const { startFen, moves } = imported(game);
  const ucis = moves.map(({ code }) => code);
  const engine = openStockfish(path);
  const answers: Told[] = [];
  for (let ply = 0; ply <= ucis.length; ply += 1)
    answers.push(await toldBy(engine, startFen ?? initialFen, ucis.slice(0, ply)));
  await engine.close();
  return answers;
}

// Debian puts it among the games, where the PATH of root does not lead.
const native = stockfishOnPath([process.env["PATH"], "/usr/games"].join(delimiter));
const recorded = new Map(
  readFileSync(recordedAnswers, "utf8")
    .trimEnd()
    .split("\n")
    .map((line): [string, string] => {
      const [name = "", digests = ""] = line.split("\t");
      return [name, digests];
    }),
);

/**
 * The first of a game's positions of which Stockfish says something else, with what it says; null if there is none. Its
 * answers that record-answers.ts has kept tell that something differs and not what; a native one on the PATH, which takes
 * many times as long, is asked then, and in the long run of every position.
 */
export async function firstDifference(game: CorpusGame, told: readonly Told[]): Promise<string | null> {
  const kept = recorded.get(game.name) ?? "";
  if (kept.length !== told.length * DIGEST)
    return `${game.name} has ${told.length} positions, not ${kept.length / DIGEST}`;
  let index = told.findIndex((each, ply) => digestOf(each) !== kept.slice(ply * DIGEST, (ply + 1) * DIGEST));
  const answers = native === null || (index < 0 && !full) ? null : await answersTo(native, game);
  if (index < 0) index = answers?.findIndex((each, ply) => digestOf(each) !== digestOf(told[ply] ?? each)) ?? -1;
  if (index < 0) return null;
  return `${game.name}, ply ${index}: ${JSON.stringify(told[index])}, by Stockfish ${JSON.stringify(answers?.[index] ?? "something else")}`;
}
