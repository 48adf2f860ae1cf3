import { remarksOf } from "../../shared/league-facts.ts";
import { standText } from "../../shared/league-words.ts";
import type { LeagueDetail, LeagueMatchDetail, PlayerCall } from "../../shared/leagues.ts";
import { accept, invalid } from "../../shared/result.ts";
import { visibleLine } from "../../shared/text.ts";
import { askFlags, hostOptionsIn, print, readFlags, texts, withHost } from "../command.ts";
import { requestHost } from "../request-host.ts";
import { figuresText, tableText } from "./table.ts";

const usage = `Usage: kibitz league show ID [options]

Prints a league's table, its figures and its matches, or one match with the reason for each forfeit, each move that was tried again or
did not come, and the last calls to its players that are servers or models: what they were asked, what they answered, and
how long it took. The running Kibitz keeps the last 50 calls to a player in its memory; the reasons are kept with the games.

  --match N     show this match
  --json        print one JSON object, and nothing else, on standard output
  --data-dir DIR, --port PORT   as for kibitz headless
  --help        print this

Exit code: 0 when it is printed; 1 if it could not be; 2 for a wrong option.
`;

/** `kibitz league show`: the games of a league, and the reasons of failures. */
export const showLeague = (args: readonly string[]): Promise<void> =>
  withHost(readOptions(args), usage, async (link, { id, match, json }) => {
    const address = `/api/leagues/${encodeURIComponent(id)}`;
    if (match === null) return print(json, await requestHost<LeagueDetail>(link, "GET", address), leagueText);
    print(json, await requestHost<LeagueMatchDetail>(link, "GET", `${address}/matches/${match}`), matchText);
  });

function readOptions(args: readonly string[]) {
  const reading = readFlags("league show", args, { ...texts("match"), ...askFlags }, "words");
  if (!reading.ok) return reading;
  const { values, positionals } = reading.value;
  const { match = null } = values;
  const [id = "", ...more] = positionals;
  if (!values.help && (id === "" || more.length > 0))
    return invalid("name one league by its number: kibitz league show ID");
  if (match !== null && !/^\d{1,8}$/.test(match))
    return invalid(`--match: a match's number, from 1, not ${JSON.stringify(match.slice(0, 40))}`);
  return accept({ ...hostOptionsIn(values), id, match });
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
