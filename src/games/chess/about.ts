import type { About } from "../game.ts";

export const about = {
  kind: "chess",
  title: "Chess",
  seats: ["white", "black"],
  capabilities: { simultaneous: false, takeback: true, claims: true, pgn: true, engine: true, moveNumbers: true },
} as const satisfies About;
