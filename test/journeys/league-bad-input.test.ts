import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { connect } from "../support/agents.ts";
import { amount } from "../support/full.ts";
import { startHost } from "../support/host-process.ts";
import { kibitz } from "../support/kibitz.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";

const random = { kind: "strategy", strategy: "random" };
const pgn = '[Event "a"]\n\n1. e4 e5 2. Ke3 *\n';
const trf = "XXR 3\n001 x\n";

/**
 * Invalid leagues: as requests over the API and by createLeague, as options of the command line (files after an @), and
 * the expected answer.
 */
const rows: readonly [Readonly<Record<string, unknown>>, readonly string[], RegExp][] = [
  [{ game: "go" }, ["--game", "go"], /game/],
  [{ format: "ladder" }, ["--format", "ladder"], /format/],
  [
    { game: "odd-even", players: 2, strategy: "perfect" },
    ["--game", "odd-even", "--players", "2", "--strategy", "perfect"],
    /odd-even has no strategy "perfect"\. It has pattern, random/,
  ],
  [{ players: 513 }, ["--players", "513"], /512 entrants at most/],
  [{ players: 2, rounds: 10_001 }, ["--players", "2", "--rounds", "10001"], /10000 rounds at most/],
  [
    {
      entrants: [
        { ...random, name: "A" },
        { ...random, name: "a" },
      ],
    },
    [
      "--entrants",
      `@${JSON.stringify([
        { ...random, name: "A" },
        { ...random, name: "a" },
      ])}`,
    ],
    /“a” is there twice/,
  ],
  [
    { game: "chess", entrants: [random, { ...random, strategy: "perfect" }] },
    ["--game", "chess", "--entrants", `@[\n${JSON.stringify(random)},\n{"kind": "strategy",\n "strategy": "perfect"}]`],
    /(?:entrants\.1|line 4): strategy: chess has no strategy "perfect"/,
  ],
  [
    { game: "chess", players: 2, openings: { text: pgn } },
    ["--players", "2", "--openings", `@${pgn}`],
    /openings: line 3: .*“Ke3” cannot be played/,
  ],
  [
    { game: "tic-tac-toe", players: 2, openings: {} },
    ["--game", "tic-tac-toe", "--players", "2", "--openings", "built-in"],
    /games of tic-tac-toe always start alike/,
  ],
  [
    { game: "odd-even", players: 2, adjudication: { resign: { score: 500, moves: 3 } } },
    ["--game", "odd-even", "--players", "2", "--resign", "500,3"],
    /no engine tells the score/,
  ],
  [
    { format: "swiss", players: 2, trf },
    ["--format", "swiss", "--players", "2", "--from-trf", `@${trf}`],
    /trf: line 2: columns 5 to 8 are no starting rank/,
  ],
];

const claude = { kind: "llm", provider: "anthropic", model: "claude-x" };
const price = { input: 3, output: 15 };
/** Entrants of a person that lack something, and what is said of it. */
const needy: readonly [Readonly<Record<string, unknown>>, RegExp][] = [
  [claude, /(?:entrants\.1\.|line 3: )price: it is missing\. Say what claude-x costs/],
  [
    { ...claude, price, key_env: "NO_SUCH_KEY" },
    /(?:entrants\.1|line 3): key_env: (?:there is no key NO_SUCH_KEY\. claude-x needs one|NO_SUCH_KEY would be sent to https:\/\/api)/,
  ],
  [
    { ...claude, price, base_url: "http://ada:secret@127.0.0.1:1/v1" },
    /(?:entrants\.1|line 3).*base_url: an address without a user name or password is expected/,
  ],
  [
    { kind: "endpoint", endpoint: "http://10.0.0.9/mcp" },
    /(?:entrants\.1|line 3): endpoint: 10\.0\.0\.9 is not an address/,
  ],
  [{ kind: "computer", engine: "None" }, /(?:entrants\.1|line 3): engine: there is no engine "None"/],
];

test("an impossible league is refused with the reason through every door, and changes nothing", async () => {
  using dir = tempDir();
  await using host = await startHost(join(dir.path, "data"));
  const person = personAt(host);
  await using agent = await connect(
    { ...host, mcp: `${host.mcp}?toolsets=league` },
    "http",
    "v2 client, new era",
    "Ada",
  );
  let files = 0;
  const command = async (args: readonly string[]) => {
    const given = args.map((arg) => {
      if (!arg.startsWith("@")) return arg;
      const file = join(dir.path, `file-${files++}`);
      writeFileSync(file, arg.slice(1));
      return file;
    });
    return kibitz("league", ...given, "--data-dir", join(dir.path, "data"));
  };
  const oneAlone = [random];
  /** The command asks the host as the other doors do: in the usual run it is enough to see it say so of some. */
  const byCommand = (_: unknown, index: number) => index % amount(3, 1) === 0;
  const [told, asked, alone] = await Promise.all([
    Promise.all(rows.map((row, index) => (byCommand(row, index) ? command(row[1]) : null))),
    Promise.all(
      needy.map((row, index) => {
        if (!byCommand(row, index)) return null;
        const given = [random, row[0]].map((each) => JSON.stringify(each)).join(",\n");
        const key = ["--allow-key", "NO_SUCH_KEY@https://api.anthropic.com"];
        return command(["--entrants", `@[\n${given}]`, ...key]);
      }),
    ),
    command(["--entrants", `@${JSON.stringify(oneAlone)}`]),
  ]);
  for (const [index, [request, args, reason]] of rows.entries()) {
    const what = args.join(" ");
    const said = told[index];
    if (said) expect(said, what).toEqual({ code: 2, out: "", err: expect.stringMatching(reason) });
    const answer = await person.post("/api/leagues", { name: "Never", ...request });
    expect([answer.status, answer.body.error.code], what).toEqual([400, "INVALID_ARGUMENT"]);
    expect(answer.body.error.message, what).toMatch(reason);
    const called = await agent.call("createLeague", { name: "Never", ...request });
    expect([called.isError, called.data.error.code], what).toEqual([true, "INVALID_ARGUMENT"]);
    expect(called.data.error.message, what).toMatch(reason);
  }
  expect([alone.code, alone.err]).toEqual([2, expect.stringContaining("at least two")]);

  // Models and servers are the person's alone to name, and what they need is asked for before anything is played.
  for (const [index, [entrant, reason]] of needy.entries()) {
    const said = asked[index];
    if (said) expect(said).toEqual({ code: 2, out: "", err: expect.stringMatching(reason) });
    const answer = await person.post("/api/leagues", { entrants: [random, entrant] });
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringMatching(reason)]);
    const called = await agent.call("createLeague", { entrants: [random, entrant] });
    expect([called.isError, called.data.error.message]).toEqual([
      true,
      expect.stringMatching(/entrants\.1\.kind: takes one of|no engine "None"/),
    ]);
  }
  expect((await person.get("/api/leagues")).body.leagues).toEqual([]);

  // A created league may wait for agents: it is not started without them, nor twice, and takes no more than it has room
  // for.
  const made = await person.post("/api/leagues", {
    name: "Alone",
    max_entrants: 2,
    game: "odd-even",
    entrants: oneAlone,
  });
  const id = made.body.league_id;
  const standing = async () => (await person.get(`/api/leagues/${id}`)).body;
  const refusals = async (code: string, reason: RegExp, ...ask: readonly (() => Promise<unknown>)[]) => {
    const before = await standing();
    for (const each of ask) expect(JSON.stringify(await each())).toMatch(new RegExp(`${code}.*${reason.source}`));
    expect(await standing()).toEqual(before);
  };
  const start = [
    () => person.post(`/api/leagues/${id}/start`),
    async () => (await agent.call("startLeague", { league_id: id })).data,
  ];
  const joined = async (name: string, more = {}) =>
    (await agent.call("joinLeague", { league_id: id, name, ...more })).data;
  await refusals("INVALID_ARGUMENT", /needs two entrants/, ...start);
  await refusals("INVALID_ARGUMENT", /is an entrant “random” in league/, () => joined("Random"));
  await refusals("ENTRANT_REQUIRED", /nobody's here/, () =>
    joined("Eve", { entrant_token: `${id}.1.${"x".repeat(32)}` }),
  );
  const { entrant_token } = await joined("Ada");
  await refusals("LEAGUE_CLOSED", /League full/, () => joined("Boole"));
  await person.post(`/api/leagues/${id}/start`);
  await refusals("LEAGUE_CLOSED", /has been started already/, ...start);
  await refusals("LEAGUE_CLOSED", /takes no more entrants/, () => joined("Boole"));
  const other = entrant_token.replace(/.$/, (last: string) => (last === "_" ? "-" : "_"));
  await refusals(
    "ENTRANT_REQUIRED",
    /nobody's here/,
    async () => (await agent.call("waitForNextMatch", { league_id: id, entrant_token: other })).data,
  );
});
