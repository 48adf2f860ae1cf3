import type { Schema } from "../schema.ts";

/**
 * Games, leagues and their logs: the same tables and columns as in SQLite. Texts are ordered by their bytes, as there.
 * Columns that change with every move are in no index, so that a move updates none.
 */
export const postgresSchema: Schema = {
  first: 11,
  upgrades: [],
  make: `
    CREATE TABLE games (
      id            text    COLLATE "C" PRIMARY KEY,
      kind          text    COLLATE "C" NOT NULL,
      status        text    COLLATE "C" NOT NULL CHECK (status IN ('open', 'live', 'finished')),
      -- How many events it has had.
      version       integer NOT NULL CHECK (version > 0),
      created_at    bigint  NOT NULL,
      started_at    bigint,
      finished_at   bigint,
      winner        text    COLLATE "C",
      reason        text    COLLATE "C",
      first_kind    text    COLLATE "C" NOT NULL,
      first_name    text    COLLATE "C",
      second_kind   text    COLLATE "C" NOT NULL,
      second_name   text    COLLATE "C",
      snapshot_form integer NOT NULL,
      -- Text and no json: what is damaged is kept as it is.
      snapshot      text    COLLATE "C" NOT NULL,
      league_id     text    COLLATE "C",
      first_rated   text    COLLATE "C",
      second_rated  text    COLLATE "C",
      -- The key by which games that repeat each other count once for ratings.
      course        text    COLLATE "C",
      deleted_at    bigint,
      person        integer NOT NULL,
      plies         integer NOT NULL,
      opening       text    COLLATE "C",
      search        text    COLLATE "C" NOT NULL,
      review        text    COLLATE "C",
      -- How it ended, by seats and for the person, and its Elo as far as the game itself tells it.
      result        text    COLLATE "C" CHECK (result IN ('first', 'second', 'draw')),
      own_result    text    COLLATE "C" CHECK (own_result IN ('won', 'lost', 'drawn')),
      elo           integer
    ) WITH (fillfactor = 70);
    CREATE INDEX games_by_status ON games (status, created_at DESC, id DESC);
    CREATE INDEX games_by_age ON games (created_at DESC, id DESC);
    CREATE INDEX games_finished ON games (finished_at DESC, id DESC) WHERE status = 'finished' AND deleted_at IS NULL;
    -- The deleted games, in the order in which they are listed: without this, all games would be gone through for them.
    CREATE INDEX games_deleted ON games (created_at, id) WHERE deleted_at IS NOT NULL;
    CREATE INDEX games_by_league ON games (league_id, id) WHERE league_id IS NOT NULL;
    CREATE INDEX games_rated ON games (kind, first_rated, second_rated)
      WHERE first_rated IS NOT NULL AND status = 'finished';

    CREATE TABLE leagues (
      id            text    COLLATE "C" PRIMARY KEY,
      name          text    COLLATE "C" NOT NULL,
      kind          text    COLLATE "C" NOT NULL,
      status        text    COLLATE "C" NOT NULL CHECK (status IN ('open', 'live', 'finished')),
      version       integer NOT NULL CHECK (version > 0),
      created_at    bigint  NOT NULL,
      finished_at   bigint,
      snapshot_form integer NOT NULL,
      snapshot      text    COLLATE "C" NOT NULL
    );
    CREATE INDEX leagues_by_status ON leagues (status, created_at DESC, id DESC);

    CREATE TABLE league_parts (
      league_id text    COLLATE "C" NOT NULL REFERENCES leagues (id),
      part      text    COLLATE "C" NOT NULL,
      number    integer NOT NULL,
      data      text    COLLATE "C" NOT NULL,
      PRIMARY KEY (league_id, part, number)
    );

    -- What happened in games and leagues, each entry of a game or of a league.
    CREATE TABLE events (
      id        bigint  PRIMARY KEY,
      game_id   text    COLLATE "C" REFERENCES games (id),
      league_id text    COLLATE "C" REFERENCES leagues (id),
      seq       integer NOT NULL,
      at        bigint  NOT NULL,
      body      text    COLLATE "C" NOT NULL,
      CHECK ((game_id IS NULL) <> (league_id IS NULL)),
      UNIQUE (game_id, seq),
      UNIQUE (league_id, seq)
    );

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

    -- Tasks of agents that were cancelled, until nobody may ask for them any more.
    CREATE TABLE cancelled_tasks (
      mark  text   COLLATE "C" PRIMARY KEY,
      until bigint NOT NULL
    );

    -- The positions that finished games went through.
    CREATE TABLE game_paths (
      game_id text COLLATE "C" PRIMARY KEY REFERENCES games (id),
      path    text COLLATE "C" NOT NULL
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
