import type { NamedStart } from "../../game.ts";
import { initialFen } from "../rules/fen.ts";
import { type ChessState, playStrictly } from "../rules/rules.ts";
import { openingOf } from "./names.ts";

/**
 * Main lines of five moves that are played much, from most of the openings there are. Stockfish 19 sees no side ahead by
 * more than half a pawn in any of them, at depth 18.
 */
const lines = `
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7
e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6
e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6
e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Bc5 O-O d6
e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6
e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5 Bb4 O-O O-O
e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5
e4 e5 Nc3 Nf6 f4 d5 fxe5 Nxe4 Nf3 Be7
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6
e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5
e4 c5 Nf3 Nc6 Bb5 g6 O-O Bg7 Re1 e5
e4 c5 Nf3 d6 Bb5+ Bd7 Bxd7+ Qxd7 O-O Nc6
e4 c5 c3 Nf6 e5 Nd5 d4 cxd4 Nf3 Nc6
e4 c5 Nc3 Nc6 g3 g6 Bg2 Bg7 d3 d6
e4 e6 d4 d5 Nd2 Nf6 e5 Nfd7 Bd3 c5
e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6
e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5 Ng3 Bg6
e4 c6 d4 d5 exd5 cxd5 c4 Nf6 Nc3 Nc6
d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O
d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5 c6
d4 d5 c4 e6 Nf3 Nf6 g3 Be7 Bg2 O-O
d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5
d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7
d4 d5 c4 c6 cxd5 cxd5 Nc3 Nf6 Bf4 Nc6
d4 d5 c4 dxc4 Nf3 Nf6 e3 e6 Bxc4 c5
d4 d5 Nf3 Nf6 Bf4 e6 e3 c5 c3 Nc6
d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5
d4 Nf6 c4 e6 Nc3 Bb4 Qc2 O-O a3 Bxc3+
d4 Nf6 c4 e6 Nf3 Bb4+ Bd2 Qe7 g3 Nc6
d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3
d4 Nf6 c4 g6 Nc3 d5 Nf3 Bg7 Bf4 O-O
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O
d4 f5 g3 Nf6 Bg2 g6 Nf3 Bg7 O-O O-O
d4 Nf6 Bg5 d5 Bxf6 exf6 e3 Be6 c4 c6
c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 cxd5 Nxd5
c4 c5 Nf3 Nf6 Nc3 Nc6 g3 d5 cxd5 Nxd5
c4 e6 Nf3 d5 g3 Nf6 Bg2 Be7 O-O O-O
Nf3 d5 g3 Nf6 Bg2 c6 O-O Bg4 d3 Nbd7
Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O d3 d6
Nf3 d5 c4 e6 g3 Nf6 Bg2 dxc4 Qa4+ Nbd7
b3 e5 Bb2 Nc6 e3 Nf6 Bb5 d6 Ne2 Bd7
`;

let known: readonly NamedStart[] | null = null;

/** The positions after these lines; worked out when they are first asked for. */
export function balanced(): readonly NamedStart[] {
  known ??= lines.trim().split("\n").map(startOf);
  return known;
}

function startOf(line: string): NamedStart {
  let state: ChessState = { fen: initialFen, ply: 0, seen: {} };
  const moves: string[] = [];
  for (const san of line.split(" ")) {
    const played = playStrictly(state, san);
    if (!played.ok) throw new Error(`${line}: ${played.message}`);
    state = played.value.state;
    moves.push(played.value.move.code);
  }
  return { name: openingOf({}, moves)?.name ?? line, options: { fen: state.fen } };
}
