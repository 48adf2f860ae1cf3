import { configDefaults, defineConfig } from "vitest/config";
import { ByProject } from "./test/tooling/by-project.ts";
import { ClosingLines } from "./test/tooling/closing-lines.ts";

/** Pages in a browser. */
const pages = ["browser", "chat-board", "desktop"].map((folder) => `test/${folder}/**/*.test.ts`);
/** What starts programs or hosts, or is long: whole games, hosts that die, other programs' clients, millions of positions. */
const long = [
  ...["journeys", "conformance", "lifecycle", "players/stockfish", "players/uci", "cli"].map(
    (folder) => `test/${folder}/**/*.test.ts`,
  ),
  "{attack,bench}/**/*.test.ts",
  "test/league-v1/{endpoints,manager,player,processes,referee}.test.ts",
  "test/connect/connector.test.ts",
  "test/**/{processes,start,no-leftovers,layers}.test.ts",
  "test/**/*{corpus,perft,stockfish}.test.ts",
  // A database of their own.
  "test/{store/leases,store/postgres,live-games/two-writers,league/directors,{league,players,live-games}/several-hosts}.test.ts",
];

/** Whether these are the tests that `npm test` answers a person with. */
const isCommon = process.env["KIBITZ_COMMON"] === "1";
/**
 * The common tests beside the fast ones: whole hosts through each door that users use, and no program that a bare system
 * lacks but a browser.
 */
const common = [
  "test/{mcp,web,doors}/**/*.test.ts",
  "test/{store/contract,shim/processes,cli/status}.test.ts",
  "test/games/**/*{corpus,perft}.test.ts",
  "test/journeys/{durability,endings,four-ways,one-shim,seats}.test.ts",
];
/** A person's game by mouse and by keyboard, an agent's game, one that is watched, the window, and the board in a chat. */
const commonPages = [
  "test/browser/{play-agent,play-computer,watching}.test.ts",
  "test/desktop/pages.test.ts",
  "test/chat-board/apps-host.test.ts",
];
/** Fast, but about how Kibitz is checked. */
const aboutChecks = ["test/tooling/{comments,find-browser,identifiers,names}.test.ts"];

/** What puts other modules in the place of some, which the files after it in its worker would find there as well. */
const alone = [
  "test/journeys/fourth-game.test.ts",
  "test/connect/change-file.test.ts",
  "test/league/invented-format.test.ts",
  "test/live-games/machine/chance.test.ts",
  "test/journeys/chance.test.ts",
];

/** For tests that start programs, on a busy machine. */
const patient = { testTimeout: 300_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    reporters: ["default", new ClosingLines()],
    tags: [{ name: "edge", description: "An edge case, beside other tests that show the common one." }],
    globalSetup: ["test/tooling/fresh-build.ts", "test/tooling/no-leftovers.ts", "test/tooling/light-programs.ts"],
    // More than the two cores of a small build machine: many tests wait for something most of the time.
    maxWorkers: 4,
    // Tests of one file that run at once wait for the time of their games, all of them together.
    maxConcurrency: 32,
    // Before each test, since the files of some workers share what is global: what one leaves is another's riddle.
    unstubGlobals: true,
    unstubEnvs: true,
    restoreMocks: true,
    // The files of a worker share the modules that they test, which keep nothing from one test to the next: to start a
    // worker and load them for each costs more than most files.
    isolate: false,
    setupFiles: ["test/tooling/nothing-left.ts"],
    // On a busy machine what is soon there takes its time.
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: ByProject },
    projects: [
      {
        // Pure or nearly so, and over in seconds: `npm test -- fast`.
        test: {
          name: "fast",
          include: ["test/**/*.test.ts"],
          exclude: [
            ...configDefaults.exclude,
            ...long,
            ...common,
            ...alone,
            ...pages,
            ...(isCommon ? aboutChecks : []),
          ],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "long",
          globalSetup: isCommon ? [] : ["test/tooling/need-postgres.ts"],
          include: isCommon ? common : [...long, ...common],
          exclude: [...configDefaults.exclude, ...alone],
          ...patient,
        },
      },
      {
        test: {
          name: "long-alone",
          include: isCommon ? [] : alone,
          isolate: true,
          ...patient,
        },
      },
      {
        // The files of a worker share one browser as well.
        test: {
          name: "pages",
          // They keep the processor busy themselves: with a fourth browser beside them they take longer.
          maxWorkers: 3,
          // Those with other numbers of workers come after one another.
          sequence: { groupOrder: 1 },
          globalSetup: ["test/tooling/need-browser.ts"],
          include: isCommon ? commonPages : pages,
          ...patient,
        },
      },
    ],
  },
});
