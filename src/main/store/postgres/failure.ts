import { messageOf, type Refusal, refuse, Unavailable } from "../../../shared/result.ts";
import type { Ask } from "../columns.ts";
import { storageFailed } from "../commit.ts";
import { OlderForm } from "../schema.ts";

/** PostgreSQL's five-character error code (its manual, appendix A); null for anything else. */
function sqlStateOf(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && /^(?!E[A-Z]{4}$)[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** States in which the database ended the connection: shut down, crashed, starting, or it had been silent for too long. */
const farewells = /^(08|57P|25P03|25P04)/;

/** Whether the connection is lost, as opposed to a statement that the database refused. */
export function isGone(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === null || farewells.test(state);
}

/** Whether all connections of a pool stayed busy for too long, for which pg-pool has no code: none of them is lost. */
export const areBusy = (error: unknown): boolean => messageOf(error) === "timeout exceeded when trying to connect";

/** Whether the same may succeed when it is tried again: others were in the way. */
export const isPassing = (error: unknown): boolean => /^40(001|P01)$/.test(sqlStateOf(error) ?? "");

/** Whether the database says that it has not reached a transaction's number yet. */
export const isOfTheFuture = (error: unknown): boolean =>
  sqlStateOf(error) === "22023" && /is in the future/.test(messageOf(error));

const tookTooLong = "the database took too long: see what keeps it busy";
const advices: readonly (readonly [RegExp, string])[] = [
  [farewells, "start the database again or wait until it is back"],
  [/^28/, "see to the user and password in the database's address"],
  [/^3D000/, "make the database, or name another"],
  [/^53100/, "free some disk space where the database is"],
  [/^53/, "give the database more room or more connections"],
  [/^25006/, "the database takes no writes: name the one that does"],
  [/^42501/, "give the database's user the right to do that"],
  [/^57014|^55P03/, tookTooLong],
];

/** The remedy for a failure. */
function adviceFor(error: unknown): string | undefined {
  const state = sqlStateOf(error);
  if (areBusy(error)) return tookTooLong;
  if (state === null) return "see whether the database runs and can be reached";
  return advices.find(([pattern]) => pattern.test(state))?.[1];
}

/** The failure as a refusal that says what to do. */
export function refusalFor(error: unknown): Refusal {
  const advice = adviceFor(error);
  return storageFailed(messageOf(error), advice && `Nothing is lost; ${advice}, then try again`);
}

/** The failure of a read as a refusal. */
const unreadable = (error: unknown): Refusal =>
  refuse(
    "STORAGE_FAILED",
    `The database does not answer (${messageOf(error)}). Nothing is lost; ${adviceFor(error) ?? "see to it"}, then try again`,
  );

/** Wraps a query so that it rejects with `Unavailable`. */
export const orUnavailable =
  (ask: Ask): Ask =>
  async (text, values) => {
    try {
      return await ask(text, values);
    } catch (error) {
      throw new Unavailable(unreadable(error), error);
    }
  };

/** The refusal of a pooler in transaction mode. */
export const POOLED =
  "a pooler stands before it that gives each transaction another connection: name the database itself, or a pooler in session mode";

/** The reason why a database cannot be used, and what to do. */
export function obstacleOf(error: unknown): string {
  // Poolers say so about settings that they do not pass on; the database itself accepts all of ours.
  if (error instanceof Error && /unsupported startup parameter/.test(error.message))
    return `a pooler stands before it that does not take what is set for a connection (${error.message}): name the database itself`;
  if (error instanceof OlderForm) return `${error.message}. Name another database with --database, or empty this one`;
  // Our own errors already say what to do.
  if (sqlStateOf(error) === null && error instanceof Error && !("code" in error)) return error.message;
  const advice = adviceFor(error);
  return advice === undefined ? messageOf(error) : `${messageOf(error)}. To go on, ${advice}`;
}
