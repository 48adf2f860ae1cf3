// draft.ts
export const twoNamesOrMore = (pair: string) => `Enter two or more names per line, such as Ada | Boole, not ${pair}.`;
export const nameAndRoundSuch = (bye: string) => `Enter a name and a round, such as Ada | 2 | half, not ${bye}.`;

// entrant-row.tsx
export const level = (level: number) => `Level ${level}`;
export const name = "Name";
export const you = "You";
export const anyoneWhoJoins = "Anyone who joins";
export const entrant = (place: number) => `Entrant ${place}`;
export const nameWho = (who: string) => `${who}, name`;
export const removeEntrant = (place: number) => `Remove entrant ${place}`;
export const levelWho = (who: string) => `${who}, level`;
export const engine = "engine ";
export const enginesOfYourOwn = "Engines of your own";
export const strategy = (who: string) => `${who}, strategy`;
export const address = (who: string) => `${who}, address`;
export const askedByKibitz = "asked by Kibitz, with your key";
export const playsHereAndIsCalled = "plays here and is called to each match";
export const joinsByName = "joins under a name of its own";
export const joinsByThisName = "joins under this name";

// entrant-rows.tsx
export const entrants = "Entrants";
export const add = (kindTitle: string) => `Add: ${kindTitle}`;

// model-fields.tsx
export const usual = "usual";
export const anthropic = "Anthropic";
export const google = "Google";
export const board = "Board";
export const movesSoFar = "Moves so far";
export const legalMoves = "Legal moves";
export const addressLabel = "Address";
export const providersOwn = "the provider’s own";
export const provider = "Provider";
export const model = "Model";
export const asProviderNamesIt = "as the provider names it";
export const millionIn = "$ per million in";
export const millionCached = "$ per million cached";
export const asIn = "as in";
export const millionOut = "$ per million out";
export const keyTemperatureWhat = "Key, temperature, instructions";
export const nameOfKey = "Name of the key";
export const temperature = "Temperature";
export const instructions = "Instructions";

// openings.tsx
export const usualStart = "Usual start";
export const balancedSuite = "Balanced suite";
export const myOwn = "My own";
export const drawnFromSeed = "Drawn from the seed";
export const asTheyStand = "As they stand";
export const anotherForEachPair = "A new one for each pair";
export const oneRound = "One per round";
export const openings = "Openings";
export const order = "Order";
export const which = "Which";
export const isLongerThanSuiteMay = (name: string) => `${name} is longer than a suite may be.`;
export const cannotBeRead = (name: string) => `${name} cannot be read.`;
export const openFile = "Open a file…";
export const suite = "Suite";
export const epdPositionLineOrPgn = "EPD with one position per line, or PGN with one opening per game.";

// figure.tsx
export const figures = {
  games_per_match: { label: "Games per match" },
  rounds: { label: "Rounds", placeholder: "all" },
  "points.win": { label: "Points for a win" },
  "points.draw": { label: "Points for a draw" },
  "points.loss": { label: "Points for a loss" },
  "points.bye": { label: "Points for a bye" },
  "late_entries.rounds": {
    label: "Late entries, until round",
    placeholder: "none",
    hint: "Entrants may still join until that round is over.",
  },
  "decider.extra_games": { label: "Games before it", hint: "Until one is won." },
  "decider.extra_pairs": { label: "Pairs of games before it", placeholder: "none", hint: "Until one is won." },
  move_seconds: { label: "Time limit per move, seconds" },
  max_illegal: { label: "Illegal moves before a loss", placeholder: "any", hint: "In one game." },
  invite_seconds: { label: "Time to show up, seconds", hint: "For each match; after that it is lost." },
  misses: { label: "Misses", hint: "An entrant is out after this many in a row." },
  longest_game: { label: "Maximum game length, moves", placeholder: "none", hint: "Then it is a draw." },
  "adjudication.resign.score": { label: "Centipawns behind" },
  "adjudication.resign.moves": { label: "For this many moves" },
  "adjudication.draw.score": { label: "Within centipawns" },
  "adjudication.draw.moves": { label: "For this many moves" },
  "adjudication.draw.after_move": { label: "After move" },
  "sprt.elo0": { label: "At most, in Elo" },
  "sprt.elo1": { label: "At least, in Elo" },
  "sprt.alpha": { label: "False positives, α" },
  "sprt.beta": { label: "False negatives, β" },
  concurrency: { label: "Matches at once" },
  seed: { label: "Seed", placeholder: "drawn", hint: "The same seed and secret give the same random choices." },
};

// rules.tsx
export const drawnAtStart = "drawn";
export const none = "none";
export const scheduleAndPoints = "Schedule and points";
export const secret = "Secret";
export const ofLeagueThatIsOver = "A finished league’s secret repeats its random choices.";
export const endMatchAsSoon = "End a match as soon as it is decided";
export const start = "The start";
export const lateAndRefusedMoves = "Late and illegal moves";
export const lateMoveIsMade = "Replace a late move with a random one instead of losing the game";
export const agentsAndModelsAreTold = "Tell agents and models the legal moves";
export const lot = "Drawing lots";
export const armageddon = "An Armageddon";
export const levelMatchesAreDecidedBy = "Level matches are decided by";
export const oneMoreGame = "One more game, in which a draw is a win for the second seat.";
export const theseArePlayedInPairs = "These are played in pairs with the sides reversed";
export const keptApart = "Keep apart";
export const lineForEachGroupSuch =
  "A line for each group, such as Ada | Boole: they meet only if no other pairing is left.";
export const byes = "Byes";
export const lineForEachNameRound =
  "A line for each: name, round, and half a point, none or a full one, such as Ada | 2 | half.";
export const halfPointForEachRound = "Half a point for each round that a late entry missed";
export const tieBreaksInThisOrder = "Tie-breaks, in this order";
export const chooseTieBreaks = (codes: string) => `Choose from ${codes}. If all are equal, lots are drawn.`;
export const adjudication = "Adjudication";
export const lostByScoreAsEngine = "Lost by engine score";
export const drawnByScore = "Drawn by engine score";
export const sequentialTest = "Sequential test";
export const sprtByPairsOfGames = "SPRT over pairs of games: is the first that much stronger than the second?";
export const endAsSoon = "Stop as soon as it is clear who is stronger";

// set-up-dialog.tsx
export const clockRange = "1 second to 24 hours for each side, plus at most an hour per move.";
export const newLeague = "New league";
export const cancel = "Cancel";
export const openToJoin = "Open to join";
export const startLabel = "Start";
export const entrantIsNotCompleteYet = (lacking: number | undefined) => `Entrant ${lacking} is not complete yet.`;
export const entrantsAreNotCompleteYet = (lacking: string) => `Entrants ${lacking} are not complete yet.`;
export const openingsAreStill = "The openings are missing.";

// set-up-form.tsx
export const league = (title: string) => `${title} league`;
export const format = "Format";
export const moreRoundsPointsOpeningsRules = "More: rounds, points, openings, rules, adjudication, chance";
