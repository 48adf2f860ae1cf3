import { seatTitle } from "../../shared/terms.ts";
import type { DesktopGame } from "../desktop-games.ts";

/** The seat to move, in a few words. */
export function turnText({ status, isPersonsTurn, toMove }: DesktopGame): string {
  if (status === "open") return "waits for an agent";
  if (isPersonsTurn) return "your turn";
  const [first, second] = toMove;
  if (first === undefined) return "over";
  return second === undefined ? `${seatTitle(first)} to move` : "both to choose";
}

/** A text as a menu shows it: a single & would underline the letter after it. */
export const menuText = (text: string): string => text.replaceAll("&", "&&");
