import { keepCompiled } from "../main/compiled.ts";
import { systemErrorCode } from "../main/data-dir.ts";
import { homeObstacle } from "../main/home.ts";
import { outliveReaders } from "../main/log.ts";
import { version } from "../shared/version.ts";
import { fail } from "./command.ts";
import { headless } from "./headless.ts";
import { reasonOf } from "./named-file.ts";

interface Command {
  /** What it does, in half a line. */
  readonly summary: string;
  /** Resolves once the command has begun or is done; what it answers is the process's output and exit code. */
  readonly run: (args: readonly string[]) => Promise<void>;
}

const commands: ReadonlyMap<string, Command> = new Map([
  ["headless", { summary: "serves the tables without a window", run: headless }],
  // Loaded when it is wanted: it brings the host along.
  [
    "league",
    {
      summary: "runs a league from nothing to a champion",
      run: async (args) => (await import("./league/league.ts")).league(args),
    },
  ],
  [
    "measure",
    {
      summary: "tells how strong an entrant is",
      run: async (args) => (await import("./measure/measure.ts")).measure(args),
    },
  ],
  [
    "ratings",
    {
      summary: "prints how strong everybody is",
      run: async (args) => (await import("./ratings.ts")).ratings(args),
    },
  ],
  [
    "engines",
    {
      summary: "lists, adds or removes your own UCI engines",
      run: async (args) => (await import("./engines.ts")).engines(args),
    },
  ],
  [
    "connect",
    {
      summary: "connects an assistant's program, or lists them",
      run: async (args) => (await import("./connect.ts")).connect(args),
    },
  ],
  [
    "disconnect",
    {
      summary: "takes that entry out again",
      run: async (args) => (await import("./connect.ts")).disconnect(args),
    },
  ],
  [
    "doctor",
    {
      summary: "says what is wrong on this machine, and how to mend it",
      run: async (args) => (await import("./doctor.ts")).doctor(args),
    },
  ],
  [
    "migrate",
    {
      summary: "copies games and leagues to a PostgreSQL database, or back",
      run: async (args) => (await import("./migrate.ts")).migrate(args),
    },
  ],
  [
    "player",
    {
      summary: "plays in a league as a server of its own",
      run: async (args) => (await import("./player/player.ts")).player(args),
    },
  ],
]);

const usage = `Usage: kibitz COMMAND [options]

${[...commands].map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`).join("\n")}

  --help       print this; after a command, its options
  --version    print the version
`;

async function main([name, ...args]: readonly string[]): Promise<void> {
  if (name === "--help" || name === "-h") process.stdout.write(usage);
  else if (name === "--version") process.stdout.write(`${version}\n`);
  else {
    const command = commands.get(name ?? "");
    if (command) return command.run(args);
    const asked =
      name === undefined ? "A command is missing." : `There is no command ${JSON.stringify(name.slice(0, 40))}.`;
    fail(2, `${asked} There are: ${[...commands.keys()].join(", ")}, --help, --version.`);
  }
}

const obstacle = homeObstacle();
if (obstacle !== null) fail(1, obstacle);
else {
  keepCompiled();
  outliveReaders();
  process.stdout.once("error", (error) => {
    // Who has read enough is missed by nobody.
    if (systemErrorCode(error) !== "EPIPE") fail(1, `the output cannot be written: ${reasonOf(error)}`);
  });
  await main(process.argv.slice(2));
}
