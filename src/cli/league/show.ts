import { readOptions } from "../../main/start/read-options.ts";
import { type Options, optionHelp } from "../../shared/command-options.ts";
import type { Fields } from "../../shared/fields.ts";
import { figureFacts } from "../../shared/figure-facts.ts";
import { printedColumns } from "../../shared/league-columns.ts";
import { remarksOf, rowNotes } from "../../shared/league-facts.ts";
import { standText } from "../../shared/league-words.ts";
import type { LeagueDetail, LeagueMatchDetail, LeagueReport, PlayerCall } from "../../shared/leagues.ts";
import { accept, invalid } from "../../shared/result.ts";
import { quote, visibleLine } from "../../shared/text.ts";
import { asHost, askOptions, columnsText, failFor, folderOptions, hostOptionsIn, print, withHost } from "../command.ts";
import { fileOptions, readFiles, writeFiles } from "../files.ts";
import { type Method, requestHost } from "../request-host.ts";

/** The usage of a command about one league. */
const usageOf = (words: string, does: string, options: Options): string => `Usage: kibitz league ${words} [options]

${does}

${optionHelp(options)}

Exit code: 0 when it is done; 1 if it could not be; 2 for a wrong option.
`;
const showOptions = { "match N": "show this match", ...askOptions } as const;
const exportOptions = { ...fileOptions, "port PORT": asHost, ...folderOptions } as const;

const showUsage = usageOf(
  "show ID",
  `Prints a league's table, its figures and its matches, or one match with the reason for each forfeit, each move that was
tried again or did not come, and the last calls to its players that are servers or models: what they were asked, what
they answered, and how long it took. The running Kibitz keeps the last 50 calls to a player in its memory; the reasons
are kept with the games.`,
  showOptions,
);
const exportUsage = usageOf(
  "export ID",
  "Writes files of a league, from which its table and its ratings can be computed again.",
  exportOptions,
);

/** The commands about one league that are one request: their words after its number, what they do, method and path. */
const commands: Readonly<Record<string, readonly [words: string, does: string, method: Method, path: string]>> = {
  pause: ["", "Begins no further game until the league is resumed; games under way are played on.", "POST", "pause"],
  finish: ["", "Plays the matches that have begun to their end, and begins no other; then pauses.", "POST", "finish"],
  cancel: ["", "Ends the league and its games for good. Games already played are kept.", "POST", "cancel"],
  reissue: [
    " N",
    `Gives the place of entrant N in a league a new token, for an agent that lost the one it had, and prints the prompt with
which an assistant comes back to that place. The earlier token ends at once, in a running game as well.`,
    "POST",
    "entrants/N/reissue",
  ],
  watch: [
    " [--revoke]",
    `Makes the addresses at which spectators elsewhere follow a league, and prints them this once: its games as PGN, kept
current, for a broadcast, and a board for a page. Whoever knows one sees the league; nothing can be done there. The
addresses before end; with --revoke, all do.`,
    "POST",
    "spectators",
  ],
  webhook: [
    " URL [--revoke]",
    `Has each event of a league sent to URL from now on, signed after Standard Webhooks, and prints the secret for it this
once. URL is on this machine, or at a host that the setting endpoint_hosts names. With --revoke in place of URL nothing is
sent any more.`,
    "PUT",
    "webhook",
  ],
};

/** Reads the command line of a command about one league: the league's id is its first word, of so many. */
function readAbout<const Of extends Options>(
  [name, expectation]: readonly [name: string, expectation: string],
  args: readonly string[],
  of: Of,
  wordCount = 1,
) {
  const reading = readOptions(`league ${name}`, args, of, "take");
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
  const about = ["show", "one league by its number: kibitz league show ID"] as const;
  const reading = readAbout(about, args, showOptions);
  if (!reading.ok) return reading;
  const { match = null } = reading.value.values;
  if (match !== null && !/^\d{1,8}$/.test(match))
    return invalid(`--match: a match's number, from 1, not ${JSON.stringify(match.slice(0, 40))}`);
  return accept({ ...reading.value, match });
}

export const exportLeague = (args: readonly string[]): Promise<void> =>
  withHost(readExport(args), exportUsage, async (link, { id, files }) => writeFiles(link, id, files));

function readExport(args: readonly string[]) {
  const about = ["export", "one league by its number: kibitz league export ID --games FILE"] as const;
  const reading = readAbout(about, args, exportOptions);
  if (!reading.ok) return reading;
  const files = readFiles(reading.value.values);
  if (!files.ok) return files;
  if (!reading.value.help && Object.keys(files.value).length === 0)
    return invalid("say what to write: --games FILE, for one.");
  return accept({ ...reading.value, files: files.value });
}

/** Runs a command about one league that is one request, by its name. */
export async function commandLeague(name: string, args: readonly string[]): Promise<void> {
  const [, command] = Object.entries(commands).find(([each]) => each === name) ?? [];
  if (!command)
    return failFor(invalid(`There is no league command ${quote(name)}. \`kibitz league --help\` lists them.`));
  const [words, does, method, path] = command;
  const options = words.includes("--revoke") ? { revoke: "end what was set up before", ...askOptions } : askOptions;
  const revokes = args.includes("--revoke");
  const count = /^ (N|URL)/.test(words) && !revokes ? 2 : 1;
  const reading = readAbout([name, `one league: kibitz league ${name} ID${words}`], args, options, count);
  return withHost(reading, usageOf(`${name} ID${words}`, does, options), async (link, { id, second, json }) => {
    const address = `/api/leagues/${encodeURIComponent(id)}/${path.replace("N", encodeURIComponent(second))}`;
    const body = method === "PUT" && !revokes ? { url: second } : undefined;
    print(json, await requestHost<Fields | null>(link, revokes ? "DELETE" : method, address, body), answerText);
  });
}

/** An answer in words: what was made, or how the league stands. */
function answerText(answer: Fields | null): string {
  if (!answer) return "It is done.";
  const { league_id, status, finishing, prompt, ...others } = answer;
  if (typeof prompt === "string") return prompt;
  const until = finishing && status === "running" ? " until the matches that have begun are over" : "";
  if (league_id !== undefined) return `League ${league_id} is ${status}${until}.`;
  return Object.entries(others)
    .map(([field, value]) => `${field}: ${value}`)
    .join("\n");
}

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
        return `Round ${round}, match ${match_id.replace(/^.*m/, "")}: ${a} – ${b ?? "bye"}: ${standText(match)}`;
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
