import { seatTitle } from "../../shared/terms.ts";
import { clip } from "../../shared/text.ts";
import type { DesktopGame } from "../desktop-games.ts";

/** Longest name in a menu or a notification, in characters. */
export const NAME_IN_MENU = 24;

/** The players as the person knows them: `You – Claude`. */
export function playersText({ players }: DesktopGame): string {
  const persons = players.filter(({ kind }) => kind === "human").length;
  const nameOf = ({ kind, name }: DesktopGame["players"][0]) => {
    if (kind === "human" && persons === 1) return "You";
    return name === null ? "open seat" : clip(name, NAME_IN_MENU);
  };
  return `${nameOf(players[0])} – ${nameOf(players[1])}`;
}

/** Whose turn it is, in a few words. */
export function turnText({ status, isPersonsTurn, toMove }: DesktopGame): string {
  if (status === "open") return "waits for an agent";
  if (isPersonsTurn) return "your turn";
  const [first, second] = toMove;
  if (first === undefined) return "over";
  return second === undefined ? `${seatTitle(first)} to move` : "both to choose";
}

/** The player across the table from the person; null where there is none or nobody yet. */
export function opponentName({ players }: DesktopGame): string | null {
  const name = players.find(({ kind }) => kind !== "human")?.name;
  return name === undefined || name === null ? null : clip(name, NAME_IN_MENU);
}

/** A text as a menu shows it: a single & would underline the letter after it. */
export const menuText = (text: string): string => text.replaceAll("&", "&&");
