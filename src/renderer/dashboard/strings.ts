export * from "../ui/strings.ts";

export const yourTurn = "Your turn";
export const bothToChoose = "Both to choose";

export const openSeat = "Open seat";
export const filterTitles = { live: "Live", "your-turn": yourTurn, "open-seat": openSeat, finished: "Finished" };
export const searchByPlayerOpening = "Search by player, opening or number";
export const searchByPlayerOrNumber = "Search by player or number";
export const playerOpeningOrNumber = "Player, opening or number";
export const playerOrNumber = "Player or number";
export const hits = (games: string) => `${games} found`;

export const openSeatLabel = "open seat";

export const showAs = "Show as";
export const cards = "Cards";
export const table = "Table";
export const kindOfGame = "Kind of game";
export const onlyMine = "Only mine";
export const filters = (count: number) => `Filters (${count})`;
export const filtersLabel = "Filters";
export const clearFilters = "Clear filters";
export const leagueNumber = (league = "") => `League ${league}`;
export const onlyOfShowAllLeagues = (name: string) => `Only ${name}: show all leagues`;
export const importLabel = "Import…";
export const selectedGamesInOneFile = "The selected games, in one file";
export const allGamesFoundInOne = "All games found, in one file";
export const saveAs = (count: number, name: string) => `Save ${count > 0 ? `${count} ` : ""}as ${name}`;
export const deleteLabel = (count: number) => `Delete ${count}`;
export const clearSelection = "Clear selection";

export const deletedGames = "Deleted games";
export const noGameIsDeleted = "No deleted games.";
export const restoreGame = (gameId: string) => `Restore game ${gameId}`;

export const fromElo = "from";
export const toElo = "to";
export const results = { first: "1–0", second: "0–1", draw: "½–½", won: "You won", lost: "You lost" };
export const result = "Result";
export const anyResult = "Any result";
export const leagueGames = "League games";
export const shownLabel = "Shown";
export const hiddenLabel = "Hidden";
export const onlyThese = "Only these";
export const nameOrCode = "Name or code";
export const date = "Date";
export const from = "From";
export const meanOfPlayersRatings =
  "The players’ average Elo, where known: from the file for imported games, as measured for the computer’s levels, and from the rating list for everyone in leagues.";
export const elo = "Elo";
export const lowestElo = "Lowest Elo";
export const highestElo = "Highest Elo";

export const finishedGames = "Finished games";
export const event = "Event";
export const added = (date: string) => `added ${date}`;
export const selectAllGames = "Select all games of this list";
export const selectGame = (gameId: string) => `Select game ${gameId}`;

export const nothing = {
  live: "No games in progress.",
  "your-turn": "It is not your turn in any game.",
  "open-seat": "No seat is waiting for an assistant.",
  finished: "No finished games yet.",
};
export const noFinishedGame = "No game matches these filters.";
export const noGameMatches = "No game matches “";
export const nothingHereMatches = "Nothing here matches “";
export const clearSearch = "Clear the search";
export const showFinishedGames = (count: number) => `Show ${count} finished ${count === 1 ? "game" : "games"}`;

export const youCanSelectUp = (most: number) => `You can select up to ${most} games one by one.`;
export const gameDeleted = (only: string | undefined) => `Game ${only} deleted.`;
export const gamesDeleted = (count: number) => `${count} games deleted.`;

export const level = "level";

export const toMoveSeat = (seat: string) => `, ${seat}, to move`;

export const setAsideBecauseItCannot = (names: string) => `Set aside, because it cannot be read: ${names}.`;
export const everythingElseGoesOnLog =
  "Everything else continues; the log says what is wrong. To restore it, quit Kibitz, put an earlier copy of its data folder in place, and start it again.";

export const leagueId = (id: string) => `league ${id}`;

export const study = "Study:";
