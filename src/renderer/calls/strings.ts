// call-notices.tsx
export const browserNotificationsForYourMatches = "Browser notifications for your matches and turns?";
export const turnOn = "Turn on";
export const notNow = "Not now";
export const roundOf = (round: number) => `round ${round} of`;
export const your = "Your";
export const yourLabel = ": your";
export const matchAgainst = "match against";
export const waits = "waits:";
export const play = "Play";
export const left = (clock: string) => `${clock} left.`;
export const youAreThere = "You are there.";
export const isStillToCome = "is still to come:";
export const hide = "Hide";
export const youMissedYourMatchAgainst = "You missed your match against";
export const andLostIt = ", and lost it:";
export const afterMoreInRowYou = (left: number) => `After ${left} more in a row you are out.`;
export const youAreOutOfIt = "You are out of it.";
export const ok = "OK";
