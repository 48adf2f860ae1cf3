import { recall, remember } from "../ui/remember.ts";
import { type Filter, filters } from "./filters.ts";
import { anyFinished, choiceIn, choiceInWords, type HistoryChoice } from "./history-choice.ts";

/** The parts of the list that survive a reload of the page, in this tab. */
export interface ListState extends HistoryChoice {
  readonly filter: Filter;
  /** In new tabs as well. */
  readonly view: "cards" | "table";
}

const KEY = "kibitz-list";
const VIEW_KEY = "kibitz-list-view";
const fresh: ListState = { ...anyFinished, filter: "live", view: "cards" };

let known: ListState | null = null;

/** The stored choices; the defaults of a new tab where none are stored or allowed. */
export function listState(): ListState {
  known ??= { ...fresh, view: recall(VIEW_KEY) === "table" ? "table" : "cards", ...read() };
  return known;
}

export function saveListState(change: Partial<ListState>): void {
  known = { ...listState(), ...change };
  if (change.view) remember(VIEW_KEY, change.view);
  try {
    sessionStorage.setItem(KEY, written(known).toString());
  } catch {
    // Without storage, they last as long as the page.
  }
}

/** The query of the address for the current search of finished games; empty for the other lists. */
export const queryOf = (choice: HistoryChoice, filter: Filter): string =>
  filter === "finished" ? `?list=finished&${choiceInWords(choice)}`.replace(/&$/, "") : "";

/** The choice in such a query; nothing for an invalid one. */
export function listIn(query: string): (HistoryChoice & Pick<ListState, "filter">) | null {
  const words = new URLSearchParams(query);
  return words.get("list") === "finished" ? { ...choiceIn(words), filter: "finished" } : null;
}

function written({ filter, view, ...choice }: ListState): URLSearchParams {
  const words = choiceInWords(choice);
  words.set("list", filter);
  words.set("view", view);
  return words;
}

/** Accepts only what it would have written, since any page of this origin can write to the storage. */
function read(): Partial<ListState> {
  try {
    const kept = sessionStorage.getItem(KEY);
    if (kept === null) return {};
    const words = new URLSearchParams(kept);
    const filter = filters.find((each) => each === words.get("list"));
    const view = (["cards", "table"] as const).find((each) => each === words.get("view"));
    return { ...choiceIn(words), ...(filter && { filter }), ...(view && { view }) };
  } catch {
    return {};
  }
}
