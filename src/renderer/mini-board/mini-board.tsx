import { findPage } from "../../games/pages.ts";
import type { View } from "../../shared/terms.ts";
import "./mini-board.css";
import * as strings from "./strings.ts";

export interface MiniBoardProps {
  readonly view: View;
  readonly lastMove?: string | null;
  /** Seen from the second seat. */
  readonly flipped?: boolean;
}

/** A small picture of a position, as wide as its container. Hidden from screen readers: words stand beside it. */
export function MiniBoard({ view, lastMove = null, flipped = false }: MiniBoardProps) {
  const page = findPage(view.kind);
  return (
    <div class="mini-frame" aria-hidden="true">
      {page ? (
        <page.Picture view={view} lastMove={lastMove} flipped={flipped} />
      ) : (
        <p class="mini-unknown quiet small">{strings.unknownGame}</p>
      )}
    </div>
  );
}
