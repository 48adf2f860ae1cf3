import type { About } from "../game.ts";

export const about = {
  kind: "poker",
  title: "Small poker",
  seats: ["first", "second"],
} as const satisfies About;
