import { configDefaults, defineConfig } from "vitest/config";

/** Pages in a browser. */
const pages = ["browser", "chat-board", "desktop"].map((folder) => `test/${folder}/**/*.test.ts`);
/** What starts programs, or is long: whole games, hosts that die, other programs' clients, millions of positions. */
const long = [
  ...["journeys", "conformance", "lifecycle", "players/stockfish", "cli", "attack"].map(
    (folder) => `test/${folder}/**/*.test.ts`,
  ),
  "test/**/{processes,start,no-leftovers,layers,surface,person-name}.test.ts",
  "test/**/*{corpus,perft,stockfish}.test.ts",
];

export default defineConfig({
  test: {
    globalSetup: ["test/tooling/fresh-build.ts", "test/tooling/no-leftovers.ts", "test/tooling/compile-cache.ts"],
    // More than the two cores of a small build machine: many tests wait for something most of the time.
    maxWorkers: 4,
    // Before each test, since the files of some workers share what is global: what one leaves is another's riddle.
    unstubGlobals: true,
    unstubEnvs: true,
    restoreMocks: true,
    projects: [
      {
        // Pure or nearly so, and over in seconds: `npm run test:fast`.
        test: {
          name: "fast",
          // The files of a worker share the modules that they test, which keep nothing from one test to the next.
          isolate: false,
          setupFiles: ["test/tooling/nothing-left.ts"],
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...long, ...pages],
          testTimeout: 20_000,
          hookTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "long",
          include: long,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "pages",
          include: pages,
          // The files of a worker share one browser.
          isolate: false,
          setupFiles: ["test/tooling/nothing-left.ts"],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
