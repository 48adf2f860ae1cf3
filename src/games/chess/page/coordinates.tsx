import "./coordinates.css";

/** The names of files and ranks, at the edges of a picture. */
export const Coordinates = ({ isFlipped = false }: { isFlipped?: boolean }) => (
  <>
    <span class="preview-files">
      {[...(isFlipped ? "hgfedcba" : "abcdefgh")].map((file) => (
        <i key={file}>{file}</i>
      ))}
    </span>
    <span class="preview-ranks">
      {[...(isFlipped ? "12345678" : "87654321")].map((rank) => (
        <i key={rank}>{rank}</i>
      ))}
    </span>
  </>
);
