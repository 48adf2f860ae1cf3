import { foldText } from "../../shared/text.ts";
import type { GameColumns } from "./store.ts";

/** The text that a search looks in: the players' names, the opening and its other names, folded. */
export const searchedText = ({ entrants: [first, second], opening, alias }: GameColumns): string =>
  foldText([first.name, second.name, opening, alias].filter((part) => typeof part === "string").join(" "));
