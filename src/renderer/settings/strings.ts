export * from "../ui/strings.ts";

export const hostIsExpectedSuch = "Enter a host, such as 10.0.0.5 or 10.0.0.5:8101.";
export const atMostHosts = (most: number) => `At most ${most} hosts.`;
export const playersThatAreServers = "Players on other machines";
export const leagueCallsPlayers =
  "Leagues call players on this machine, and on other machines only those at the hosts listed here.";
export const allowHost = "Allow a host";
export const withPortThatPortAlone = "If you add a port, only that port is allowed.";
export const add = "Add";

export const analyseWith = "Analyse with";
export const forScoresBestLinesReviews =
  "For scores, best lines, reviews, and leagues that end games by score. The computer’s levels stay as they are.";
export const engineIsMissing = (engine: string) =>
  `“${engine}” is missing, so Kibitz’s own engine is used. Choose another.`;
export const kibitzsOwnEngine = "Kibitz’s own engine";

export const testing = "Testing…";
export const testAndAdd = "Test and add";
export const program = "Program";
export const wholePathSuchAsUsr = "The full path, such as /usr/games/stockfish.";
export const options = "Options";
export const oneLineSuchAsHash = "One per line, such as Hash = 64. A button takes no value: Clear Hash =.";
export const argumentsAndThinkingTime = "Arguments and thinking time";
export const argumentsOfProgram = "Arguments of the program";
export const oneLine = "One per line.";
export const secondsMoveWhereThere = "Seconds per move, without a clock";
export const enterName = "Enter a name.";
export const enterProgramsPath = "Enter the program’s path.";
export const numberOfSecondsUp = "Enter a number of seconds, up to an hour.";

export const thereIsStockfish = "Stockfish was found on this machine.";
export const testAndAddIt = "Test and add it";

export const sounds = { move: "Move", capture: "Capture", check: "Check", low: "Low time", end: "End" };
export const listen = "Try";
export const blockedInThisBrowserAllow = "Blocked in this browser: allow them in its settings for this site.";
export const forYourTurnsAndMatches = "For your turns and matches, while this tab is hidden.";
export const notifications = "Notifications";

export const wholeNumberFromTo = (least: number, most: number) => `Enter a whole number from ${least} to ${most}.`;

export const lettersDigitsAndSuch = "Letters, digits and _, such as OLLAMA_API_KEY.";
export const keep = "Keep";
export const asInKeyEnv = "The name that an entrant’s key_env gives.";
export const key = "Key";
export const pasteKey = "Enter the key.";

export const anthropic = "Anthropic";
export const google = "Google";
export const removeKey = (name: string) => `Remove the key ${name}?`;
export const modelsThatAreAsked = "Models that use it cannot play until you set it again.";
export const removeKeyLabel = "Remove the key";
export const apiKeys = "API keys";
export const whatKeysAreFor = "For language models that play in leagues.";
export const keysAreKept = "A key is kept in the system’s keychain and never shown again.";
export const byNameBelowBeforeKibitz = (obstacle: string) => `${obstacle} with the name below before Kibitz starts.`;
export const setKey = (name: string) => `Set the key ${name}`;
export const replace = "Replace";
export const set = "Set";
export const removeKeyName = (name: string) => `Remove the key ${name}`;
export const addKeyByAnotherName = "Add a key by another name";
export const notSet = "Not set";
export const setByEnvironment = "Set by the environment";

export const uciEngine = "a UCI engine";
export const engineWorks = (title: string) => `It works: ${title}.`;
export const unnamedEngine = "It";
export const removeEngine = (name: string) => `Remove the engine “${name}”?`;
export const andKibitzsOwnEngineAnalyses = ", and Kibitz’s own engine analyses";
export const leaguesCanEnterItNo = (plays: string, text: string) =>
  `${plays} Leagues can no longer enter it${text}. The program itself stays where it is.`;
export const removeEngineLabel = "Remove the engine";
export const programsOnThisMachine =
  "Programs on this machine that speak UCI. They can take part in leagues, and analyse.";
export const addEngine = "Add an engine";
export const secondsPerMove = (moveMs: number) => `${moveMs} s per move`;
export const test = (name: string) => `Test ${name}`;
export const testLabel = "Test";

export const look = "Look";
export const host = "This Kibitz";
export const aboutKibitzAndItsLicences = (version: string) => `About Kibitz ${version} and its licences`;

export const savedText = "Saved.";
