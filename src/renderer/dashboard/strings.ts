export const filterTitles = { live: "Live", "your-turn": "Your turn", "open-seat": "Open seat", finished: "Finished" };
export const resultTexts = { first: "1–0", second: "0–1", draw: "½–½", won: "You won", lost: "You lost" };

export const emptyLists = {
  live: "No games in progress.",
  "your-turn": "It is not your turn in any game.",
  "open-seat": "No seat is waiting for an assistant.",
  finished: "No finished games yet.",
};
