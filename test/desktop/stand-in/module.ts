import { answerRemote } from "./remote.ts";

/** What whoever imports `electron` gets: the stand-in, which does from now on what the test tells it. */
export * from "./electron.ts";

answerRemote();
