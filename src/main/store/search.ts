import { foldText } from "../../shared/text.ts";
import type { GameColumns } from "./store.ts";

/** What the words of a search are looked for in: the players' names and the opening, folded. */
export const searchedText = ({ entrants: [first, second], opening }: GameColumns): string =>
  foldText([first.name, second.name, opening].filter((part) => part !== null).join(" "));
