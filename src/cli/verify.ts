import { readOptions } from "../main/start/read-options.ts";
import { optionHelp } from "../shared/command-options.ts";
import { invalid } from "../shared/result.ts";
import { amount } from "../shared/text.ts";
import { failFor, helpOption, jsonOption, note, print } from "./command.ts";
import { readContent } from "./files.ts";

const options = {
  "replay-engines N": "have Stockfish choose N moves of level 10 again, which it always chooses alike",
  ...jsonOption,
  ...helpOption,
} as const;

const usage = `Usage: kibitz verify FILE [options]

Checks the bundle of a league (kibitz league export ID --bundle FILE) or of a measurement (kibitz measure … --bundle FILE)
on any machine. Plays every game again by the rules, reads every answer of a model again, draws every lot and pairs every
round again, and computes results, standings, ratings, intervals and rates again. Says that all is the same, or the first
line that is not, with its game and ply.

${optionHelp(options)}

Exit code: 0 when all is the same; 1 if something is not; 2 for a wrong option, or a file that is no bundle.
`;

export async function verify(args: readonly string[]): Promise<void> {
  const reading = readOptions("verify", args, options, "take");
  if (!reading.ok) return failFor(reading);
  const { help = false, json = false, "replay-engines": moves = "0" } = reading.value.values;
  if (help) return void process.stdout.write(usage);
  const [file, ...more] = reading.value.positionals;
  if (file === undefined || more.length > 0) return failFor(invalid("name one bundle: kibitz verify FILE"));
  if (!/^\d{1,6}$/.test(moves))
    return failFor(invalid(`--replay-engines: a whole number, not ${JSON.stringify(moves.slice(0, 40))}`));
  const bytes = readContent(file);
  if (!bytes.ok) return failFor(bytes);
  // This loads the rules and the leagues, which takes longer than reading a command line.
  const { verifyBundle } = await import("../main/commands/verify.ts");
  const result = await verifyBundle(bytes.value, Number(moves));
  if (!result.ok) return failFor(invalid(`${file}: ${result.message}`));
  const { difference, league, games, moves: moveCount, engine_moves, written_by, checked_by } = result.value;
  if (written_by !== "" && written_by !== checked_by)
    note(`Kibitz ${written_by} wrote it, and ${checked_by} checks it: where they differ, use ${written_by}`);
  const engine = engine_moves === 0 ? "" : `, ${amount(engine_moves, "move")} of the engine`;
  print(json, result, () => {
    if (!difference)
      return `The same: league ${league}, ${amount(games, "game")}, ${amount(moveCount, "move")}${engine}`;
    const { line, game, ply, text } = difference;
    const place = Object.entries({ line, game, ply }).flatMap(([name, at]) => (at === null ? [] : [`${name} ${at}`]));
    return `${[file, ...place].join(", ")}: ${text}`;
  });
  if (difference) process.exitCode = 1;
}
