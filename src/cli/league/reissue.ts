import type { PlaceReissued } from "../../shared/leagues.ts";
import { accept, invalid } from "../../shared/result.ts";
import { askFlags, hostOptionsIn, print, readFlags, withHost } from "../command.ts";
import { requestHost } from "../request-host.ts";

const usage = `Usage: kibitz league reissue ID N [options]

Gives the place of entrant N in a league a new token, for an agent that lost the one it had, and prints the prompt with
which an assistant comes back to that place. The earlier token ends at once, in a running game as well.

  --json        print one JSON object, and nothing else, on standard output
  --data-dir DIR, --port PORT   as for kibitz headless
  --help        print this

Exit code: 0 when it is done; 1 if it could not be; 2 for a wrong option.
`;

/** `kibitz league reissue`: gives an agent's place in a league a new token. */
export const reissue = (args: readonly string[]): Promise<void> =>
  withHost(readOptions(args), usage, async (link, { id, number, json }) => {
    const address = `/api/leagues/${encodeURIComponent(id)}/entrants/${number}/reissue`;
    print(json, await requestHost<PlaceReissued>(link, "POST", address), ({ prompt }) => prompt);
  });

function readOptions(args: readonly string[]) {
  const reading = readFlags("league reissue", args, askFlags, "words");
  if (!reading.ok) return reading;
  const { values, positionals } = reading.value;
  const [id = "", number = "", ...more] = positionals;
  if (!values.help && (id === "" || !/^\d{1,5}$/.test(number) || more.length > 0))
    return invalid("name a league and one of its entrants by their numbers: kibitz league reissue ID N");
  return accept({ ...hostOptionsIn(values), id, number });
}
