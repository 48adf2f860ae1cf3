/** Where a page of games ended, as text that a caller hands back. */
export const formatCursor = ({ createdAt, id }: { readonly createdAt: number; readonly id: string }): string =>
  `${Math.round(createdAt)}-${id}`;

/** The place in a cursor, or null for a text that is none. */
export function readCursor(cursor: string): { readonly createdAt: number; readonly id: string } | null {
  const match = /^(\d{1,16})-(\w{1,20})$/.exec(cursor);
  return match?.[1] && match[2] ? { createdAt: Number(match[1]), id: match[2] } : null;
}
