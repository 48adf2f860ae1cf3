import { Chess } from "chess.js";
import { expect, test } from "vitest";
import { resultOf } from "../../../../src/games/chess/pgn/write.ts";
import { allMoves, positionOf, uciOf } from "../../../../src/games/chess/rules/board.ts";
import { positionKey } from "../../../../src/games/chess/rules/fen.ts";
import { rules as chess, claimableDraw } from "../../../../src/games/chess/rules/rules.ts";
import type { Outcome } from "../../../../src/shared/terms.ts";
import { full } from "../../../support/full.ts";
import { type CorpusGame, comparedGamesOf, corpusFiles, imported, stateAt } from "../corpus/corpus.ts";
import { canMate } from "../corpus/men.ts";
import { firstDifference } from "../corpus/reference.ts";
import type { Told } from "../corpus/stockfish.ts";

const ends = new Set<string>();
const claims = new Set<string>();
const kinds = { castling: 0, enPassant: 0, promotion: 0, underpromotion: 0 };
let games = 0;
let longest = 0;

/** How a game ends by its legal moves, its men and by counting its positions. */
function referenceOutcome({ fen, check, legal }: Told, occurrences: number): Outcome | null {
  const [, turn, , , halfMoves] = fen.split(" ");
  if (legal.length === 0 && check) return { winner: turn === "w" ? "black" : "white", reason: "checkmate" };
  if (legal.length === 0) return { winner: null, reason: "stalemate" };
  if (!canMate(fen, "white") && !canMate(fen, "black")) return { winner: null, reason: "insufficient-material" };
  if (occurrences >= 5) return { winner: null, reason: "fivefold-repetition" };
  return Number(halfMoves) >= 150 ? { winner: null, reason: "seventy-five-moves" } : null;
}

function referenceClaim(told: Told, occurrences: number): Outcome | null {
  if (referenceOutcome(told, occurrences) !== null) return null;
  if (occurrences >= 3) return { winner: null, reason: "threefold-repetition" };
  return Number(told.fen.split(" ")[4]) >= 100 ? { winner: null, reason: "fifty-moves" } : null;
}

/** Replays one game through our rules and chess.js side by side, and asks Stockfish of all its positions. */
async function replay(game: CorpusGame): Promise<{ plies: number; outcome: Outcome | null }> {
  const { startFen, moves, result } = imported(game);
  let state = stateAt(startFen ?? undefined);
  const board = new Chess(state.fen);
  const counts = new Map<string, number>();
  const told: Told[] = [];
  for (let ply = 0; ; ply++) {
    const where = `${game.name}, ply ${ply}: ${state.fen}`;
    const occurrences = (counts.get(positionKey(state.fen)) ?? 0) + 1;
    counts.set(positionKey(state.fen), occurrences);
    const here: Told = {
      fen: state.fen,
      check: chess.view(state, null).check,
      legal: allMoves(positionOf(state.fen)).map(uciOf).sort(),
    };
    told.push(here);
    const turn = state.fen.includes(" w ") ? "white" : "black";
    const outcome = chess.outcome(state);
    expect(outcome, where).toEqual(referenceOutcome(here, occurrences));
    const claim = claimableDraw(state);
    expect(claim, where).toEqual(referenceClaim(here, occurrences));
    if (claim !== null) claims.add(claim.reason);
    if (chess.ply(state) !== ply) expect.fail(`${where}: counted ${chess.ply(state)}`);
    for (const seat of ["white", "black"] as const) {
      if (chess.canWin(state, seat) !== canMate(state.fen, seat)) expect.fail(`${where}: can ${seat} win?`);
    }
    const legal = chess.legalMoves(state, turn).toSorted();
    const expected = outcome === null ? here.legal : [];
    if (legal.join() !== expected.join()) expect(legal, where).toEqual(expected);

    const move = moves[ply];
    if (move === undefined) {
      expect(result, where).toBe(resultOf(outcome));
      expect(await firstDifference(game, told)).toBeNull();
      return { plies: ply, outcome };
    }
    if (chess.toMove(state)[0] !== turn) expect.fail(`${where}: whose move?`);
    const played = chess.play(state, turn, move.code);
    if (!played.ok) expect.fail(`${where}: ${played.message}`);
    const { code: uci } = move;
    const { san, after } = board.move({ from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci.slice(4) });
    if (played.value.move.text !== san) expect.fail(`${where}: ${played.value.move.text}, chess.js writes ${san}`);
    if (played.value.state.fen !== after) expect.fail(`${where}: ${played.value.state.fen}, chess.js has ${after}`);
    if (san.startsWith("O-O")) kinds.castling++;
    if (san.includes("=")) kinds.promotion++;
    if (/=[RBN]/.test(san)) kinds.underpromotion++;
    if (/^[a-h]x/.test(san) && state.fen.split(" ")[3] === uci.slice(2)) kinds.enPassant++;
    state = played.value.state;
  }
}

test.each(corpusFiles)(
  "every position of the %s games is as Stockfish has it, every move as chess.js",
  { timeout: 120_000 },
  async (file) => {
    for (const game of comparedGamesOf(file)) {
      const { plies, outcome } = await replay(game);
      games++;
      longest = Math.max(longest, plies);
      ends.add(outcome?.reason ?? "unfinished");
    }
  },
);

test("the games that were compared are many and long, with every ending, every claim and the rare moves", () => {
  expect(games).toBeGreaterThanOrEqual(full ? 278 : 35);
  expect(longest).toBeGreaterThan(full ? 400 : 200);
  for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(full ? 30 : 1);
  expect([...claims].sort()).toEqual(["fifty-moves", "threefold-repetition"]);
  expect([...ends].sort()).toEqual([
    "checkmate",
    "fivefold-repetition",
    "insufficient-material",
    "seventy-five-moves",
    "stalemate",
  ]);
});
