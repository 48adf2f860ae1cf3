import type { HistoryOrder } from "../../shared/api.ts";
import { SEARCH_LENGTH } from "../../shared/text.ts";
import { recall, remember } from "../ui/remember.ts";
import { type Filter, filters } from "./filters.ts";

/** What of the list outlasts a reload of the page, in this tab. */
export interface KeptList {
  readonly filter: Filter;
  readonly search: string;
  /** In new tabs as well. */
  readonly view: "cards" | "table";
  readonly order: HistoryOrder;
  readonly direction: "up" | "down";
  readonly game: string | null;
  readonly mine: boolean;
  readonly league: { readonly id: string; readonly name: string } | null;
}

const KEY = "kibitz-list";
const VIEW_KEY = "kibitz-list-view";
const fresh: KeptList = {
  filter: "live",
  search: "",
  view: "cards",
  order: "ended",
  direction: "down",
  game: null,
  mine: false,
  league: null,
};
const orders: readonly HistoryOrder[] = ["ended", "players", "moves", "ending", "opening", "kind"];

let known: KeptList | null = null;

/** What was kept; where nothing was or may be, what a new tab begins with. */
export function keptList(): KeptList {
  known ??= { ...fresh, view: recall(VIEW_KEY) === "table" ? "table" : "cards", ...read() };
  return known;
}

export function keepList(change: Partial<KeptList>): void {
  known = { ...keptList(), ...change };
  if (change.view) remember(VIEW_KEY, change.view);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(known));
  } catch {
    // Then it lasts as long as the page.
  }
}

/** Takes only what it would have written: the storage is anybody's who runs on this origin. */
function read(): Partial<KeptList> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    const text = (name: string) => {
      const value: unknown = Reflect.get(kept, name);
      return typeof value === "string" ? value : undefined;
    };
    const filter = filters.find((each) => each === text("filter"));
    const order = orders.find((each) => each === text("order"));
    return {
      ...(filter ? { filter } : {}),
      ...(order ? { order } : {}),
      search: (text("search") ?? "").slice(0, SEARCH_LENGTH),
      direction: text("direction") === "up" ? "up" : "down",
      game: text("game") ?? null,
      mine: Reflect.get(kept, "mine") === true,
      league: leagueIn(Reflect.get(kept, "league")),
    };
  } catch {
    return {};
  }
}

function leagueIn(value: unknown): KeptList["league"] {
  if (typeof value !== "object" || value === null) return null;
  const [id, name]: readonly unknown[] = [Reflect.get(value, "id"), Reflect.get(value, "name")];
  return typeof id === "string" && typeof name === "string" && id.length <= 20 ? { id, name: name.slice(0, 60) } : null;
}
