import { setTimeout as delay } from "node:timers/promises";
import type { QueryConfig, QueryResult } from "pg";
import { accept, messageOf, type Refusal, type Result } from "../../../shared/result.ts";
import { type Columns, changing, columns, holdsNumbers, type Row, type RowOf } from "../columns.ts";
import * as stored from "../commit.ts";
import type { Entry } from "../store.ts";
import { isGone, isOfTheFuture, isPassing, keepConnected, type PgClient } from "./connections.ts";

const { games, game_paths: paths, leagues, league_parts: parts } = columns;
const columnNames = (columns: Columns) => Object.keys(columns).join(", ");
/** The columns with the types that PostgreSQL is told for values in JSON. */
export const withTypes = (table: Columns): string =>
  Object.entries(table)
    .map(([name, values]) => `${name} ${holdsNumbers(values) ? "bigint" : "text"}`)
    .join(", ");

/** Rows passed as one JSON text: any number of them with the same statement. */
const rowsFromJson = (columns: Columns) => `json_to_recordset($1::json) AS next (${withTypes(columns)})`;
const insert = (table: string, columns: Columns) =>
  `INSERT INTO ${table} (${columnNames(columns)}) SELECT ${columnNames(columns)} FROM ${rowsFromJson(columns)}`;
const update = (table: string, columns: Columns) =>
  `UPDATE ${table} SET ${Object.keys(columns)
    .map((name) => `${name} = next.${name}`)
    .join(", ")} FROM ${rowsFromJson({ id: games.id, expected: games.version, ...columns })}
   WHERE ${table}.id = next.id AND ${table}.version = next.expected`;

const writerQueries = {
  // Locked until the commit: no other host takes a lease in between.
  leases: "SELECT key, holder, epoch FROM leases WHERE key = ANY($1) ORDER BY key FOR SHARE",
  // Always locked in the same order, so that no two transactions wait for each other.
  lockGames: "SELECT id, version FROM games WHERE id = ANY($1) ORDER BY id FOR UPDATE",
  lockLeagues: "SELECT id, version FROM leagues WHERE id = ANY($1) ORDER BY id FOR UPDATE",
  // Never an upsert: a new game cannot overwrite another one.
  newGames: `${insert("games", games)} ORDER BY id ON CONFLICT (id) DO NOTHING`,
  games: update("games", changing(games)),
  paths: `${insert("game_paths", paths)} ON CONFLICT (game_id) DO NOTHING`,
  newLeagues: `${insert("leagues", leagues)} ORDER BY id ON CONFLICT (id) DO NOTHING`,
  leagues: update("leagues", changing(leagues)),
  parts: `${insert("league_parts", parts)} ON CONFLICT (league_id, part, number) DO UPDATE SET data = excluded.data`,
  events: `WITH log AS (UPDATE log_end SET id = id + $2::integer RETURNING id - $2::integer AS before)
    INSERT INTO events (id, game_id, league_id, seq, at, body)
    SELECT log.before + place, game_id, league_id, seq, at, body
    FROM log, json_to_recordset($1::json)
      AS next (place integer, game_id text, league_id text, seq integer, at bigint, body text)
    RETURNING id`,
  keptEvents: `SELECT events.id FROM events
    JOIN json_to_recordset($1::json) AS next (game_id text, league_id text, seq integer, at bigint, body text)
    USING (seq, at, body) WHERE events.game_id = next.game_id OR events.league_id = next.league_id`,
} as const;

/** A prepared statement, parsed and planned once a connection. */
const statement = (name: keyof typeof writerQueries, values: readonly unknown[]): QueryConfig => ({
  name,
  text: writerQueries[name],
  values: [...values],
});

/** Several commits combined into one transaction. */
type Plan = ReturnType<typeof planFor>;

/** A row, and its version before all of the commits: 0 where there was none. */
type VersionedRow = stored.WrittenChange["row"] & { readonly expected: number };

/** The games and leagues of some commits, and the leases under which they are made. */
function namesIn(commits: readonly stored.Commit[]) {
  const changes = commits.flatMap((commit) => commit.writes);
  const ids = (aggregate: "game" | "league") => [
    ...new Set(changes.filter((change) => change.aggregate === aggregate).map(({ id }) => id)),
  ];
  const leases = [...new Set(commits.flatMap(({ under }) => (under ? [under.key] : [])))];
  return { games: ids("game"), leagues: ids("league"), leases };
}

/** Decides from current versions and leases which commits can be stored one after the other, and the rows to write. */
function planFor(
  commits: readonly stored.Commit[],
  versions: { readonly game: ReadonlyMap<string, number>; readonly league: ReadonlyMap<string, number> },
  isHeld: (fence: stored.Fence) => boolean,
) {
  const rows = { game: new Map<string, VersionedRow>(), league: new Map<string, VersionedRow>() };
  const paths = new Map<string, RowOf<"game_paths">>();
  const parts = new Map<string, RowOf<"league_parts">>();
  const events: (stored.WrittenEntry & { readonly commit: number })[] = [];

  const refusals = commits.map(({ writes, under }, commit): Refusal | null => {
    if (under && !isHeld(under)) return stored.elsewhere;
    const versionOf = (aggregate: "game" | "league", id: string) =>
      rows[aggregate].get(id)?.version ?? versions[aggregate].get(id) ?? 0;
    const conflict = stored.findConflict(writes, versionOf);
    if (conflict) return conflict;
    for (const { aggregate, id, expectedVersion, ...change } of writes) {
      const { expected = expectedVersion } = rows[aggregate].get(id) ?? {};
      rows[aggregate].set(id, { ...change.row, expected });
      for (const path of change.paths) paths.set(id, path);
      for (const part of change.parts) parts.set(`${id} ${part.number} ${part.part}`, part);
      events.push(...change.entries.map((entry) => ({ ...entry, commit })));
    }
    return null;
  });

  const rowsFor = (aggregate: "game" | "league", are: boolean) =>
    [...rows[aggregate].values()].filter(({ expected }) => (expected === 0) === are);
  return {
    /** The answer to each commit, in order: null where it is to be stored. */
    refusals,
    /** Rows of the tables of these names; one row for a game that changes more than once. */
    newGames: rowsFor("game", true),
    games: rowsFor("game", false),
    newLeagues: rowsFor("league", true),
    leagues: rowsFor("league", false),
    paths: [...paths.values()],
    parts: [...parts.values()],
    /** In the order of the log, with the number of each one's commit. */
    events,
  };
}

/** Attempts at a transaction when others were in its way, or when its connection had died or could not be made. */
const TRIES = 5;
/** Milliseconds between two attempts to connect, and after which no further attempt begins. */
const CONNECT_PAUSE_MS = 250;
const PATIENCE_MS = 8_000;
/** Milliseconds for which the fate of a commit is inquired whose answer was lost, and between two inquiries. */
const INQUIRY_MS = 5_000;
const INQUIRY_PAUSE_MS = 100;

export type CommitAnswer = Result<readonly Entry[]>;

export type Writer = ReturnType<typeof createWriter>;

/**
 * Makes PostgreSQL find rows by their keys alone. Each statement is planned once a connection, and in a young database,
 * where tables are small or have no statistics yet, the planner would read a whole table for the row that changes, and
 * go on so when the table has grown. JIT compilation goes by the cost that these settings set on the log's end.
 */
const BY_KEY = ["enable_seqscan", "enable_hashjoin", "enable_mergejoin", "jit"].map((name) => `SET ${name} = off`);

/** The connection was lost after the database was told to commit. */
class NoAnswer extends Error {
  readonly transaction: string;
  readonly plan: Plan;
  constructor(transaction: string, plan: Plan, cause: unknown) {
    super(messageOf(cause), { cause });
    this.transaction = transaction;
    this.plan = plan;
  }
}

/** Another host created a game or league under the same id between our read and our write. */
class TakenMeanwhile extends Error {
  /** PostgreSQL's code for it. */
  readonly code = "40001";
}

/** Writes over one connection, which is made anew when it is lost. */
export function createWriter(connect: () => Promise<PgClient>) {
  const { current, lose, close } = keepConnected(async () => {
    const connection = await connect();
    await connection.query(BY_KEY.join("; "));
    return connection;
  });

  /**
   * Stores commits in one transaction, in order, and returns the answer to each. One that is refused with `CONFLICT` or
   * `ELSEWHERE` does not take the others with it. Rejects where none could be stored.
   */
  const keep = async (commits: readonly stored.Commit[]): Promise<readonly CommitAnswer[]> => {
    const latest = performance.now() + PATIENCE_MS;
    for (let attempt = 1; ; attempt += 1) {
      let isConnected = false;
      const used = current();
      try {
        const db = await used;
        isConnected = true;
        return await transact(db, commits);
      } catch (error) {
        if (error instanceof NoAnswer) {
          lose(used);
          const answers = await inquireCommit(error, current, lose);
          if (answers) return answers;
        } else if (isGone(error)) lose(used);
        else if (!isPassing(error)) throw error;
        if (attempt === TRIES || performance.now() > latest) throw error;
        // A database that restarts refuses connections at once, and takes them a moment later.
        if (!isConnected) await delay(CONNECT_PAUSE_MS);
      }
    }
  };

  return {
    /** Connects before anybody waits for it. Rejects where that fails; the next commit tries again. */
    open: async (): Promise<void> => void (await current()),
    keep,
    close,
  };
}

/** Sends several statements at once, and returns the answers in order: each wait costs a round trip. */
const ask = (db: PgClient, ...queries: readonly (string | QueryConfig)[]): Promise<readonly QueryResult<Row>[]> =>
  Promise.all(queries.map((each) => db.query<Row>(each)));

async function transact(db: PgClient, commits: readonly stored.Commit[]): Promise<readonly CommitAnswer[]> {
  try {
    const { games, leagues, leases } = namesIn(commits);
    const [, beginning, gamesThere, leaguesThere, leasesThere] = await ask(
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
    await makeChanges(db, plan);
    return await finishPlan(db, plan, String(beginning?.rows[0]?.id));
  } catch (error) {
    // A committed transaction is over; the database itself rolls back one that was lost.
    if (!(error instanceof NoAnswer) && !isGone(error)) await db.query("ROLLBACK");
    throw error;
  }
}

const heldIn = (result: QueryResult<Row> | undefined) => {
  const there = (result?.rows ?? []).map(({ key, holder, epoch }) => JSON.stringify([key, holder, epoch]));
  return ({ key, holder, epoch }: stored.Fence): boolean => there.includes(JSON.stringify([key, holder, epoch]));
};

const versionsIn = (result: QueryResult<Row> | undefined): ReadonlyMap<string, number> =>
  new Map((result?.rows ?? []).map(({ id, version }) => [String(id), Number(version)]));

/** Inserts the new rows, unless another host does so at the same moment: its rows are there once it has committed. */
async function makeChanges(db: PgClient, plan: Plan): Promise<void> {
  const results = await ask(db, ...writeQuery(plan, "newGames", "newLeagues"));
  const rows = results.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
  if (rows < plan.newGames.length + plan.newLeagues.length) throw new TakenMeanwhile();
}

/** The statements that write the rows of these names, if there are any. */
const writeQuery = (plan: Plan, ...names: readonly Exclude<keyof Plan, "refusals" | "events">[]): QueryConfig[] =>
  names.flatMap((name) => (plan[name].length > 0 ? [statement(name, [JSON.stringify(plan[name])])] : []));

/** Updates the rows and commits: the rows are locked until then, at the versions that we know. */
async function finishPlan(db: PgClient, plan: Plan, transaction: string): Promise<readonly CommitAnswer[]> {
  const rows = plan.events.map(({ row }, index) => ({ ...row, place: index + 1 }));
  const queries = writeQuery(plan, "games", "paths", "leagues", "parts");
  // The log comes last: a commit that waits for its lock waits only for the disk.
  if (rows.length > 0) queries.push(statement("events", [JSON.stringify(rows), rows.length]));
  try {
    const results = await ask(db, ...queries, "COMMIT");
    return answersOf(plan, rows.length > 0 ? (results.at(-2)?.rows ?? []) : []);
  } catch (error) {
    throw isGone(error) ? new NoAnswer(transaction, plan, error) : error;
  }
}

function answersOf({ refusals, events }: Plan, rows: readonly Row[]): readonly CommitAnswer[] {
  // Ids have no gaps, whatever the order in which the database returns them.
  const first = Math.min(...rows.map(({ id }) => Number(id)));
  const byCommit = Map.groupBy(
    events.map(({ commit, entryAt }, index) => ({ commit, entry: entryAt(first + index) })),
    ({ commit }) => commit,
  );
  return refusals.map((refusal, number) => refusal ?? accept((byCommit.get(number) ?? []).map(({ entry }) => entry)));
}

/**
 * Finds out what became of a transaction whose answer was lost: it is committed or it is not, and the database knows.
 * Null where it is not. Where that cannot be learnt, the caller is told so.
 */
async function inquireCommit(
  { transaction, plan, message }: NoAnswer,
  connect: () => Promise<PgClient>,
  lose: (client: Promise<PgClient>) => void,
): Promise<readonly CommitAnswer[] | null> {
  for (const until = performance.now() + INQUIRY_MS; performance.now() < until; await delay(INQUIRY_PAUSE_MS)) {
    const used = connect();
    try {
      const db = await used;
      const [reply] = await ask(db, { text: "SELECT pg_xact_status($1::xid8) AS status", values: [transaction] });
      const status = reply?.rows[0]?.status;
      if (status === "aborted") return null;
      // A database that crashed may have given the number of an uncommitted transaction to another one.
      if (status === "committed") {
        const [events] = await ask(db, statement("keptEvents", [JSON.stringify(plan.events.map(({ row }) => row))]));
        return events?.rows.length === plan.events.length ? answersOf(plan, events.rows) : null;
      }
    } catch (error) {
      if (isGone(error)) lose(used);
      // Or it has not reached that number again.
      else if (isOfTheFuture(error)) return null;
    }
  }
  return plan.refusals.map(
    (refusal) => refusal ?? stored.outcomeUnknown(`the database was lost in the middle: ${message}`),
  );
}
