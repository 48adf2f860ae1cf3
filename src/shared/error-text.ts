/**
 * The message of an error, or the text of whatever else was thrown. Of several errors in one, as where each address of a
 * name was tried in vain, the first one's: such an error has no message of its own.
 */
export function messageOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
