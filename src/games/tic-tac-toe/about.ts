import type { About } from "../game.ts";

export const about = {
  kind: "tic-tac-toe",
  title: "Tic-tac-toe",
  seats: ["X", "O"],
  takeback: true,
} as const satisfies About;
