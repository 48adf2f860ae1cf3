import { pages } from "../../games/pages.ts";
import { MiniBoard } from "../mini-board/mini-board.tsx";
import { coordinates } from "./settings.ts";

/** A board in the chosen colours and pieces. */
export function BoardPreview() {
  const [{ showcase, Coordinates }] = pages;
  if (!showcase) return null;
  return (
    <div class="board-preview" aria-hidden="true">
      <MiniBoard view={showcase.preview.view} lastMove={showcase.preview.lastMove} />
      {coordinates.value && Coordinates && <Coordinates />}
    </div>
  );
}
