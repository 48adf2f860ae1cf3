/**
 * A row of a database, by the names of its columns. Values are unchecked: one damaged row must not keep the others from
 * being read.
 */
export type Row = Readonly<Record<string, unknown>>;

/** Asks a database, and gives the rows. */
export type Ask = (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
