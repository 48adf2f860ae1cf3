/**
 * A piece from this size on is kept as it is, so one may be shared by many queues; a smaller one would take twice its
 * size.
 */
const LARGE = 1024;
const LARGEST_BLOCK = 16 * 1024;

/** Bytes that wait, in their order. Small pieces are copied into blocks, which grow with the backlog. */
export function createByteQueue() {
  let waiting: Uint8Array[] = [];
  let size = 0;
  /** The last block, where it has room. */
  let block = new Uint8Array(0);
  let total = 0;

  /** Further bytes come after the block. */
  const seal = () => {
    if (total > 0) waiting.push(block.subarray(0, total));
    block = new Uint8Array(0);
    total = 0;
  };
  const open = (length: number) => {
    const next = Math.min(LARGEST_BLOCK, Math.max(LARGE, 2 * block.byteLength));
    seal();
    block = new Uint8Array(Math.max(next, length));
  };

  return {
    /** The number of bytes; about the memory they take, however small the pieces were. */
    get size() {
      return size;
    },
    add: (piece: Uint8Array): void => {
      if (piece.byteLength === 0) return;
      size += piece.byteLength;
      if (piece.byteLength >= LARGE) {
        seal();
        waiting.push(piece);
        return;
      }
      if (total + piece.byteLength > block.byteLength) open(piece.byteLength);
      block.set(piece, total);
      total += piece.byteLength;
    },
    /** Takes the first bytes out, at most so many; null where none wait. */
    take: (most: number): Uint8Array | null => {
      if (waiting.length === 0) seal();
      const first = waiting.shift();
      if (!first) return null;
      const head = first.subarray(0, most);
      if (head.byteLength < first.byteLength) waiting.unshift(first.subarray(head.byteLength));
      size -= head.byteLength;
      return head;
    },
    clear: (): void => {
      waiting = [];
      block = new Uint8Array(0);
      total = size = 0;
    },
  };
}
