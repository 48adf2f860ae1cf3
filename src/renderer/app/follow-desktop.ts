import { asksForNewGame, showNewGame } from "../new-game/shown.ts";
import { navigate } from "./route.ts";

/** Goes to the targets of the application's menu, tray and notifications without reloading the page. */
export function followDesktop(): void {
  window.kibitz?.onPlace((place) => {
    if (asksForNewGame(new URL(place, location.href).search)) showNewGame();
    else navigate(place);
  });
}
