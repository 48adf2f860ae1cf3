export const ofGames = (games: number, over: number) => `${games} of ${over} games are on this page.`;
export const gameBeforeP = "Previous game (p)";
export const game = "Game";
export const round = (round: number) => `Round ${round}`;
export const nextGameN = "Next game (n)";
export const thereIsNoGame = "There is no game on this page.";

export const board = "Board";
export const after = (number: string, text: string) => `After ${number} ${text}`;
export const start = "Starting position";
export const thisPageDoesNotKnow = "This page does not know the game.";
export const firstPosition = "First position";
export const oneMoveBack = "Previous move";
export const pause = "Pause";
export const play = "Play";
export const oneMoveOn = "Next move";
export const lastPosition = "Last position";
export const flipBoard = "Flip the board";
export const gameLabel = "The game";
