import { expect, test } from "vitest";
import { resultOf } from "../../../../src/games/chess/pgn/write.ts";
import { rules as chess, positionKey } from "../../../../src/games/chess/rules/rules.ts";
import type { Outcome } from "../../../../src/shared/terms.ts";
import { full } from "../../../support/full.ts";
import { type CorpusGame, comparedGamesOf, corpusFiles, imported, stateAt } from "../corpus/corpus.ts";
import { fenOf, legalUcis, playUci, type Reference, referenceAt } from "../corpus/reference.ts";

const ends = new Set<string>();
const claims = new Set<string>();
const kinds = { castling: 0, enPassant: 0, promotion: 0, underpromotion: 0 };
let games = 0;
let longest = 0;

/** How a game ends by chessops and by counting its positions. */
function referenceOutcome(position: Reference, occurrences: number): Outcome | null {
  if (position.isCheckmate()) return { winner: position.turn === "white" ? "black" : "white", reason: "checkmate" };
  if (position.isStalemate()) return { winner: null, reason: "stalemate" };
  if (position.isInsufficientMaterial()) return { winner: null, reason: "insufficient-material" };
  if (occurrences >= 5) return { winner: null, reason: "fivefold-repetition" };
  return position.halfmoves >= 150 ? { winner: null, reason: "seventy-five-moves" } : null;
}

function referenceClaim(position: Reference, occurrences: number): Outcome | null {
  if (referenceOutcome(position, occurrences) !== null) return null;
  if (occurrences >= 3) return { winner: null, reason: "threefold-repetition" };
  return position.halfmoves >= 100 ? { winner: null, reason: "fifty-moves" } : null;
}

/** Replays one game through our rules and chessops side by side; returns how it ended. */
function replay(game: CorpusGame): { plies: number; outcome: Outcome | null } {
  const { startFen, moves, result } = imported(game);
  let state = stateAt(startFen ?? undefined);
  const position = referenceAt(state.fen);
  const counts = new Map<string, number>();
  for (let ply = 0; ; ply++) {
    const where = `${game.name}, ply ${ply}: ${state.fen}`;
    const fen = fenOf(position);
    const occurrences = (counts.get(positionKey(fen)) ?? 0) + 1;
    counts.set(positionKey(fen), occurrences);
    const outcome = chess.outcome(state);
    const legal = chess.legalMoves(state, position.turn).toSorted();
    const view = chess.view(state, null);

    if (state.fen !== fen) expect.fail(`${where}: chessops has ${fen}`);
    expect(outcome, where).toEqual(referenceOutcome(position, occurrences));
    const claim = chess.claimableDraw(state);
    expect(claim, where).toEqual(referenceClaim(position, occurrences));
    if (claim !== null) claims.add(claim.reason);
    if (view.check !== position.isCheck()) expect.fail(`${where}: check`);
    if (chess.ply(state) !== ply) expect.fail(`${where}: counted ${chess.ply(state)}`);
    for (const seat of ["white", "black"] as const) {
      if (chess.canWin(state, seat) === position.hasInsufficientMaterial(seat))
        expect.fail(`${where}: can ${seat} win?`);
    }
    const expected = outcome === null ? legalUcis(position) : [];
    if (legal.join() !== expected.join()) expect(legal, where).toEqual(expected);

    const move = moves[ply];
    if (move === undefined) {
      expect(result, where).toBe(resultOf(outcome));
      return { plies: ply, outcome };
    }
    if (chess.toMove(state)[0] !== position.turn) expect.fail(`${where}: whose move?`);
    const played = chess.play(state, position.turn, move.uci);
    if (!played.ok) expect.fail(`${where}: ${played.message}`);
    const san = playUci(position, move.uci);
    if (played.value.move.san !== san) expect.fail(`${where}: ${played.value.move.san}, chessops writes ${san}`);
    if (san.startsWith("O-O")) kinds.castling++;
    if (san.includes("=")) kinds.promotion++;
    if (/=[RBN]/.test(san)) kinds.underpromotion++;
    if (/^[a-h]x/.test(san) && state.fen.split(" ")[3] === move.uci.slice(2)) kinds.enPassant++;
    state = played.value.state;
  }
}

test.each(corpusFiles)("every position of the %s games is as chessops has it", { timeout: 120_000 }, (file) => {
  for (const game of comparedGamesOf(file)) {
    const { plies, outcome } = replay(game);
    games++;
    longest = Math.max(longest, plies);
    ends.add(outcome?.reason ?? "unfinished");
  }
});

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
