import { MiniBoard } from "../mini-board/mini-board.tsx";
import { coordinates } from "./settings.ts";

const preview = {
  kind: "chess",
  fen: "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
  check: false,
} as const;

/** A board as the settings dress it. */
export function BoardPreview() {
  return (
    <div class="board-preview" aria-hidden="true">
      <MiniBoard view={preview} lastMove="f1b5" />
      {coordinates.value && (
        <>
          <span class="preview-files">
            {[..."abcdefgh"].map((file) => (
              <i key={file}>{file}</i>
            ))}
          </span>
          <span class="preview-ranks">
            {[..."87654321"].map((rank) => (
              <i key={rank}>{rank}</i>
            ))}
          </span>
        </>
      )}
    </div>
  );
}
