import type { About } from "../game.ts";

export const about = {
  kind: "tic-tac-toe",
  title: "Tic-tac-toe",
  seats: ["X", "O"],
  capabilities: { simultaneous: false, takeback: true, claims: true, pgn: false, engine: false, moveNumbers: false },
} as const satisfies About;
