/** Who may do what one host alone does. Moments are the database's: hosts' clocks differ, and may leap. */
export const leases = {
  name: "leases",
  sql: `
    CREATE TABLE leases (
      key        text        COLLATE "C" PRIMARY KEY,
      -- A host as long as it runs.
      holder     text        COLLATE "C" NOT NULL,
      -- Counted up whenever it changes hands: what a former holder writes under an older one is refused.
      epoch      bigint      NOT NULL,
      expires_at timestamptz NOT NULL
    );
  `,
};
