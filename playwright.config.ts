import { defineConfig } from "@playwright/test";

// The window in real Electron; `npm run test:electron` runs it where the binary and a display are.
export default defineConfig({
  testDir: "test/desktop",
  testMatch: "*.spec.ts",
  workers: 1,
  timeout: 60_000,
  forbidOnly: Boolean(process.env["CI"]),
  reporter: "list",
});
