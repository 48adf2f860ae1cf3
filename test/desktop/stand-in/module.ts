import { answerRemote } from "./remote.ts";

/** Stands in for the module `electron`: the stand-in, under the test's control from now on. */
export * from "./electron.ts";

answerRemote();
