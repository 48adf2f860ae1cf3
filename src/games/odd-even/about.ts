import type { About } from "../game.ts";

export const about = {
  kind: "odd-even",
  title: "Odd/even",
  seats: ["odd", "even"],
  simultaneous: true,
  caution:
    "Odd/even is a game of chance: nobody can do better than even against random choices. Ratings differ by luck, or because a player can be predicted.",
} as const satisfies About;
