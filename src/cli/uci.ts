import { once } from "node:events";
import { createInterface } from "node:readline";
import { createLog } from "../main/base/log.ts";
import { readOptions } from "../main/start/read-options.ts";
import { type OptionValues, optionHelp } from "../shared/command-options.ts";
import type { EntrantRequest } from "../shared/entrants.ts";
import { accept, invalid, type Result } from "../shared/result.ts";
import { fail, failFor, folderOptions, stopSignal } from "./command.ts";
import { readEntrantsFile } from "./league/entrants-file.ts";
import { dataFolder } from "./parts/part.ts";
import { consentOptions } from "./request-options.ts";

const options = {
  "level N": "the computer's level, from 1 to 10 (default 5)",
  "strategy NAME": "one of the game's strategies, such as random",
  "entrant FILE":
    "any player that moves by itself, such as a language model or a player that is a server: a file with one of those that examples/entrants.json shows",
  ...consentOptions,
  ...folderOptions,
  debug: "log what it does, on standard error",
} as const;

const usage = `Usage: kibitz uci [--level N | --strategy NAME | --entrant FILE] [options]

Plays as a UCI engine on standard input and output: enter this command where a program adds engines.
A level can be changed by the option Level. A player that gives no move answers "bestmove 0000", and says why.

${optionHelp(options, () => "as for kibitz league")}

Exit code: 0 when the other program ends it; 2 for a wrong option.
`;

/** `kibitz uci`: resolves once the other program says `quit` or closes the input. */
export async function uci(args: readonly string[]): Promise<void> {
  const reading = readOptions("uci", args, options);
  if (!reading.ok) return failFor(reading);
  const { values } = reading.value;
  if (values.help) return void process.stdout.write(usage);
  const entrant = readEntrant(values);
  if (!entrant.ok) return failFor(entrant);
  // This loads the games and the players.
  const { createUciPlayer } = await import("../main/commands/uci.ts");
  const player = createUciPlayer({
    entrant: entrant.value,
    consents: { allow_keys: values["allow-key"] ?? [], allow_commands: values["allow-command"] ?? [] },
    dataDir: dataFolder(values["data-dir"]),
    write: (line) => void process.stdout.write(`${line}\n`),
    log: createLog(values.debug ? "debug" : "error", "text"),
  });
  if (!player.ok) return fail(2, player.message);
  const input = createInterface({ input: process.stdin });
  stopSignal().addEventListener("abort", () => input.close());
  input.on("line", (line) => (line.trim() === "quit" ? input.close() : player.value.read(line)));
  await once(input, "close");
  await player.value.close();
  process.stdin.destroy();
}

/** The one player that the options name. */
function readEntrant(values: OptionValues<typeof options>): Result<EntrantRequest> {
  const { level, strategy, entrant: file } = values;
  if ([level, strategy, file].filter((each) => each !== undefined).length > 1)
    return invalid("one of --level, --strategy and --entrant says who plays.");
  if (strategy !== undefined) return accept({ kind: "strategy", strategy });
  if (file === undefined) {
    if (level !== undefined && !/^(?:[1-9]|10)$/.test(level))
      return invalid(`--level takes a whole number from 1 to 10, not ${JSON.stringify(level.slice(0, 40))}.`);
    return accept({ kind: "computer", level: Number(level ?? 5) });
  }
  const list = readEntrantsFile("entrant", file);
  if (!list.ok) return list;
  const [entrant, ...more] = list.value.entrants;
  return entrant && more.length === 0 ? accept(entrant) : invalid(`${file}: one entrant is expected.`);
}
