import type { Ask } from "./columns.ts";
import type { WholeLeague } from "./values.ts";

/** A database, with the parts of SQL that differ between databases. Values are placed by `?`, in order. */
export interface Database {
  /** A league with all its parts, but those whose numbers are not above the known one of their name. */
  wholeLeague(id: string, versions?: Readonly<Record<string, number>>): Promise<WholeLeague | null>;
  /** Gives the rows; rejects where the database does not answer. */
  readonly ask: Ask;
  /** The limit of a list that has none. */
  readonly noLimit: number | null;
  /** The function that finds one text in another, as a place from 1; 0 for nowhere. */
  readonly position: string;
  /** The texts of a JSON list, as rows. */
  readonly textsIn: string;
  /** The same of a list of lists of three texts each, as rows of three columns. */
  readonly triplesIn: string;
  /** The rows of a JSON list of `{ id, after }`, as a table of that name. */
  readonly requestTable: string;
  /** The table of games, with the hint that finds the finished ones. */
  readonly finishedGames: string;
  /** The number of games of each status that are not deleted, as `status` and `n`. */
  readonly counts: string;
  /** The number of finished games of a kind, or of any for null, and with a person in it for 1; null to count them. */
  readonly countFinished: string | null;
  /** The newest entry of the log, as `id`. */
  readonly lastEntry: string;
}
