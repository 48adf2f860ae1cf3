import { type ReadonlySignal, signal } from "@preact/signals";
import { recall, remember } from "../ui/remember.ts";
import { type Filter, filters } from "./filters.ts";
import { choiceOf, type HistoryChoice } from "./history-choice.ts";

/** The parts of the list that survive a reload of the page, in this tab. */
export interface ListState {
  readonly choice: HistoryChoice;
  readonly filter: Filter;
  /** In new tabs as well. */
  readonly view: "cards" | "table";
}

const KEY = "kibitz-list";
const VIEW_KEY = "kibitz-list-view";

const state = signal(read());

/** The stored choices at first; the defaults of a new tab where none are stored or allowed. */
export const listState: ReadonlySignal<ListState> = state;

export function changeList(change: Partial<ListState>): void {
  const next = { ...state.peek(), ...change };
  state.value = next;
  const { choice, filter, view } = next;
  if (change.view) remember(VIEW_KEY, view);
  remember(KEY, new URLSearchParams({ ...choice, list: filter, view }).toString(), "sessionStorage");
}

/** The query of the address for the current search of finished games; empty for the other lists. */
export const queryOf = (choice: HistoryChoice, filter: Filter): string =>
  filter === "finished" ? `?${new URLSearchParams({ list: "finished", ...choice })}` : "";

/** The choice in such a query; null for an invalid one. */
export function listIn(query: string): HistoryChoice | null {
  const words = Object.fromEntries(new URLSearchParams(query));
  return words["list"] === "finished" ? choiceOf(words) : null;
}

/** Accepts only what it would have written, since any page of this origin can write to the storage. */
function read(): ListState {
  const words = Object.fromEntries(new URLSearchParams(recall(KEY, "sessionStorage") ?? ""));
  const filter = filters.find((each) => each === words["list"]) ?? "live";
  const view = (words["view"] ?? recall(VIEW_KEY)) === "table" ? "table" : "cards";
  return { choice: choiceOf(words), filter, view };
}
