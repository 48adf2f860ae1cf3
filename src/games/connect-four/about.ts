import type { About } from "../game.ts";

export const about = {
  kind: "connect-four",
  title: "Connect Four",
  seats: ["red", "yellow"],
  takeback: true,
} as const satisfies About;
