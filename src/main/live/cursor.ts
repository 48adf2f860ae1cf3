import { accept, invalid, type Result } from "../../shared/result.ts";
import type { Page } from "../store/store.ts";

type CursorPlace = NonNullable<Page["after"]>;

/** The end of a page as text, which a caller passes to get the next one. */
export const formatCursor = ({ createdAt, id }: CursorPlace): string => `${Math.round(createdAt)}-${id}`;

/** The beginning of the requested page: after a cursor's place, or null for the first page. */
export function readCursor(cursor: string | undefined): Result<Page["after"]> {
  if (cursor === undefined) return accept(null);
  const match = /^(\d{1,16})-(\w{1,20})$/.exec(cursor);
  return match?.[1] && match[2]
    ? accept({ createdAt: Number(match[1]), id: match[2] })
    : invalid("That cursor is not one of this list");
}

/** The rows of a page, read with one more than it holds, and where the next page begins. */
export function cutPage<Row extends { readonly id: string; readonly columns: { readonly created_at: number } }>(
  rows: readonly Row[],
  limit: number,
): { readonly page: readonly Row[]; readonly next: Page["after"] } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: rows.length > limit && last ? { createdAt: last.columns.created_at, id: last.id } : null };
}
