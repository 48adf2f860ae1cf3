import { foldText } from "../../shared/text.ts";
import type { GameColumns } from "./store.ts";

/** What the words of a search are looked for in: the players' names, the opening and what else it is called, folded. */
export const searchedText = ({ entrants: [first, second], opening, alias }: GameColumns): string =>
  foldText([first.name, second.name, opening, alias].filter((part) => typeof part === "string").join(" "));
