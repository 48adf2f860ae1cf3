import { signal } from "@preact/signals";
import type { SquareName } from "../board/squares.ts";

/** A promotion that was typed without the piece it becomes: the board asks for it. */
export const promoting = signal<{ readonly from: SquareName; readonly to: SquareName } | null>(null);
