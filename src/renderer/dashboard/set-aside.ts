import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { SetAsideList } from "../../shared/api.ts";
import { recall, remember } from "../ui/remember.ts";
import * as strings from "./strings.ts";

const KEY = "kibitz.set-aside";

const toldSignal = signal<SetAsideList>({ games: [], leagues: [], more: 0 });
const hiddenSignal = signal(recall(KEY));

export const learnSetAside = (told: SetAsideList): void => {
  if (JSON.stringify(told) !== JSON.stringify(toldSignal.peek())) toldSignal.value = told;
};

/** Names the unreadable records, such as “game 1000, game 1001 and league 7”; null where there are none. */
export const setAside: ReadonlySignal<string | null> = computed(() => {
  const { games, leagues, more } = toldSignal.value;
  const named = [...games.map((id) => strings.gameId(id)), ...leagues.map((id) => strings.leagueId(id))];
  const words = new Intl.ListFormat("en").format(more > 0 ? [...named, strings.more(more)] : named);
  return words === "" || words === hiddenSignal.value ? null : words;
});

/** Hides the notice until there are others. */
export function hideSetAside(): void {
  hiddenSignal.value = setAside.peek();
  if (hiddenSignal.value !== null) remember(KEY, hiddenSignal.value);
}
