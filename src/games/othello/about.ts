import type { About } from "../game.ts";

export const about = {
  kind: "othello",
  title: "Othello",
  seats: ["black", "white"],
  takeback: true,
} as const satisfies About;
