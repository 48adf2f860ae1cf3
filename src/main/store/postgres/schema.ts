import type { Schema } from "../schema.ts";
import { byPlayers, tablesIn } from "../tables.ts";

const tables = tablesIn({
  text: 'text COLLATE "C"',
  number: "bigint",
  numbering: "",
  end: "",
  endByKey: "",
});

/**
 * Games, leagues and their logs: the same tables and columns as in SQLite. Columns that change with every move are in no
 * index, so that a move updates none.
 */
export const postgresSchema: Schema = {
  first: 12,
  upgrades: ["ALTER TABLE leagues ADD COLUMN deleted_at bigint", byPlayers],
  make: `${tables}
    ${byPlayers};
    ALTER TABLE games SET (fillfactor = 70);
    CREATE INDEX games_finished ON games (finished_at DESC, id DESC) WHERE status = 'finished' AND deleted_at IS NULL;
    CREATE INDEX games_rated ON games (kind, first_rated, second_rated)
      WHERE first_rated IS NOT NULL AND status = 'finished';
    ALTER TABLE events ADD UNIQUE (game_id, seq), ADD UNIQUE (league_id, seq);

    -- Where the log ends. A commit adds to it last and holds it until it is kept, so that numbers become
    -- visible in their order and without gaps: whoever has read up to one has missed none before it.
    CREATE TABLE log_end (
      one integer PRIMARY KEY CHECK (one = 1),
      id   bigint  NOT NULL
    );
    INSERT INTO log_end VALUES (1, 0);

    CREATE TABLE heartbeat (
      one integer PRIMARY KEY CHECK (one = 1),
      at   bigint  NOT NULL
    );

    -- Who may do what one host alone does. Moments are the database's: hosts' clocks differ, and may leap.
    CREATE TABLE leases (
      key        text        COLLATE "C" PRIMARY KEY,
      -- A host as long as it runs.
      holder     text        COLLATE "C" NOT NULL,
      -- Counted up whenever it changes hands: what a former holder writes under an older one is refused.
      epoch      bigint      NOT NULL,
      expires_at timestamptz NOT NULL,
      -- Of the lease of a host that is alive: how much work it wants, compared with the others.
      weight     smallint    NOT NULL DEFAULT 4
    );

    -- Times in which no host was there: what nobody is charged for.
    CREATE TABLE standstills (
      since bigint NOT NULL,
      until bigint NOT NULL
    );

    -- Who holds seats by a connection, at which host. It is void where its host's lease is.
    CREATE TABLE comers (
      -- Its hash.
      connection text COLLATE "C" NOT NULL,
      host       text COLLATE "C" NOT NULL,
      PRIMARY KEY (connection, host)
    );

    -- By what the secret is known again that seats are held by; the secret itself is in no database.
    CREATE TABLE seat_secret (
      one  integer PRIMARY KEY CHECK (one = 1),
      mark text COLLATE "C" NOT NULL
    );
  `,
};
