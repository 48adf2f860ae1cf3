import { outliveReaders } from "../main/base/log.ts";
import { reasonOf, systemErrorCode } from "../main/data/data-dir.ts";
import { homeObstacle, keepCompiled, reachOwnMachineDirectly } from "../main/start/first-steps.ts";
import { didYouMean } from "../shared/nearest.ts";
import { version } from "../shared/version.ts";
import { fail } from "./command.ts";

/** The purpose of each command, in half a line. */
const summaries = {
  headless: "hosts games without a window",
  league: "runs a league from nothing to a champion",
  measure: "tells how strong an entrant is",
  verify: "checks a league's bundle: its games, table and ratings",
  status: "tells whether Kibitz runs, where, and what is going on",
  stop: "ends the running Kibitz, and waits for it",
  ratings: "prints how strong everybody is",
  engines: "lists, adds or removes your own UCI engines",
  connect: "connects an assistant's program, or lists them",
  disconnect: "takes that entry out again",
  doctor: "says what is wrong on this machine, and how to mend it",
  migrate: "copies games and leagues to a PostgreSQL database, or back",
  player: "plays in a league as a server of its own",
  referee: "runs matches of leagues as a server of its own",
} as const;

/** Resolves once the command has begun or is done; its result is the process's output and exit code. */
type Command = (args: readonly string[]) => Promise<void>;

const commands = new Map<string, Command>(
  Object.entries({
    /**
     * Becomes the headless host, which reads its own command line: the same process, so that signals, streams and the
     * exit code are its own. Resolves once it answers signals.
     */
    headless: async (args) => {
      process.argv.splice(2, process.argv.length, ...args);
      await import("../main/headless.ts");
    },
    // Loaded on demand: it brings the host along.
    league: async (args) => (await import("./league/league.ts")).league(args),
    measure: async (args) => (await import("./measure/measure.ts")).measure(args),
    verify: async (args) => (await import("./verify.ts")).verify(args),
    status: async (args) => (await import("./status.ts")).status(args),
    stop: async (args) => (await import("./status.ts")).stop(args),
    ratings: async (args) => (await import("./ratings.ts")).ratings(args),
    engines: async (args) => (await import("./engines.ts")).engines(args),
    connect: async (args) => (await import("./connect.ts")).connect(args),
    disconnect: async (args) => (await import("./connect.ts")).disconnect(args),
    doctor: async (args) => (await import("./doctor.ts")).doctor(args),
    migrate: async (args) => (await import("./migrate.ts")).migrate(args),
    player: async (args) => (await import("./parts/player.ts")).player(args),
    referee: async (args) => (await import("./parts/referee.ts")).referee(args),
  } satisfies Record<keyof typeof summaries, Command>),
);

const usage = `Usage: kibitz COMMAND [options]

${Object.entries(summaries)
  .map(([name, summary]) => `  ${name.padEnd(14)} ${summary}`)
  .join("\n")}
  help [COMMAND] prints this, or what a command takes

  -h, --help     print this; after a command, its options
  -v, --version  print the version

In a checkout it is \`npm run kibitz COMMAND\`, and \`npm run kibitz COMMAND -- --OPTION\`.
`;

async function main([name, ...args]: readonly string[]): Promise<void> {
  const isHelp = name === "help" || name === "--help" || name === "-h";
  const [about] = args;
  if (isHelp && about === undefined) return void process.stdout.write(usage);
  if (name === "--version" || name === "-v") return void process.stdout.write(`${version}\n`);
  const wanted = isHelp ? about : name;
  const command = commands.get(wanted ?? "");
  if (command) return command(isHelp ? ["--help"] : args);
  const names = [...commands.keys(), "help", "--help", "--version"];
  const asked =
    wanted === undefined
      ? "A command is missing."
      : `There is no command ${JSON.stringify(wanted.slice(0, 40))}.${didYouMean(wanted, names)}`;
  fail(2, `${asked} There are: ${names.join(", ")}.`);
}

const obstacle = homeObstacle();
if (obstacle !== null) fail(1, obstacle);
else {
  keepCompiled();
  reachOwnMachineDirectly(process.env);
  outliveReaders();
  process.stdout.once("error", (error) => {
    // A reader that has read enough and closed the pipe is no error.
    if (systemErrorCode(error) !== "EPIPE") fail(1, `the output cannot be written: ${reasonOf(error)}`);
  });
  await main(process.argv.slice(2));
}
