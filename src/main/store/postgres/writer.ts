import { setTimeout as delay } from "node:timers/promises";
import type { QueryConfig, QueryResult } from "pg";
import { accept, type Refusal, type Result, refuse } from "../../../shared/result.ts";
import type { Row } from "../ask.ts";
import type { Fence } from "../cluster/leases.ts";
import type { Commit } from "../commit.ts";
import type { Entry } from "../store.ts";
import { abandon, type Connection } from "./connections.ts";
import { isGone, isOfTheFuture, isPassing, messageOf } from "./failure.ts";
import { namesIn, type Plan, planFor } from "./plan.ts";
import { statement } from "./statements.ts";

/** How often a transaction is begun anew when others were in its way, or when its connection had died meanwhile. */
const TRIES = 5;
/** Milliseconds for which a commit is asked after whose answer got lost, and between two questions. */
const INQUIRY_MS = 5_000;
const INQUIRY_PAUSE_MS = 100;

export type Answer = Result<readonly Entry[]>;

export interface Writer {
  /**
   * Keeps commits in one transaction, in order, and gives the answer to each. One that is refused with `CONFLICT` or
   * `ELSEWHERE` does not take the others with it. Rejects where none could be kept.
   */
  keep(commits: readonly Commit[]): Promise<readonly Answer[]>;
  close(): Promise<void>;
}

/** The connection was lost after the database was told to commit. */
class Unanswered extends Error {
  readonly transaction: string;
  readonly plan: Plan;
  constructor(transaction: string, plan: Plan, cause: unknown) {
    super(messageOf(cause), { cause });
    this.transaction = transaction;
    this.plan = plan;
  }
}

/** Another host made a game or league under the same number between our look and our writing. */
class TakenMeanwhile extends Error {
  /** As the database would say it. */
  readonly code = "40001";
}

/** Writes over one connection, which is made anew when it is lost. */
export function createWriter(connect: () => Promise<Connection>): Writer {
  let connection: Connection | null = null;
  const connected = async (): Promise<Connection> => {
    connection ??= await connect();
    return connection;
  };
  const lose = () => {
    if (connection) abandon(connection);
    connection = null;
  };

  const keep = async (commits: readonly Commit[]): Promise<readonly Answer[]> => {
    for (let attempt = 1; ; attempt += 1) {
      const db = await connected();
      try {
        return await transact(db, commits);
      } catch (error) {
        if (error instanceof Unanswered) {
          lose();
          const answers = await inquire(error, connected, lose);
          if (answers) return answers;
        } else if (isGone(error)) lose();
        else if (!isPassing(error)) throw error;
        if (attempt === TRIES) throw error;
      }
    }
  };

  return {
    keep,
    close: async () => {
      const closing = connection;
      connection = null;
      await closing?.end();
    },
  };
}

/** Asks the database several things at once, and gives the answers in order: each wait for it is a way there and back. */
const ask = (db: Connection, ...asked: readonly (string | QueryConfig)[]): Promise<readonly QueryResult<Row>[]> =>
  Promise.all(asked.map((each) => db.query<Row>(each)));

async function transact(db: Connection, commits: readonly Commit[]): Promise<readonly Answer[]> {
  try {
    const { games, leagues, leases } = namesIn(commits);
    const [, begun, gamesThere, leaguesThere, leasesThere] = await ask(
      db,
      "BEGIN ISOLATION LEVEL READ COMMITTED",
      "SELECT pg_current_xact_id()::text AS id",
      statement("lockGames", [games]),
      statement("lockLeagues", [leagues]),
      ...(leases.length > 0 ? [statement("leases", [leases])] : []),
    );
    const plan = planFor(
      commits,
      { game: versionsIn(gamesThere), league: versionsIn(leaguesThere) },
      heldIn(leasesThere),
    );
    await make(db, plan);
    return await finish(db, plan, String(begun?.rows[0]?.id));
  } catch (error) {
    // A committed transaction is over; the database itself rolls back one that was lost.
    if (!(error instanceof Unanswered) && !isGone(error)) await db.query("ROLLBACK");
    throw error;
  }
}

const heldIn = (found: QueryResult<Row> | undefined) => {
  const there = (found?.rows ?? []).map(({ key, holder, epoch }) => JSON.stringify([key, holder, epoch]));
  return ({ key, holder, epoch }: Fence): boolean => there.includes(JSON.stringify([key, holder, epoch]));
};

const versionsIn = (found: QueryResult<Row> | undefined): ReadonlyMap<string, number> =>
  new Map((found?.rows ?? []).map(({ id, version }) => [String(id), Number(version)]));

/** Makes what is new. Another host may do so at the same moment: what it made first is there when it has committed. */
async function make(db: Connection, { newGames, newLeagues }: Plan): Promise<void> {
  const made = await ask(
    db,
    ...(newGames.length > 0 ? [statement("newGames", [JSON.stringify(newGames)])] : []),
    ...(newLeagues.length > 0 ? [statement("newLeagues", [JSON.stringify(newLeagues)])] : []),
  );
  const rows = made.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
  if (rows < newGames.length + newLeagues.length) throw new TakenMeanwhile();
}

/** Writes what follows and commits. The rows of all games and leagues are ours until then, at the versions that we know. */
async function finish(db: Connection, plan: Plan, transaction: string): Promise<readonly Answer[]> {
  const { games, paths, leagues, parts, events } = plan;
  const placed = events.map(({ row }, index) => ({ ...row, place: index + 1 }));
  const writing: readonly (readonly [Parameters<typeof statement>[0], readonly unknown[]])[] = [
    ["games", games],
    ["paths", paths],
    ["leagues", leagues],
    ["parts", parts],
  ];
  const asked = writing.flatMap(([name, rows]) => (rows.length > 0 ? [statement(name, [JSON.stringify(rows)])] : []));
  // The log last: whoever waits for its end waits for no more than the disk.
  if (placed.length > 0) asked.push(statement("events", [JSON.stringify(placed), placed.length]));
  try {
    const done = await ask(db, ...asked, "COMMIT");
    return answersOf(plan, placed.length > 0 ? (done.at(-2)?.rows ?? []) : []);
  } catch (error) {
    throw isGone(error) ? new Unanswered(transaction, plan, error) : error;
  }
}

function answersOf({ refusals, events }: Plan, rows: readonly Row[]): readonly Answer[] {
  // Numbers are given without gaps, whatever the order in which the database tells of them.
  const first = Math.min(...rows.map(({ id }) => Number(id)));
  const byCommit = Map.groupBy(
    events.map(({ commit, entryAt }, index) => ({ commit, entry: entryAt(first + index) })),
    ({ commit }) => commit,
  );
  return refusals.map((refusal, number) => refusal ?? accept((byCommit.get(number) ?? []).map(({ entry }) => entry)));
}

/**
 * Finds out what became of a transaction whose answer was lost: it is committed or it is not, and the database knows.
 * Null where it is not. Where that cannot be learnt, who asked for it is told so.
 */
async function inquire(
  { transaction, plan, message }: Unanswered,
  connected: () => Promise<Connection>,
  lose: () => void,
): Promise<readonly Answer[] | null> {
  for (const until = performance.now() + INQUIRY_MS; performance.now() < until; await delay(INQUIRY_PAUSE_MS)) {
    try {
      const db = await connected();
      const [found] = await ask(db, { text: "SELECT pg_xact_status($1::xid8) AS status", values: [transaction] });
      const status = found?.rows[0]?.status;
      if (status === "aborted") return null;
      // A database that crashed may have given the number of what was never committed to somebody else.
      if (status === "committed") return await answersIfKept(db, plan);
    } catch (error) {
      if (isGone(error)) lose();
      // Or it has not come to that number again.
      else if (isOfTheFuture(error)) return null;
    }
  }
  return plan.refusals.map((refusal) => refusal ?? unknown(message));
}

/** The answers where all that was to be written is there; null where it is not. */
async function answersIfKept(db: Connection, plan: Plan): Promise<readonly Answer[] | null> {
  const [kept] = await ask(db, statement("keptEvents", [JSON.stringify(plan.events.map(({ row }) => row))]));
  return kept?.rows.length === plan.events.length ? answersOf(plan, kept.rows) : null;
}

/** Neither kept nor not kept, as far as anybody can tell. */
const unknown = (reason: string): Refusal =>
  refuse(
    "STORAGE_FAILED",
    `The database was lost before it said whether this was saved (${reason}). Look at what there is before you try again`,
  );
