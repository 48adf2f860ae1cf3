import type { About } from "../game.ts";

export const about = {
  kind: "odd-even",
  title: "Odd/even",
  seats: ["odd", "even"],
  simultaneous: true,
} as const satisfies About;
