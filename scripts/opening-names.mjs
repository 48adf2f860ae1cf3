// `node scripts/opening-names.mjs FOLDER`: writes src/games/chess/openings/names.tsv from a checkout of
// https://github.com/lichess-org/chess-openings (CC0): each name once, with the positions that its lines lead to, each
// after its code, so that a host has no line to play.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Chess } from "chessops/chess";
import { makeFen } from "chessops/fen";
import { parseSan } from "chessops/san";
import { root } from "./fingerprint.mjs";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Name the folder of a checkout of https://github.com/lichess-org/chess-openings.");
  process.exit(2);
}

/** Placement, side and castling of the position after a line in PGN. @param {string} pgn */
function positionAfter(pgn) {
  const position = Chess.default();
  for (const san of pgn.split(/\s+/).filter((word) => !/^\d+\.+$/.test(word))) {
    const move = parseSan(position, san);
    if (move === undefined) throw new Error(`${san} cannot be played in ${pgn}`);
    position.play(move);
  }
  return makeFen(position.toSetup()).split(" ", 3).join(" ");
}

const volumes = await Promise.all(
  ["a", "b", "c", "d", "e"].map((name) => readFile(join(folder, `${name}.tsv`), "utf8")),
);
const lines = volumes.flatMap((volume) => volume.trim().split("\n").slice(1));
/** @type {Map<string, { code: string, name: string }>} */
const openings = new Map();
for (const line of lines) {
  const [code = "", name = "", pgn = ""] = line.split("\t");
  openings.set(positionAfter(pgn), { code, name });
}
const names = Map.groupBy(openings, ([, { name }]) => name);
const named = [...names].map(([name, positions]) =>
  [name, ...positions.map(([position, { code }]) => `${code} ${position}`)].join("\t"),
);
await writeFile(join(root, "src/games/chess/openings/names.tsv"), `${named.join("\n")}\n`);
