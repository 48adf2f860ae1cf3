/** What hosts that serve one database have in common, beside their leases. */
export const arena = {
  name: "arena",
  sql: `
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
