import { defineConfig } from "@playwright/test";

// Real Electron, where the binary and a display are: the window from the checkout (`npm test -- electron`), and the
// application as it was packed (`npm run dist`, then `npm test -- packed`).
export default defineConfig({
  testDir: "test/desktop",
  projects: [
    { name: "electron", testMatch: "*.spec.ts", testIgnore: "packed.spec.ts" },
    { name: "packed", testMatch: "packed.spec.ts" },
  ],
  workers: 1,
  timeout: 60_000,
  // On a busy machine what is soon there takes its time.
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env["CI"]),
  reporter: "list",
});
