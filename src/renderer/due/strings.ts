export * from "../ui/strings.ts";

export const browserNotificationsForYourMatches = "Browser notifications for your matches and turns?";
export const turnOn = "Turn on";
export const notNow = "Not now";
export const round = (round: number) => `, round ${round}`;
/** Where several people share the window, the person's match has the name under which that one entered. */
export const matchOf = (name: string) => (name === "You" ? "Your match" : `${name}: your match`);
export const against = "against";
export const isReady = "is ready";
export const startWithin = (clock: string) => `Start within ${clock}.`;
export const youAreReady = "You are ready.";
export const hasNotArrivedYet = "has not arrived yet";
export const youMissedYourMatchAgainst = "You missed your match against";
export const andLostIt = "and lost it.";
export const afterMoreInRowYou = (count: number) =>
  count === 1 ? "Miss the next one and you are out." : `If you miss ${count} more in a row, you are out.`;
export const youAreOutOfIt = "You are out of it.";
export const leagueIsOver = "The league is over.";
export const ok = "OK";

export const yourTurnAgainst = "Your turn against";
export const timeLeft = (clock: string) => `· ${clock} left`;
export const hasBegunGame = (game: string, seat: string) => `has begun a game of ${game} with you. You play ${seat}.`;
export const open = "Open";
export const resumePromptCopied = "Resume prompt copied. Paste it into your assistant.";
