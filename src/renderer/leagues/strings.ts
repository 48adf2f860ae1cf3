import { scaleName } from "../../shared/league-words.ts";
import type { LeagueMeasure, ReviewState } from "../../shared/leagues.ts";
import { amount } from "../../shared/text.ts";

export * from "../ui/strings.ts";

export const entrantCount = (count: number) => amount(count, "entrant");
export const bracket = "Bracket";
export const bracketScrolling = "Bracket, scrolling";
export const final = "Final";
export const semiFinals = "Semi-finals";
export const toCome = "to come";
export const matchStates = {
  assigned: toCome,
  invited: "invited",
  playing: "playing",
  paused: "paused",
  stopped: "not played",
  reported: "over",
};
export const waitingFor = (names: readonly string[]) =>
  `waiting for ${new Intl.ListFormat("en").format(names.map((name) => (name === "You" ? "you" : name)))}`;
export const timeIsLeft = "left";
export const bye = "bye";
export const level = (level: string) => `level: ${level}`;
export const against = (a: string) => `${a} against`;

export const crosstable = "Crosstable";
export const points = "Points";
export const wonDrawnLost = (count: number, count2: number, count3: number) =>
  `${count} won, ${count2} drawn, ${count3} lost`;
export const roundNotPlayed = (round: number) => `Round ${round}, not played`;
export const againstInRound = (result: string, opponent: string, round: number) =>
  `${result} against ${opponent} in round ${round}`;

export const entrant = "Entrant";
export const fetchingEntrant = "Fetching the entrant…";
export const allLeagues = "All leagues";
export const league = "The league";
export const inItsOwnWords = "In its own words:";
export const itsOwnStatus = (moment: string) => `Its own status, ${moment}:`;
export const noGameWasPlayedYet = "No games yet.";
export const rank = "Rank";
export const wonDrawnLostLabel = "Won – drawn – lost";
export const score = "Score";
export const byLot = "by lot";
export const placeByLot = "Equal on points and tie-breaks: a lot decided this place";
export const againstLabel = "Against";
export const opponent = "Opponent";
export const openings = "Openings";
export const beingPlayed = "being played";
export const move = (moves: number) => `${amount(moves, "move")}`;

export const whatWentWrong = "What went wrong";
export const lastCalls = "Last calls";
export const forMs = (tool: string, about: string, ms: number, failure: string) =>
  `${tool} for ${about}, ${ms} ms: ${failure}`;
export const askedLabel = "Asked";
export const answeredLabel = "Answered";

/** Each with the end of its file's name, after the league's; that of games in their own notation is the game's. */
export const files = [
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
export const exportLabel = "Export";
export const allItsGamesInHistory = "All games of this league";
export const allThatThere = "Everything, for programs";
export const json = "JSON";

export const seed = "Seed";
export const sha256OfSeed = "SHA-256 of seed and secret";
export const secret = "Secret";
export const setUp = "Set up";
export const startedLabel = "Started";
export const finishedLabel = "Finished";
export const inLeagueV1 = "In league.v1";
export const referees = "Referees";

export const wasTakenOut = (name: string) => `${name} was removed.`;
export const takeOut = (name: string) => `Remove ${name}?`;
export const itLosesItsMatches = "It loses the matches that it has still to play, and cannot come back.";
export const comesBack = (joins: boolean) =>
  joins
    ? "Nobody can join until the league is resumed."
    : "Only assistants and endpoints can join again. All others are entered when the league is set up.";
export const giveNewToken = "Give it a new token";
export const newToken = (name: string) => ({
  title: `Give ${name} a new token?`,
  text: "The token and the connection that its place is held by now end at once, in its running game as well. Paste the new prompt into the assistant that is to play on as this entrant.",
  action: giveNewToken,
});
export const ofLabel = (maxEntrants: number) => ` of ${maxEntrants}`;
export const nobodyHasEnteredYet = "Nobody has entered yet.";
export const doesNotAnswer = "does not answer";
export const notHereYet = "not here yet";
export const invitedNow = "invited,";
export const awaitedTitle = "Waited for";
export const awaitedPlaces = (count: number) => `${amount(count, "place")} to be taken`;
export const startsWithout = (count: number) =>
  count === 0
    ? ""
    : ` ${amount(count, "place is", "places are")} still to be taken: an entrant that has not come loses the matches that it misses.`;
export const howAgentJoins = "How an assistant joins";
export const pasteThisIntoAssistant =
  "Paste this into an assistant that is connected to Kibitz. It enters, and plays all its matches by itself.";
export const isItNotConnectedYet = "Not connected yet?";

export const scrolling = (label: string) => `${label}, scrolling`;

export const roundOf = (round: number, roundsTotal: number) => `round ${round} of ${roundsTotal}`;
export const ofMatches = (number: string, matchesTotal: number) =>
  `${number} of ${amount(matchesTotal, "match", "matches")}`;
export const noChampion = (noChampion: string) => `No champion: ${noChampion}.`;
export const startWithEntrant = (entrants: number) => `Start with ${amount(entrants, "entrant")}?`;
export const firstRoundIsDrawn = (takesLate: boolean) =>
  `The first round is paired at once${takesLate ? "" : ", and nobody can join after that"}.`;
export const startLeague = "Start the league";
export const joinPromptCopiedPaste = "Join prompt copied. Paste it into each assistant that should play.";
export const resume = "Resume";
export const finish = "Finish matches";
export const finishMeans = "Plays the matches that have begun to their end, begins no other, then pauses the league.";
export const finishing = (isPaused: boolean) =>
  isPaused ? "the matches that had begun are over" : "pauses after the matches that have begun";
export const cancelThisLeague = "End this league?";
export const gamesInProgressStop =
  "Games in progress are stopped, and the league cannot be resumed. Games already played are kept.";
export const leagueDeleted = (name: string) => `League ${name} deleted. Its games stay.`;
export const thisLeagueIsDeleted = "This league is deleted.";
export const deletedLeagues = "Deleted leagues";
export const noLeagueIsDeleted = "No deleted leagues.";
export const restoreLeague = (id: string) => `Restore league ${id}`;
export const cancelLeague = "End the league";
export const cancel = "End…";
export const rename = "Rename…";
export const renameTitle = "Rename this league";
export const again = "Set up again";

export const watchingFromElsewhere = "Watching from elsewhere";
export const watchingMeans = (isWatched: boolean) =>
  isWatched
    ? "Anyone who has the addresses can watch the league. New addresses replace them."
    : "Two addresses let others watch: a broadcast reads the games from one, the other shows the board. Nothing can be changed there.";
export const copyNewAddresses = "Copy new addresses";
export const addressesCopied = "Addresses of the games and of the board copied. They are not shown again.";
export const endAddresses = "End the addresses";
export const eventsGoTo = (url: string) => `Its events are sent to ${url}.`;
export const webhookFails = (reason: string, since: string, isGivenUp: boolean) =>
  `That address has accepted none since ${since}: ${reason}. Kibitz ${isGivenUp ? "has given up" : "keeps trying"}.`;

export const fetchingLeague = "Fetching the league…";
export const firstThree = "The first three";
export const champion = "Champion";
export const finalist = "Finalist";
export const finalFinal = (final: string) => `, final ${final}`;
export const ratings = "Ratings";
export const ratingList = "Rating list";
export const overAllRatedGames =
  "Over all rated games, with 95% intervals: where two overlap, it is not clear yet who is stronger.";
export const leagueWasCancelled = "The league was cancelled.";
export const leagueIsOver = (champion: string | null) =>
  `The league is over.${champion === null ? "" : ` ${champion} has won.`}`;
export const roundIsOverLeadsWith = (roundsOver: number, name: string, inPoints: string) =>
  `Round ${roundsOver} is over. ${name} leads with ${inPoints}.`;
export const roundIsOverGoOn = (roundsOver: number, count: number) =>
  `Round ${roundsOver} is over: ${count} are still in.`;
export const roundIsOver = (roundsOver: number, outcome: string) => `Round ${roundsOver} is over. ${outcome}.`;

export const olderLeagues = "Older leagues";
export const wonBy = "won by";
export const ofRoundsTotal = (roundsTotal: number) => `of ${roundsTotal}`;
export const leaguePlaysAgentsStrategies =
  "A league plays assistants, strategies and the computer’s levels against each other, as often as it takes to know who is stronger: a schedule that is fair to all, a table with tie-breaks, ratings with their intervals.";
export const setUpFirstLeague = "Set up the first league";
export const fromTerminal = "From a terminal:";

export const liveBoards = "Live boards";
export const andMoreAtSameTime = (remaining: number) => `and ${remaining} more at the same time`;

export function ratingBy({ games, games_most, within, enough }: LeagueMeasure, over: boolean): string {
  const narrower = `narrower than ${within}`;
  const unreached = over ? `Ended before the interval was ${narrower}` : `Continues until the interval is ${narrower}`;
  const stand = enough ? `The interval is ${narrower}, as requested` : unreached;
  return `After ${amount(games, "game")} of at most ${games_most}, on ${scaleName}. ${stand}.`;
}
export const scoreAgainstEachLevel = "Score against each level";
export const ofWon = (won: string, count: number) => `${won} of ${count}`;

export const whoIsStronger = "Who is stronger";
export const afterPair = (pairs: number) => `after ${amount(pairs, "pair")}`;
export const elo = (text: string) => `${text} Elo`;
export const strongerWithLikelihoodOf = ", stronger with a probability of";
export const pairsByPointsOfFirst = "Pairs by points of the first";
export const of2 = "of 2";
export const llr = "LLR";
export const decidedAtOr = (replace: string, upper: string) => `decided at ${replace} or ${upper}`;

export const roundByRound = "Round by round";
export const rounds = "Rounds";
export const toRound = (round: number) => `to ${round}`;
export const againstResult = (result: string, opponent: string) => `${result} against ${opponent}`;

export const ratingListTitle = (title: string) => `Rating list, ${title}`;
export const fetchingList = "Fetching the list…";
export const nobodyHasPlayedRatedGame = "There are no rated games yet. League games count:";
export const setOneUp = "set one up";
export const meanOfAll = "The mean of all is 1500.";
export const gameEachWithSameWeight = (games: number, text: string) =>
  `${amount(games, "game")}, all with the same weight. Ratings are estimates of strength, with 95% intervals. ${text}`;
export const movingFirstIsWorth = (firstMove: string) => ` Moving first is worth ${firstMove}.`;
export const ratingsWithTheirIntervals = "Ratings with their intervals";
export const records = "Records";
export const place = "Place";
export const lastPlayed = "Last played";

export const stopsAfterThisGame = "Stops after this game";
export const reviewGame = (remaining: number) => `Review ${amount(remaining, "game")}`;
export const reviewedGames = ({ games, reviewed }: ReviewState) =>
  `An engine has reviewed ${reviewed === games ? "all" : `${reviewed} of`} ${amount(games, "game")}. ${reviewed === 0 ? "Once it has, accuracy" : "Accuracy"} and mistakes appear in the table.`;
export const gamesReviewed = "Games reviewed";

export const previousRound = "Previous round";
export const nextRound = "Next round";
export const fetchingRound = "Fetching the round…";
export const gameAgainst = (index: number, a: string, b: string) => `Game ${index}, ${a} against ${b}`;

export const isPlaying = "playing";
export const standings = "Standings";
export const fewerFigures = "Fewer figures";
export const allFigures = "All figures";
export const playing = "Playing";
export const sinceRoundBefore = (words: string) => `${words} since the previous round`;

export const endingsHeading = "How games ended";
