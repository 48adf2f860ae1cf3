import { accept, invalid } from "../../shared/result.ts";
import { folderFlags, hostOptionsIn, readFlags, texts, withHost } from "../command.ts";
import { fileFlags, fileHelp, readFiles, writeFiles } from "./output-files.ts";

const usage = `Usage: kibitz league export ID [options]

Writes files of a league, from which its table and its ratings can be computed again.

${fileHelp(16)}
  --data-dir DIR, --port PORT   as for kibitz headless
  --help        print this

Exit code: 0 when all are written; 1 if one could not be; 2 for a wrong option.
`;

/** `kibitz league export`: writes files of a league that was played. */
export const exportLeague = (args: readonly string[]): Promise<void> =>
  withHost(readOptions(args), usage, async (link, { id, files }) => writeFiles(link, id, files));

function readOptions(args: readonly string[]) {
  const reading = readFlags("league export", args, { ...fileFlags, ...folderFlags, ...texts("port") }, "words");
  if (!reading.ok) return reading;
  const { values, positionals } = reading.value;
  const [id = "", ...more] = positionals;
  if (!values.help && (id === "" || more.length > 0))
    return invalid("name one league by its number: kibitz league export ID --games FILE");
  const files = readFiles(values);
  if (!files.ok) return files;
  if (!values.help && Object.keys(files.value).length === 0)
    return invalid("say what to write: --games FILE, for one.");
  return accept({ ...hostOptionsIn(values), id, files: files.value });
}
