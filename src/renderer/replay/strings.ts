export * from "../ui/strings.ts";

export const ofGames = (games: number, over: number) => `${games} of ${over} games are on this page.`;
export const gameBeforeP = "Previous game (p)";
export const nextGameN = "Next game (n)";
export const thereIsNoGame = "There is no game on this page.";

export const after = (number: string, text: string) => `After ${number} ${text}`;
