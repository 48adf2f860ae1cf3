export const copyNote = "Copied.";
export const browserDidNotAllowCopying = "The browser did not allow copying. Select the text and copy it by hand.";

export const cancel = "Cancel";
export const close = "Close";

export const evaluating = "Evaluating";
export const noEvaluation = "No evaluation";
export const evaluation = (text: string) => `Evaluation ${text}`;
export const matesIn = (isFirst: boolean, moves: number) => `${isFirst ? "White" : "Black"} mates in ${moves}`;

export const columnGuide = "Column guide";

export const joinPromptCopied = "Join prompt copied. Paste it into your assistant.";
export const copyJoinPrompt = "Copy join prompt";

export const offersDraw = "offers a draw";
export const asksToTakeMoveBack = "asks to take a move back";

export const unknownGame = "This page does not know this game.";
export const thisBrowserCouldNotDraw = "This browser could not draw the picture.";

export const human = "Human";
export const you = "You";

export const restore = "Restore";
export const showMore = "Show more";
export const doneLabel = "Done";

// Texts of several folders: the `strings.ts` of each passes them on.
export const gameLabel = "Game";
export const connectAssistant = "Connect an assistant";
export const newGame = "New game";
export const watch = "Watch";
export const startLabel = "Start";
export const players = "Players";
export const roundNumber = (round: number) => `Round ${round}`;
export const entrantNumber = (number: number) => `Entrant ${number}`;
export const rating = "Rating";
export const opening = "Opening";
export const gamesLabel = "Games";
export const to = "To";
export const settings = "Settings";
export const format = "Format";
export const removeLabel = "Remove";
export const entrants = "Entrants";
export const remove = (name: string) => `Remove ${name}`;
export const name = "Name";
export const pause = "Pause";
export const deleteLabel = "Delete";
export const undo = "Undo";
export const deletedLabel = "Deleted…";
export const save = "Save";
export const leagueId = (id: string) => `League ${id}`;
export const leagues = "Leagues";
export const newLeague = "New league";
export const reviewLabel = "Review";
export const stop = "Stop";
export const levelNumber = (level: number) => `Level ${level}`;
export const enginesOfYourOwn = "Engines of your own";
export const cannotBeRead = (name: string) => `${name} cannot be read.`;
export const startingPosition = "Starting position";
export const hide = "Hide";
export const analysis = "Analysis";
export const connectLabel = "Connect";
export const kibitz = "Kibitz";
export const importGames = "Import games";
export const allGamesLabel = "All games";
export const resign = "Resign";
export const copyResumePrompt = "Copy resume prompt";
export const show = "Show";
export const board = "Board";
export const clockOf = (seat: string) => `${seat}’s clock`;
export const playMove = (text: string) => `Play ${text}?`;
export const confirm = "Confirm";
export const gameInText = (gameId: string) => `game ${gameId}`;
export const moves = "Moves";
export const gameNumbered = (id: string) => `Game ${id}`;
export const flipBoard = "Flip board";
export const decline = "Decline";
export const levelInText = (level: number) => `level ${level}`;
export const toMove = "to move";
export const afterGame = "After the game";
export const rematch = "Rematch";
export const analyse = "Analyse";
export const pgn = "PGN";
export const saveNamed = (name: string) => `Save ${name}`;
export const playFromHere = "Play from here";
export const isNotWaitingForYou = "is not waiting for your move.";
export const analysisBoard = "Analysis board";
export const practiseMistakes = "Practise mistakes";
export const tableTalk = "Table talk";
export const play = "Play";
export const theGame = "The game";
export const more = (others: number) => `${others} more`;
export const firstPosition = "First position";
export const previousMove = "Previous move";
export const nextMove = "Next move";
export const lastPosition = "Last position";
export const games = (count: number) => (count === 1 ? "1 game" : `${count} games`);
