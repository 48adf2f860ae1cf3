import { asksForNewGame, showNewGame } from "../new-game/shown.ts";
import { navigate } from "./route.ts";

/** In the application's window: goes where its menu, tray and notifications lead, with all that stands in the page. */
export function followDesktop(): void {
  window.kibitz?.onPlace((place) => {
    if (asksForNewGame(new URL(place, location.href).search)) showNewGame();
    else navigate(place);
  });
}
