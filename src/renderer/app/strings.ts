export * from "../ui/strings.ts";

export const hostWasRebuilt = "Kibitz was rebuilt. Restart it to use the new version.";
export const connectionLostTryingAgain = "Connection lost. Trying again…";

export const pages = "Pages";
export const kibitzHome = "Kibitz, home";
export const waitingForYou = "waiting for you";
export const openInBrowser = "Open in browser";

export const partIsMissing = "This part of Kibitz could not be loaded. Reload the page.";
export const reload = "Reload";

export const skipToPage = "Skip to the page";
export const dropToImportGames = "Drop to import the games";

export const wrongToken = "This token is wrong, or the link has already been used.";
export const signIn = "Sign in";
export const notSignedIn = "This browser is not signed in";
export const signInOnce = "Your games are on the computer that runs Kibitz, for you alone. You sign in once.";
export const inKibitzWindowChoose = "In the Kibitz window, choose";
export const withoutWindowOpenAddress =
  "Without a window, open the address that Kibitz printed when it started. It works once; run";
export const forNewOne = "for a new one.";
export const orPasteThatAddress = "Or paste that address, or the text of the file";
export const inKibitzsDataFolderHere = "in Kibitz’s data folder, here:";
export const addressOrToken = "Address or token";

export const nothingHere = "Nothing here";
export const thereIsNothing = "There is nothing at this address";

export const kibitzTitle = (title: string) => `${title} · Kibitz`;
export const waitingTitle = (count: number, title: string, words: string) => `(${count}) ${title} – ${words}`;
