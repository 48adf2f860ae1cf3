import type { About } from "../game.ts";

export const about = {
  kind: "backgammon",
  title: "Backgammon",
  seats: ["white", "black"],
} as const satisfies About;
