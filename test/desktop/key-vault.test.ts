import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempDir } from "../support/temp-dir.ts";
import { startApplication } from "./application.ts";

const KEY = "sk-secret-0123456789";

test.skipIf(process.platform !== "linux").each([
  ["there is none", "basic_text"],
  ["the chosen one does not answer", "missing"],
])(
  "where %s and the system encrypts with a password that everybody knows, no key is kept, and it says what to do",
  async (_, keychain) => {
    using folder = tempDir();
    await using application = startApplication(folder.path, [], { STAND_IN_KEYCHAIN: keychain });
    await application.ready;
    const put = await application.request("app://kibitz/api/keys/ANTHROPIC_API_KEY", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ key: KEY }),
    });
    expect(put?.status).toBe(507);
    expect(put?.body).toMatch(/no keychain that Kibitz can use.*Set an environment variable/);
    const told = await application.request("app://kibitz/api/keys");
    expect(JSON.parse(told?.body ?? "")).toMatchObject({ keys: [], obstacle: expect.stringContaining("no keychain") });
    const files = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(0);
    for (const { parentPath, name } of files)
      expect(readFileSync(join(parentPath, name), "latin1"), name).not.toContain(KEY);
    expect(files.map(({ name }) => name)).not.toContain("keys.json");
  },
);
