import { readOptions } from "../main/start/read-options.ts";
import { optionHelp } from "../shared/command-options.ts";
import { ratingColumns } from "../shared/league-columns.ts";
import { spreadText } from "../shared/league-facts.ts";
import { firstMoveText, repeatsText, scaleText } from "../shared/league-words.ts";
import type { RatingListReport } from "../shared/leagues.ts";
import { accept } from "../shared/result.ts";
import { askOptions, columnsText, hostOptionsIn, print, withHost } from "./command.ts";
import { requestHost } from "./request-host.ts";
import { textOption } from "./request-options.ts";

const options = { "game GAME": textOption("game"), ...askOptions } as const;

export const usage = async (): Promise<string> => `Usage: kibitz ratings [options]

Prints the rating list over all rated games of a kind, in leagues or not, with 95 % intervals.

${optionHelp(options, (await import("../main/commands/field-help.ts")).fieldHelp("league"))}

Exit code: 0 when it is printed; 1 if it could not be; 2 for a wrong option.
`;

export const ratings = (args: readonly string[]): Promise<void> =>
  withHost(readRequest(args), usage, async (link, { json, game }) => {
    const query = game === undefined ? "" : `?${new URLSearchParams({ game })}`;
    print(json, await requestHost<RatingListReport>(link, "GET", `/api/ratings${query}`), listText);
  });

function readRequest(args: readonly string[]) {
  const reading = readOptions("ratings", args, options);
  if (!reading.ok) return reading;
  const { values } = reading.value;
  return accept({ ...hostOptionsIn(values), game: values.game });
}

function listText(list: RatingListReport): string {
  const { game, scale, games, first_move, entries } = list;
  const notes = [spreadText(list), repeatsText(list.repeats), list.caution ?? null].filter((text) => text !== null);
  const rows = entries.map((row, index) => [
    String(index + 1),
    row.name,
    row.kind,
    ...ratingColumns.map(({ text }) => text(row)),
  ]);
  const stands = scale === "levels" ? scaleText : "The mean of all is 1500.";
  return [
    `Ratings in ${game}, from ${games} games; ± and brackets are 95 % intervals.`,
    stands,
    ...(first_move === null || games === 0 ? [] : [`The first move is worth ${firstMoveText(list)}.`]),
    ...notes,
    "",
    columnsText(["#", "Name", "Kind", ...ratingColumns.map(({ head }) => head)], rows, new Set([1, 2])),
  ].join("\n");
}
