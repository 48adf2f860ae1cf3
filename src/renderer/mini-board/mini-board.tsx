import type { PictureProps } from "../../games/page.ts";
import { findPage } from "../../games/pages.ts";
import type { View } from "../../shared/terms.ts";
import "./mini-board.css";

/** A small picture of a position, as wide as its container. Hidden from screen readers: words stand beside it. */
export function MiniBoard(props: Pick<PictureProps<View>, "view"> & Partial<PictureProps<View>>) {
  const { view, lastMove = null, isFlipped = false } = props;
  const page = findPage(view.kind);
  return (
    <div class="mini-frame clips anchor sunken" aria-hidden="true">
      {page ? (
        <page.Picture view={view} lastMove={lastMove} isFlipped={isFlipped} />
      ) : (
        <p class="mini-unknown central grid centred quiet small">This page does not know this game.</p>
      )}
    </div>
  );
}
