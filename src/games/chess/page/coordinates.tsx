import "./coordinates.css";

/** The names of files and ranks, at the edges of a picture. */
export const Coordinates = () => (
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
);
