import type { About } from "../game.ts";

export const about = {
  kind: "chess",
  title: "Chess",
  seats: ["white", "black"],
  takeback: true,
  moveNumbers: true,
} as const satisfies About;
