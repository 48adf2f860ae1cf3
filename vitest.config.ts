import { configDefaults, defineConfig } from "vitest/config";

/** Whole games, other programs' clients, windows: what takes seconds each and is only worth running when the rest holds. */
const slow = ["journeys", "conformance", "desktop", "browser", "chat-board"].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);

export default defineConfig({
  test: {
    globalSetup: "test/tooling/no-leftovers.ts",
    // Two cores are what a small build machine has; hosts and engines that tests start want the rest.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "fast",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...slow],
          testTimeout: 20_000,
          hookTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "slow",
          include: slow,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
