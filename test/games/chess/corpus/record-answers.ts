/**
 * Writes stockfish-answers.tsv: what a native Stockfish says of every position of the corpus, for machines without one.
 * Run: npx node --import ./scripts/raw-assets.mjs test/games/chess/corpus/record-answers.ts /path/of/stockfish
 */
import { writeFileSync } from "node:fs";
import { corpusFiles, gamesOf } from "./corpus.ts";
import { answersTo, digestOf, recordedAnswers } from "./reference.ts";

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("Say where the Stockfish is.");
const lines: string[] = [];
for (const game of corpusFiles.flatMap(gamesOf)) {
  const answers = await answersTo(path, game);
  lines.push(`${game.name}\t${answers.map(digestOf).join("")}\n`);
}
writeFileSync(recordedAnswers, lines.join(""));
