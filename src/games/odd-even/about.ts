import type { About } from "../game.ts";

export const about = {
  kind: "odd-even",
  title: "Odd/even",
  seats: ["odd", "even"],
  capabilities: { simultaneous: true, takeback: false, claims: false, pgn: false, engine: false, moveNumbers: false },
} as const satisfies About;
