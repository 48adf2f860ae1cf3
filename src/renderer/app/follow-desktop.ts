import { asksForNewGame, showNewGame } from "../new-game/shown.ts";
import { navigate } from "./route.ts";

/** In the application's window: navigates to the targets of its menu, tray and notifications, without losing what the page holds. */
export function followDesktop(): void {
  window.kibitz?.onPlace((place) => {
    if (asksForNewGame(new URL(place, location.href).search)) showNewGame();
    else navigate(place);
  });
}
