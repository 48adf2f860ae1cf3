import type { SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";

type Row = Record<string, SQLOutputValue>;

/** All rows of a query. In a row with a number that is too large for JavaScript, that is a bigint: damaged. */
export function allRows(statement: StatementSync, ...values: readonly SQLInputValue[]): readonly Row[] {
  try {
    return statement.all(...values);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    statement.setReadBigInts(true);
    try {
      return statement.all(...values).map(asNumbers);
    } finally {
      statement.setReadBigInts(false);
    }
  }
}

const asNumbers = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const number = Number(value);
      return [name, typeof value === "bigint" && Number.isSafeInteger(number) ? number : value];
    }),
  );
