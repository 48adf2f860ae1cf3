import { pages } from "../../games/pages.ts";
import { coordinates } from "./settings.ts";

/** A board as the settings dress it. */
export function BoardPreview() {
  const [{ showcase }] = pages;
  return (
    <div class="board-preview" aria-hidden="true">
      {showcase && <showcase.Preview coordinates={coordinates.value} />}
    </div>
  );
}
