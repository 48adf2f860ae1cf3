/** As a database gives it, by the names of its columns. Damaged ones are not to keep the others from being read. */
export type Row = Readonly<Record<string, unknown>>;

/** Asks a database, and gives the rows. */
export type Ask = (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
