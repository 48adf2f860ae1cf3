import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startHost } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";

// Elsewhere the folder for caches is not told by one variable.
test.runIf(process.platform === "linux")(
  "compiled code is stored for the next start, and nobody needs it",
  async () => {
    using folder = tempDir();
    const cache = join(folder.path, "cache");
    const start = (home: string) =>
      startHost(join(folder.path, "data"), { NODE_COMPILE_CACHE: "", XDG_CACHE_HOME: home });

    await (await start(cache)).stop();
    const kept = readdirSync(join(cache, "kibitz", "compiled"), { recursive: true });
    expect(kept.length).toBeGreaterThan(5);
    expect(statSync(join(cache, "kibitz", "compiled")).mode & 0o077).toBe(0);

    const taken = join(folder.path, "taken");
    writeFileSync(taken, "a file, where a folder is to be");
    await using host = await start(taken);
    expect((await fetch(host.url)).status).toBe(200);
  },
);
