import { parseArgs } from "node:util";
import { readPlace, transferGames } from "../main/commands/transfer.ts";
import { optionHelp, parseArgsOptions } from "../shared/command-options.ts";
import { messageOf } from "../shared/result.ts";
import { fail, failFor, helpOption, note } from "./command.ts";

const PLACE =
  "a data folder, or postgres://user@host:5432/name; a password belongs in PGPASSWORD or in a .pgpass file, since others on this machine can read what stands on a command line";
const options = { "from PLACE": PLACE, "to PLACE": "the same", ...helpOption } as const;

const usage = `Usage: kibitz migrate --from PLACE --to PLACE

Copies all games and leagues from a data folder to a PostgreSQL database, or back. No host may run at either of them, and
the place that they come to has to be empty. They stay where they were as well.

${optionHelp(options)}

Seats and entrants are held by a secret that is no game: start the host with the data folder whose seat.secret they know,
or copy that file.

Exit code: 0 when all was copied; 1 if it was not, and nothing is there then; 2 for a wrong option.
`;

export async function migrate(args: readonly string[]): Promise<void> {
  const config = parseArgsOptions(options);
  const { values, tokens } = parseArgs({
    args: [...args],
    options: config,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  if (values.help) return void process.stdout.write(usage);
  const stray = tokens.find((token) => token.kind !== "option" || !Object.hasOwn(config, token.name));
  // It may be half of an address, with the password in it.
  if (stray) return fail(2, `Argument ${stray.index + 1} is unknown. Known are --from, --to, --help.`);
  if (typeof values["from"] !== "string" || typeof values["to"] !== "string" || !values["from"] || !values["to"])
    return fail(2, "--from and --to are both needed: each a data folder or a postgres:// address.");
  const [from, to] = [readPlace(values["from"]), readPlace(values["to"])];
  if (!from.ok) return fail(2, `--from takes a data folder or ${from.message}.`);
  if (!to.ok) return fail(2, `--to takes a data folder or ${to.message}.`);
  try {
    const counts = await transferGames(from.value, to.value, note);
    if (!counts.ok) return failFor(counts);
    const rows = (table: string) => counts.value.get(table) ?? 0;
    process.stdout.write(
      `Copied from ${from.value.display} to ${to.value.display}: ` +
        `games ${rows("games")}, entries of their log ${rows("events")}, leagues ${rows("leagues")}.\n`,
    );
  } catch (error) {
    fail(1, messageOf(error));
  }
}
