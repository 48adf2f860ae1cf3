import { outliveReaders } from "../main/base/log.ts";
import { reasonOf, systemErrorCode } from "../main/data/data-dir.ts";
import { homeObstacle, keepCompiled, reachOwnMachineDirectly } from "../main/start/first-steps.ts";
import { didYouMean } from "../shared/nearest.ts";
import { version } from "../shared/version.ts";
import { fail } from "./command.ts";

/** Resolves once the command has begun or is done; its result is the process's output and exit code. */
type Command = (args: readonly string[]) => Promise<void>;

/** Becomes the headless host, with this process's signals, streams and exit code. Resolves once it answers signals. */
const runHeadless: Command = async (args) => {
  process.argv.splice(2, process.argv.length, ...args);
  await import("../main/headless.ts");
};

/** The purpose of each command, in half a line, and how it is loaded: on demand, since some bring the host along. */
const commands: Readonly<Record<string, readonly [purpose: string, load: () => Promise<Command>]>> = {
  headless: ["hosts games without a window", async () => runHeadless],
  league: ["runs a league from nothing to a champion", async () => (await import("./league/league.ts")).league],
  measure: ["tells how strong an entrant is", async () => (await import("./measure/measure.ts")).measure],
  verify: ["checks a league's bundle: its games, table and ratings", async () => (await import("./verify.ts")).verify],
  status: ["tells whether Kibitz runs, where, and what is going on", async () => (await import("./status.ts")).status],
  stop: ["ends the running Kibitz, and waits for it", async () => (await import("./status.ts")).stop],
  ratings: ["prints how strong everybody is", async () => (await import("./ratings.ts")).ratings],
  engines: ["lists, adds or removes your own UCI engines", async () => (await import("./engines.ts")).engines],
  connect: ["connects an assistant's program, or lists them", async () => (await import("./connect.ts")).connect],
  disconnect: ["takes that entry out again", async () => (await import("./connect.ts")).disconnect],
  doctor: ["says what is wrong on this machine, and how to mend it", async () => (await import("./doctor.ts")).doctor],
  migrate: [
    "copies games and leagues to a PostgreSQL database, or back",
    async () => (await import("./migrate.ts")).migrate,
  ],
  uci: ["plays as a UCI engine, for other programs", async () => (await import("./uci.ts")).uci],
  player: ["plays in a league as a server of its own", async () => (await import("./parts/player.ts")).player],
  referee: ["runs matches of leagues as a server of its own", async () => (await import("./parts/referee.ts")).referee],
};

const usage = `Usage: kibitz COMMAND [options]

${Object.entries(commands)
  .map(([name, [purpose]]) => `  ${name.padEnd(14)} ${purpose}`)
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
  const commandName = isHelp ? about : name;
  const [, command] = Object.entries(commands).find(([each]) => each === commandName) ?? [];
  if (command) return (await command[1]())(isHelp ? ["--help"] : args);
  const names = [...Object.keys(commands), "help", "--help", "--version"];
  const errorText =
    commandName === undefined
      ? "A command is missing."
      : `There is no command ${JSON.stringify(commandName.slice(0, 40))}.${didYouMean(commandName, names)}`;
  fail(2, `${errorText} There are: ${names.join(", ")}.`);
}

const homeProblem = homeObstacle();
if (homeProblem !== null) fail(1, homeProblem);
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
