const newline = 0x0a;

/**
 * Splits a stream of bytes into lines: the returned function takes the next chunk. Works on bytes, so that a character
 * may be split between two chunks.
 * @param limit bytes of the longest line; a longer one is skipped to its end, its fate told to `tooLong`
 * @param line called with each line that is not empty, without its end (LF or CRLF)
 */
export function createLineReader(
  limit: number,
  line: (text: string) => void,
  tooLong: () => void,
): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let length = 0;
  let skipping = false;

  const keep = (part: Buffer): void => {
    length += part.length;
    if (length > limit && !skipping) {
      skipping = true;
      parts = [];
      tooLong();
    }
    if (!skipping) parts.push(part);
  };
  const finish = (): void => {
    const text = skipping ? "" : Buffer.concat(parts).toString("utf8").replace(/\r$/, "");
    parts = [];
    length = 0;
    skipping = false;
    if (text.trim() !== "") line(text);
  };

  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      keep(chunk.subarray(from, end));
      finish();
      from = end + 1;
    }
    if (from < chunk.length) keep(chunk.subarray(from));
  };
}
