import { firstMoveText, ratingText, repeatsText, scaleText, virtualDrawsText } from "../shared/league-words.ts";
import type { RatingListReport } from "../shared/leagues.ts";
import { accept } from "../shared/result.ts";
import { columnsText } from "./columns.ts";
import { askFlags, hostOptionsIn, print, readFlags, texts, withHost } from "./command.ts";
import { gameNames } from "./games.ts";
import { requestHost } from "./request-host.ts";

export const usage = async (): Promise<string> => `Usage: kibitz ratings [options]

Prints the rating list over all rated games of a kind, in leagues or not, with 95 % intervals.

  --game GAME   ${(await gameNames()).games}
  --json        print one JSON object, and nothing else, on standard output
  --data-dir DIR, --port PORT   as for kibitz headless
  --help        print this

Exit code: 0 when it is printed; 1 if it could not be; 2 for a wrong option.
`;

/** `kibitz ratings`: the rating list. */
export const ratings = (args: readonly string[]): Promise<void> =>
  withHost(readOptions(args), usage, async (link, { json, game }) => {
    const query = game === undefined ? "" : `?${new URLSearchParams({ game })}`;
    print(json, await requestHost<RatingListReport>(link, "GET", `/api/ratings${query}`), listText);
  });

function readOptions(args: readonly string[]) {
  const read = readFlags("ratings", args, { ...texts("game"), ...askFlags });
  if (!read.ok) return read;
  const { values } = read.value;
  return accept({ ...hostOptionsIn(values), game: values.game });
}

function listText(list: RatingListReport): string {
  const { game, scale, games, first_move, entries } = list;
  const added = virtualDrawsText(list);
  const repeated = repeatsText(list.repeats);
  const rows = entries.map(({ name, kind, rating, ...each }, index) => [
    String(index + 1),
    name,
    kind,
    ratingText(rating),
    ...[each.games, each.won, each.drawn, each.lost].map(String),
  ]);
  const stands = scale === "levels" ? scaleText : "The mean of all who can be compared is 1500.";
  return [
    `Ratings in ${game}, from ${games} games; ± is half of the 95 % interval.`,
    stands,
    ...(first_move === null || games === 0 ? [] : [`The first move is worth ${firstMoveText(list)}.`]),
    ...(added === null ? [] : [added]),
    ...[repeated, list.caution ?? null].filter((text) => text !== null),
    "",
    columnsText(["#", "Name", "Kind", "Rating", "Games", "W", "D", "L"], rows, new Set([1, 2])),
  ].join("\n");
}
