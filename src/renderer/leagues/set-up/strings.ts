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

// rules.tsx
export const all = "all";
export const drawnAtStart = "drawn";
export const any = "any";
export const none = "none";
export const scheduleAndPoints = "Schedule and points";
export const rounds = "Rounds";
export const pointsFor = (each: string) => `Points for a ${each}`;
export const matchesAtOnce = "Matches at once";
export const seed = "Seed";
export const withSameSecretItDraws = "The same seed and secret give the same random choices.";
export const secret = "Secret";
export const ofLeagueThatIsOver = "A finished league’s secret repeats its random choices.";
export const endMatchAsSoon = "End a match as soon as it is decided";
export const start = "The start";
export const lateAndRefusedMoves = "Late and illegal moves";
export const illegalMovesBeforeLoss = "Illegal moves before a loss";
export const inOneGame = "In one game.";
export const timeToComeSeconds = "Time to show up, seconds";
export const toMatchThen = "For each match; after that it is lost.";
export const misses = "Misses";
export const outAfterThisManyInRow = "An entrant is out after this many in a row.";
export const lateMoveIsMade = "Replace a late move with a random one instead of losing the game";
export const agentsAndModelsAreTold = "Tell agents and models the legal moves";
export const lot = "Drawing lots";
export const armageddon = "An Armageddon";
export const levelMatchesAreDecidedBy = "Level matches are decided by";
export const oneMoreGame = "One more game, in which a draw is a win for the second seat.";
export const pairsOfGamesBeforeIt = "Pairs of games before it";
export const gamesBeforeIt = "Games before it";
export const untilOneIsWon = "Until one is won.";
export const theseArePlayedInPairs = "These are played in pairs with the sides reversed";
export const keptApart = "Keep apart";
export const lineForEachGroupSuch =
  "A line for each group, such as Ada | Boole: they meet only if no other pairing is left.";
export const byes = "Byes";
export const lineForEachNameRound =
  "A line for each: name, round, and half a point, none or a full one, such as Ada | 2 | half.";
export const lateEntriesUntilRound = "Late entries, until round";
export const othersMayStillJoinUntil = "Entrants may still join until that round is over.";
export const halfPointForEachRound = "Half a point for each round that a late entry missed";
export const tieBreaksInThisOrder = "Tie-breaks, in this order";
export const chooseTieBreaks = (codes: string) => `Choose from ${codes}. If all are equal, lots are drawn.`;
export const adjudication = "Adjudication";
export const longestGameMoves = "Maximum game length, moves";
export const thenItIsDraw = "Then it is a draw.";
export const lostByScoreAsEngine = "Lost by engine score";
export const centipawnsBehind = "Centipawns behind";
export const forMovesOfBoth = "For this many moves";
export const drawnByScore = "Drawn by engine score";
export const withinCentipawns = "Within centipawns";
export const afterMove = "After move";
export const atMostElo = "At most, in Elo";
export const atLeastElo = "At least, in Elo";
export const falsePositives = "False positives, α";
export const falseNegatives = "False negatives, β";
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
export const game = "Game";
export const league = (title: string) => `${title} league`;
export const format = "Format";
export const gamesPerMatch = "Games per match";
export const timeLimitPerMoveSeconds = "Time limit per move, seconds";
export const moreRoundsPointsOpeningsRules = "More: rounds, points, openings, rules, adjudication, chance";
