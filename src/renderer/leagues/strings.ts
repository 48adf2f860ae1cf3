import { scaleName } from "../../shared/league-words.ts";
import type { LeagueMeasure, ReviewState } from "../../shared/leagues.ts";
import { amount } from "../../shared/text.ts";

export const matchStates = {
  assigned: "to come",
  invited: "invited",
  playing: "playing",
  paused: "paused",
  stopped: "not played",
  reported: "over",
};
export const waitingFor = (names: readonly string[]) =>
  `waiting for ${new Intl.ListFormat("en").format(names.map((name) => (name === "You" ? "you" : name)))}`;

/** Each with the end of its file's name, after the league's; that of games in their own notation is the game's. */
export const leagueFiles = [
  { file: "csv", ending: ".csv", title: "CSV", hint: "The table, for a spreadsheet" },
  { file: "games.csv", ending: "-games.csv", title: "Games as CSV", hint: "A row for each game" },
  { file: "moves.csv", ending: "-moves.csv", title: "Moves as CSV", hint: "A row for each move" },
  { file: "trf", ending: ".trf", title: "TRF", hint: "FIDE’s tournament report, for pairing programs" },
  { file: "trf26", ending: "-26.trf", title: "TRF26", hint: "The same report in FIDE’s format of 2026" },
  { file: "html", ending: ".html", title: "Web page", hint: "One file that shows the league anywhere" },
  {
    file: "replay",
    ending: "-games.html",
    title: "Games as web page",
    hint: "One file in which the games can be played through anywhere",
  },
] as const;
export const gamesAs = (title: string, ending: string) =>
  ({ file: "pgn", ending, title, hint: `All games, for any program that reads ${title}` }) as const;
export const comesBack = (joins: boolean) =>
  joins
    ? "Nobody can join until the league is resumed."
    : "Only assistants and endpoints can join again. All others are entered when the league is set up.";
export const newToken = (name: string) => ({
  title: `Give ${name} a new token?`,
  text: "The token and the connection that its place is held by now end at once, in its running game as well. Paste the new prompt into the assistant that is to play on as this entrant.",
  action: "Give it a new token",
});
export const startsWithout = (count: number) =>
  count === 0
    ? ""
    : ` ${amount(count, "place is", "places are")} still to be taken: an entrant that has not come loses the matches that it misses.`;
export const joinPromptCopiedPaste = "Join prompt copied. Paste it into each assistant that should play.";
export const leagueIsOver = (champion: string | null) =>
  `The league is over.${champion === null ? "" : ` ${champion} has won.`}`;

export function ratingBy({ games, games_most, within, enough }: LeagueMeasure, over: boolean): string {
  const narrower = `narrower than ${within}`;
  const unreached = over ? `Ended before the interval was ${narrower}` : `Continues until the interval is ${narrower}`;
  const stand = enough ? `The interval is ${narrower}, as requested` : unreached;
  return `After ${amount(games, "game")} of at most ${games_most}, on ${scaleName}. ${stand}.`;
}
export const gameEachWithSameWeight = (games: number, text: string) =>
  `${amount(games, "game")}, all with the same weight. Ratings are estimates of strength, with 95% intervals. ${text}`;
export const reviewedGames = ({ games, reviewed }: ReviewState) =>
  `An engine has reviewed ${reviewed === games ? "all" : `${reviewed} of`} ${amount(games, "game")}. ${reviewed === 0 ? "Once it has, accuracy" : "Accuracy"} and mistakes appear in the table.`;
