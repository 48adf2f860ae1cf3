import type { ParseArgsOptionsConfig } from "node:util";
import { figureFacts } from "../../shared/figure-facts.ts";
import { printedColumns } from "../../shared/league-columns.ts";
import { remarksOf, rowNotes } from "../../shared/league-facts.ts";
import { standText } from "../../shared/league-words.ts";
import type { LeagueDetail, LeagueMatchDetail, LeagueReport, PlaceReissued, PlayerCall } from "../../shared/leagues.ts";
import { accept, invalid } from "../../shared/result.ts";
import { visibleLine } from "../../shared/text.ts";
import { askFlags, columnsText, folderFlags, hostOptionsIn, print, readFlags, texts, withHost } from "../command.ts";
import { fileFlags, fileHelp, readFiles, writeFiles } from "../files.ts";
import { requestHost } from "../request-host.ts";

const showUsage = `Usage: kibitz league show ID [options]

Prints a league's table, its figures and its matches, or one match with the reason for each forfeit, each move that was tried again or
did not come, and the last calls to its players that are servers or models: what they were asked, what they answered, and
how long it took. The running Kibitz keeps the last 50 calls to a player in its memory; the reasons are kept with the games.

  --match N     show this match
  --json        print one JSON object, and nothing else, on standard output
  --data-dir DIR, --port PORT   as for kibitz headless
  --help        print this

Exit code: 0 when it is printed; 1 if it could not be; 2 for a wrong option.
`;

const exportUsage = `Usage: kibitz league export ID [options]

Writes files of a league, from which its table and its ratings can be computed again.

${fileHelp(16)}
  --data-dir DIR, --port PORT   as for kibitz headless
  --help        print this

Exit code: 0 when all are written; 1 if one could not be; 2 for a wrong option.
`;

const reissueUsage = `Usage: kibitz league reissue ID N [options]

Gives the place of entrant N in a league a new token, for an agent that lost the one it had, and prints the prompt with
which an assistant comes back to that place. The earlier token ends at once, in a running game as well.

  --json        print one JSON object, and nothing else, on standard output
  --data-dir DIR, --port PORT   as for kibitz headless
  --help        print this

Exit code: 0 when it is done; 1 if it could not be; 2 for a wrong option.
`;

/** The commands that stop a league, by the names that the API has for them, with what each does. */
export const commands: Readonly<Record<string, string>> = {
  pause: "Begins no game any more until the league is resumed; games under way are played to their end.",
  finish: "Plays the matches that have begun to their end, begins no other, then pauses the league.",
  cancel: "Ends the league and its games for good. Games already played are kept.",
};

const commandUsage = (name: string): string => `Usage: kibitz league ${name} ID [options]

${commands[name]}

  --json        print one JSON object, and nothing else, on standard output
  --data-dir DIR, --port PORT   as for kibitz headless
  --help        print this

Exit code: 0 when it is done; 1 if it could not be; 2 for a wrong option.
`;

/** Reads the command line of a command about one league: the league's id is its first word, of so many. */
function readAbout<const Flags extends ParseArgsOptionsConfig>(
  [name, expectation]: readonly [name: string, expectation: string],
  args: readonly string[],
  flags: Flags,
  wordCount = 1,
) {
  const reading = readFlags(`league ${name}`, args, flags, "words");
  if (!reading.ok) return reading;
  const { values, positionals } = reading.value;
  const options = hostOptionsIn(values);
  if (!options.help && positionals.length !== wordCount) return invalid(`name ${expectation}`);
  const [id = "", second = ""] = positionals;
  return accept({ ...options, values, id, second });
}

export const showLeague = (args: readonly string[]): Promise<void> =>
  withHost(readShow(args), showUsage, async (link, { id, match, json }) => {
    const address = `/api/leagues/${encodeURIComponent(id)}`;
    if (match === null) return print(json, await requestHost<LeagueDetail>(link, "GET", address), leagueText);
    print(json, await requestHost<LeagueMatchDetail>(link, "GET", `${address}/matches/${match}`), matchText);
  });

function readShow(args: readonly string[]) {
  const named = ["show", "one league by its number: kibitz league show ID"] as const;
  const reading = readAbout(named, args, { ...texts("match"), ...askFlags });
  if (!reading.ok) return reading;
  const { match = null } = reading.value.values;
  if (match !== null && !/^\d{1,8}$/.test(match))
    return invalid(`--match: a match's number, from 1, not ${JSON.stringify(match.slice(0, 40))}`);
  return accept({ ...reading.value, match });
}

export const exportLeague = (args: readonly string[]): Promise<void> =>
  withHost(readExport(args), exportUsage, async (link, { id, files }) => writeFiles(link, id, files));

function readExport(args: readonly string[]) {
  const named = ["export", "one league by its number: kibitz league export ID --games FILE"] as const;
  const reading = readAbout(named, args, { ...fileFlags, ...folderFlags, ...texts("port") });
  if (!reading.ok) return reading;
  const files = readFiles(reading.value.values);
  if (!files.ok) return files;
  if (!reading.value.help && Object.keys(files.value).length === 0)
    return invalid("say what to write: --games FILE, for one.");
  return accept({ ...reading.value, files: files.value });
}

export const reissue = (args: readonly string[]): Promise<void> =>
  withHost(readReissue(args), reissueUsage, async (link, { id, second: number, json }) => {
    const address = `/api/leagues/${encodeURIComponent(id)}/entrants/${number}/reissue`;
    print(json, await requestHost<PlaceReissued>(link, "POST", address), ({ prompt }) => prompt);
  });

function readReissue(args: readonly string[]) {
  const named = ["reissue", "a league and one of its entrants by their numbers: kibitz league reissue ID N"] as const;
  const reading = readAbout(named, args, askFlags, 2);
  const isNumber = !reading.ok || reading.value.help || /^\d{1,5}$/.test(reading.value.second);
  return isNumber ? reading : invalid(`name ${named[1]}`);
}

/** Carries out a command that stops a league, and prints how the league stands after it. */
export const commandLeague = (name: string, args: readonly string[]): Promise<void> =>
  withHost(
    readAbout([name, `one league by its number: kibitz league ${name} ID`], args, askFlags),
    commandUsage(name),
    async (link, { id, json }) => {
      const address = `/api/leagues/${encodeURIComponent(id)}/${name}`;
      print(json, await requestHost<LeagueDetail>(link, "POST", address), statusText);
    },
  );

const statusText = ({ league_id, status, finishing }: LeagueDetail): string =>
  `League ${league_id} is ${status}${finishing && status === "running" ? " until the matches that have begun are over" : ""}.`;

const leagueText = (league: LeagueDetail): string =>
  [
    `League ${league.league_id} (${league.game}, ${league.format}) is ${league.status}:`,
    tableText(league),
    "",
    figuresText(league),
    "",
    ...remarksOf(league).flatMap((text) => [text, ""]),
    ...league.rounds.flatMap(({ round, matches }) =>
      matches.map((match) => {
        const { match_id, a, b } = match;
        const number = match_id.replace(/^.*m/, "");
        return `Round ${round}, match ${number}: ${a} – ${b ?? "bye"}: ${standText(match)}`;
      }),
    ),
    "",
    "`kibitz league show ID --match N` tells what went wrong in a match.",
  ].join("\n");

function matchText({ league_id, match, round, status, termination, games, players }: LeagueMatchDetail): string {
  const names = players.map(({ name }) => name).join(" – ");
  return [
    `Match ${match} of league ${league_id}, round ${round}: ${names}: ${termination ?? status}`,
    ...games.flatMap(({ game_id, winner, reason, termination: how, efforts }) => [
      `Game ${game_id}: ${reason === null ? "is being played" : `${winner ?? "nobody"} won (${how}: ${reason})`}`,
      ...efforts.map(({ ply, name, text }) => `  move ${ply}, ${name}: ${visibleLine(text)}`),
    ]),
    ...players.flatMap(({ name, troubles, calls }) => [
      "",
      `${name}:`,
      ...(troubles.length === 0 ? ["  no forfeit, and no suspension"] : []),
      ...troubles.map(({ at, text }) => `  ${at} ${visibleLine(text)}`),
      ...calls.flatMap(callLines),
    ]),
  ].join("\n");
}

const callLines = ({ at, tool, to, about, ms, failure, asked: message, answered }: PlayerCall): readonly string[] => [
  `  ${at} ${tool} to ${visibleLine(to)} for ${about}: ${failure === null ? "answered" : visibleLine(failure)} (${ms} ms)`,
  `    asked:    ${visibleLine(message)}`,
  `    answered: ${answered === null ? "nothing" : visibleLine(answered)}`,
];

export function tableText(league: LeagueReport): string {
  const { standings, crosstable } = league;
  const columns = printedColumns(league);
  const others = standings.length <= 12 ? standings : [];
  const rows = standings.map((row, index) => [
    String(row.rank),
    [row.name, rowNotes(row)].filter((text) => text !== null).join(": "),
    ...columns.map(({ text }) => text(row)),
    ...others.map((_, at) => (at === index ? "·" : (crosstable[index]?.[at] ?? ""))),
  ]);
  const head = ["#", "Name", ...columns.map((column) => column.head), ...others.map(({ rank }) => String(rank))];
  return columnsText(head, rows, new Set([1]));
}

/** Further figures of all entrants, a line each. */
export const figuresText = ({ standings }: LeagueReport): string =>
  standings
    .map(
      (row) =>
        `${row.name}: ${figureFacts(row)
          .map((fact) => fact.join(" "))
          .join("; ")}`,
    )
    .join("\n");
