/**
 * Writes src/games/chess/openings/unfamiliar.epd: starting positions that nobody knows by heart, in which Stockfish sees
 * no side ahead by more than 30 centipawns after 400,000 nodes. Every other one has the pieces of both back ranks
 * shuffled alike, without castling; those between them are the positions of balanced.txt, mirrored from left to right
 * (without castling) or with the colours swapped in turn, as far as the opening names do not know them. The seed is fixed
 * and a search ends by its nodes, so that a second run writes the same file.
 * Run: npx node --import ./scripts/raw-assets.mjs scripts/unfamiliar-starts.ts
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openings } from "../src/games/chess/openings/suites.ts";
import { silentLog } from "../src/main/base/log.ts";
import { openEngine } from "../src/main/players/stockfish/engine.ts";
import { isBestMove, positionCommand } from "../src/main/players/stockfish/uci.ts";
import { clip, NAME_LENGTH } from "../src/shared/text.ts";
import { sure } from "../test/live-games/support.ts";
import { seeded } from "../test/support/seeded.ts";

const NODES = 400_000;
const MOST_CENTIPAWNS = 30;
const PATIENCE_MS = 600_000;
const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

interface Start {
  readonly fen: string;
  readonly name: string;
}

/** The pieces of a back rank in all orders that have a bishop on each colour, but for the usual one, from left to right or back. */
function backRanks(): readonly string[] {
  const orders = new Set([""]);
  for (const order of orders) {
    const left = [..."bbnnrrqk"];
    for (const piece of order) left.splice(left.indexOf(piece), 1);
    for (const piece of left) orders.add(order + piece);
  }
  return [...orders].filter((order) => {
    const [one, other] = [order.indexOf("b"), order.lastIndexOf("b")];
    return order.length === 8 && (other - one) % 2 === 1 && order !== "rnbqkbnr" && order !== "rnbkqbnr";
  });
}

function shuffledStart(rank: string): Start {
  const fen = `${rank}/pppppppp/8/8/8/8/PPPPPPPP/${rank.toUpperCase()} w - - 0 1`;
  return { fen, name: `Shuffled back rank ${rank.toUpperCase()}` };
}

const reversed = (text: string): string => [...text].reverse().join("");
const swapped = (letters: string): string =>
  letters.replace(/[a-z]/gi, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );

function mirroredStart({ fen, name }: Start): Start {
  const [board = "", turn, , , ...counters] = fen.split(" ");
  const mirrored = board.split("/").map(reversed).join("/");
  return { fen: [mirrored, turn, "-", "-", ...counters].join(" "), name: clip(`Mirrored: ${name}`, NAME_LENGTH) };
}

function swappedStart({ fen, name }: Start): Start {
  const [board = "", turn, castling = "-", , ...counters] = fen.split(" ");
  const upturned = swapped(board.split("/").reverse().join("/"));
  const rights = ["K", "Q", "k", "q"].filter((right) => swapped(castling).includes(right)).join("") || "-";
  return {
    fen: [upturned, turn === "w" ? "b" : "w", rights, "-", ...counters].join(" "),
    name: clip(`Colours swapped: ${name}`, NAME_LENGTH),
  };
}

const script = pathOf("node_modules/stockfish/bin/stockfish-19-lite-single.js");
const engine = sure(openEngine(silentLog, script));
sure(await engine.ask(["uci", "setoption name Hash value 16", "isready"], (line) => line === "readyok", PATIENCE_MS));

/** The engine's score from the side to move, in centipawns; infinite for a mate. */
async function scoreOf(fen: string): Promise<number> {
  const commands = ["ucinewgame", positionCommand(fen, []), `go nodes ${NODES}`];
  const lines = sure(await engine.ask(commands, isBestMove, PATIENCE_MS));
  const [, kind, value] =
    lines.flatMap((line) => [/ score (cp|mate) (-?\d+) /.exec(line) ?? []]).findLast(([, each]) => each) ?? [];
  return kind === "cp" ? Number(value) : Number.POSITIVE_INFINITY;
}

const names = readFileSync(pathOf("src/games/chess/openings/names.tsv"), "utf8");
const named = new Set(
  names
    .split("\n")
    .flatMap((line) => line.split("\t").slice(1))
    .map((place) => place.slice("A00 ".length)),
);

/** The first of these starts that is balanced and has no name; null for none. */
async function balancedOf(starts: readonly Start[]): Promise<Start | null> {
  for (const start of starts) {
    const key = start.fen.split(" ", 3).join(" ");
    const score = named.has(key) ? Number.POSITIVE_INFINITY : await scoreOf(start.fen);
    console.error(`${Math.abs(score) <= MOST_CENTIPAWNS ? "" : "not "}${start.name}: ${score}`);
    if (Math.abs(score) <= MOST_CENTIPAWNS) return start;
  }
  return null;
}

const random = seeded(1);
const ranks = backRanks()
  .map((rank) => ({ rank, place: random() }))
  .toSorted((one, other) => one.place - other.place);
const chosen: Start[] = [];
for (const [index, { name, options }] of openings.suites["built-in"]().entries()) {
  const start = { name, fen: String(options["fen"]) };
  const twins = [mirroredStart(start), swappedStart(start)];
  const twin = await balancedOf(index % 2 === 0 ? twins : twins.toReversed());
  if (twin === null) continue;
  let shuffled: Start | null = null;
  while (shuffled === null) {
    const next = ranks.shift();
    if (!next) throw new Error("no back rank is left");
    shuffled = await balancedOf([shuffledStart(next.rank)]);
  }
  chosen.push(shuffled, twin);
}
await engine.kill();

const lines = chosen.map(({ fen, name }) => {
  const [board, turn, castling, enPassant, halfMoves, moves] = fen.split(" ");
  return `${board} ${turn} ${castling} ${enPassant} hmvc ${halfMoves}; fmvn ${moves}; id "${name}";\n`;
});
const about = `# ${lines.length} starts that nobody knows by heart, written by scripts/unfamiliar-starts.ts.\n`;
writeFileSync(pathOf("src/games/chess/openings/unfamiliar.epd"), about + lines.join(""));
