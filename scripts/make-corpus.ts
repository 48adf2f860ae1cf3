/**
 * Writes the games under test/games/chess/corpus/: complete games of all lengths and endings, played by Stockfish at
 * small depths and by players with odd habits. The seed is fixed and the searches end by depth, so that a second run
 * writes the same files. Run: npx node scripts/make-corpus.ts
 */
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gameToPgn, resultOf, terminationOf } from "../src/games/chess/pgn/write.ts";
import { type ChessState, rules as chess } from "../src/games/chess/rules/rules.ts";
import { plainLines } from "../src/shared/lines.ts";
import { openStockfish } from "../test/games/chess/corpus/stockfish.ts";

const directory = fileURLToPath(new URL("../test/games/chess/corpus/", import.meta.url));
const longestGame = 1500;

/** Mulberry32: a small generator that gives the same numbers everywhere. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface Player {
  readonly name: string;
  choose(state: ChessState, moves: readonly string[], played: readonly string[]): string | Promise<string>;
}
interface Plan {
  readonly white: Player;
  readonly black: Player;
  readonly fen?: string;
  /** Random plies first, so that games of the same players differ. */
  readonly opening?: number;
  /** A whole game, or the start of one. */
  readonly moves?: string;
}

const random = randomNumbers(20261121);
const engine = openStockfish();
const pick = (moves: readonly string[]): string => {
  const move = moves[Math.floor(random() * moves.length)];
  if (move === undefined) throw new Error("nothing to choose from");
  return move;
};
type Wish = (state: ChessState, move: string, own: string) => boolean;
/** A player that takes a move of its first wish that can be had, else any; `own` is its last move. */
const preferring = (name: string, ...wishes: readonly Wish[]): Player => ({
  name,
  choose(state, moves, played) {
    const own = played.at(-2) ?? "";
    const preferred = wishes.map((wish) => moves.filter((move) => wish(state, move, own)));
    return pick(preferred.find((some) => some.length > 0) ?? moves);
  },
});

/** The letter on a square of a FEN, `.` if it is empty. */
function manOn(fen: string, square: string): string {
  const ranks = fen.split(" ", 1)[0]?.split("/") ?? [];
  const rank = ranks[8 - Number(square[1])]?.replace(/\d/g, (digit) => ".".repeat(Number(digit))) ?? "";
  return rank[square.charCodeAt(0) - 97] ?? ".";
}
const captures = (state: ChessState, move: string) => manOn(state.fen, move.slice(2, 4)) !== ".";
const isPawn = (state: ChessState, move: string) => manOn(state.fen, move.slice(0, 2)).toLowerCase() === "p";
const enPassant = (state: ChessState, move: string) =>
  isPawn(state, move) && move[0] !== move[2] && !captures(state, move);
const castles = (state: ChessState, move: string) =>
  manOn(state.fen, move.slice(0, 2)).toLowerCase() === "k" && /^e.[cg]/.test(move);

const anyMove = preferring("random");
const greedy = preferring("takes what it can", captures);
const shy = preferring(
  "moves neither pawns nor captures",
  (state, move) => !captures(state, move) && !isPawn(state, move),
);
const fickle = preferring(
  "takes its last move back",
  (_state, move, last) => move === `${last.slice(2, 4)}${last.slice(0, 2)}`,
);
const special = preferring(
  "castles, takes en passant, promotes, pushes pawns",
  (state, move) =>
    enPassant(state, move) || castles(state, move) || move.length === 5 || (isPawn(state, move) && random() < 0.7),
);
/** A double step to the side of an enemy pawn. */
const offersItself = (state: ChessState, move: string) => {
  const enemy = move[1] === "2" ? "p" : "P";
  const neighbours = [-1, 1].map((step) => String.fromCharCode(move.charCodeAt(0) + step) + move[3]);
  return isPawn(state, move) && /2.4|7.5/.test(move) && neighbours.some((square) => manOn(state.fen, square) === enemy);
};
const passing = preferring(
  "takes en passant, and lets itself be taken",
  enPassant,
  offersItself,
  // Some pawns run ahead, the others wait for them to pass.
  (state, move) => isPawn(state, move) && /^[ac].[ac][345]|^[fh].[fh][654]/.test(move),
);
const stockfish = (depth: number, mistakes = 0): Player => ({
  name: `Stockfish depth ${depth}${mistakes === 0 ? "" : `, ${mistakes * 100}% random`}`,
  async choose(state, moves) {
    if (random() < mistakes) return pick(moves);
    const lines = await engine.ask([`position fen ${state.fen}`, `go depth ${depth}`], /^bestmove/);
    return lines.at(-1)?.split(" ")[1] ?? "";
  },
});

const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const cycle = <T>(values: readonly [T, ...T[]], index: number): T => values[index % values.length] ?? values[0];

/** Famous shortest games, and the shortest known stalemate. */
const miniatures = [
  "f3 e5 g4 Qh4#",
  "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#",
  "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#",
  "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Qe2 Ngf6 Nd6#",
  "d4 Nf6 Bg5 c6 e3 Qa5+ Nd2 Qxg5",
  "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6",
];
const endings = [
  "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
  "8/8/8/4k3/8/8/8/R3K3 w Q - 0 1",
  "8/8/8/4k3/8/8/8/2B1KN2 w - - 0 1",
  "8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1",
  "8/8/8/4k3/8/8/8/3QK3 w - - 0 1",
  "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
  "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
  "4k3/2b5/8/8/8/8/4B3/4K3 b - - 140 200",
  "8/5k2/8/p1p1p1p1/P1P1P1P1/8/5K2/8 b - - 0 40",
  "3q2k1/8/8/8/8/8/8/3RKR2 w - - 20 90",
  "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
  "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
] as const;

const plans: Readonly<Record<string, readonly Plan[]>> = {
  miniatures: miniatures.map((moves) => ({ white: stockfish(3), black: stockfish(3), moves })),
  engines: times(90, (index) => ({
    white: stockfish(1 + (index % 4), cycle([0, 0.05, 0.15, 0.3, 0.5], index)),
    black: stockfish(1 + ((index * 3) % 5), cycle([0.1, 0, 0.4, 0.2], index)),
    opening: 2 + (index % 7),
  })),
  onesided: times(30, (index) => {
    const [strong, weak] = [stockfish(2 + (index % 5)), cycle([anyMove, greedy, special], index)];
    return index % 2 === 0 ? { white: strong, black: weak } : { white: weak, black: strong };
  }),
  random: times(24, () => ({ white: anyMove, black: anyMove })),
  greedy: times(24, (index) => ({ white: greedy, black: cycle([greedy, anyMove, special], index) })),
  special: times(24, (index) => ({ white: special, black: cycle([special, anyMove, stockfish(1, 0.5)], index) })),
  shy: times(10, (index) => ({ white: shy, black: cycle([shy, shy, stockfish(1, 0.3)], index), opening: index * 6 })),
  fickle: times(10, (index) => ({ white: fickle, black: cycle([fickle, stockfish(1)], index), opening: index * 4 })),
  passing: times(12, (index) => ({ white: passing, black: cycle([passing, stockfish(2, 0.3)], index) })),
  endings: times(48, (index) => ({
    fen: cycle(endings, index),
    white: stockfish(2 + (index % 4), index < 24 ? 0.1 : 0),
    black: cycle([stockfish(4), stockfish(2, 0.3), anyMove], Math.floor(index / endings.length)),
  })),
};

async function playGame(
  event: string,
  round: number,
  plan: Plan,
): Promise<{ pgn: string; end: string; plies: number }> {
  const start = chess.start(plan.fen === undefined ? {} : { fen: plan.fen });
  if (!start.ok) throw new Error(start.message);
  await engine.ask(["ucinewgame", "isready"], /^readyok/);
  let state = start.value;
  const ucis: string[] = [];
  const sans: string[] = [];
  const given = plan.moves?.split(" ") ?? [];
  while (ucis.length < longestGame) {
    const [seat] = chess.toMove(state);
    if (seat === undefined) break;
    const moves = chess.legalMoves(state, seat);
    const player = seat === "white" ? plan.white : plan.black;
    const scripted = given[ucis.length] ?? (ucis.length < (plan.opening ?? 0) ? pick(moves) : null);
    const played = chess.play(state, seat, scripted ?? (await player.choose(state, moves, ucis)));
    if (!played.ok) throw new Error(`${event} ${round}: ${played.message}`);
    state = played.value.state;
    ucis.push(played.value.move.code);
    sans.push(played.value.move.text);
  }
  const outcome = chess.outcome(state);
  const tags = {
    Event: event,
    Round: String(round),
    White: plan.white.name,
    Black: plan.black.name,
    Termination: terminationOf(outcome),
  };
  const pgn = gameToPgn({
    tags,
    startFen: plan.fen ?? null,
    lines: plainLines(sans.map((san) => ({ code: "", text: san }))),
    result: resultOf(outcome),
  });
  return { pgn, end: outcome?.reason ?? "cut short", plies: sans.length };
}

await mkdir(directory, { recursive: true });
for (const [event, games] of Object.entries(plans)) {
  const played = [];
  for (const [index, plan] of games.entries()) played.push(await playGame(event, index + 1, plan));
  await writeFile(`${directory}${event}.pgn`, played.map(({ pgn }) => pgn).join("\n"));
  const plies = played.reduce((sum, game) => sum + game.plies, 0);
  const ends = Map.groupBy(played, ({ end }) => end);
  console.log(
    `${event}: ${played.length} games, ${plies} plies;`,
    [...ends].map(([end, { length }]) => `${length} ${end}`).join(", "),
  );
}
await engine.close();
