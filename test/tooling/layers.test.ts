import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";
import { deadGlobs, globsIn } from "../../scripts/lint/layers.ts";

const root = join(import.meta.dirname, "..", "..");
const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");

const reportSchema = z.object({
  diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.string() }) })),
});

/** Lints planted files with the project's own rules, away from the checkout; gives `path category` of what was refused. */
async function lint(files: Readonly<Record<string, string>>): Promise<Set<string>> {
  const folder = await mkdtemp(join(tmpdir(), "kibitz-layers-"));
  try {
    await cp(join(root, "biome.json"), join(folder, "biome.json"));
    await cp(join(root, "scripts", "lint"), join(folder, "scripts", "lint"), { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(folder, dirname(path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const args = [biome, "lint", "--reporter=json", "--max-diagnostics=none", "src", "test"];
    // Biome ends with 1 when it refuses something: here that is an answer.
    const stdout = await promisify(execFile)(process.execPath, args, { cwd: folder }).then(
      (done) => done.stdout,
      (failed) => String(failed.stdout),
    );
    const { diagnostics } = reportSchema.parse(JSON.parse(stdout));
    return new Set(diagnostics.map(({ category, location }) => `${location.path.replaceAll("\\", "/")} ${category}`));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const importing = (specifier: string) => `import thing from "${specifier}";\nexport const used = thing;\n`;
const rule = "lint/style/noRestrictedImports";

type Case = readonly [folder: string, specifier: string];

const allowed: readonly Case[] = [
  ["src/shared", "zod"],
  ["src/shared", "./result.ts"],
  ["src/games", "../shared/terms.ts"],
  ["src/games", "./chess/index.ts"],
  ["src/games/chess", "zod"],
  ["src/games/chess", "../game.ts"],
  ["src/games/chess/rules", "chess.js"],
  ["src/games/chess/rules", "chessops/chess"],
  ["src/games/chess/rules", "../../../shared/result.ts"],
  ["src/games/chess/page", "preact/hooks"],
  ["src/games/chess/page", "@lichess-org/chessground"],
  ["src/games/chess/page", "../rules/board.ts"],
  ["src/games/chess/page", "chessops/util"],
  ["src/games/chess/page", "../../page.ts"],
  ["src/main/store", "node:sqlite"],
  ["src/main/store/sqlite", "../../../shared/events.ts"],
  ["src/main/games", "../store/store.ts"],
  ["src/main/games", "../../games/register.ts"],
  ["src/main/games/machine", "../../../games/game.ts"],
  ["src/main/players", "../games/games.ts"],
  ["src/main/players/stockfish", "../driver.ts"],
  ["src/main/league", "../games/games.ts"],
  ["src/main/practice", "../views/review.ts"],
  ["src/main/web", "../practice/practice.ts"],
  ["src/main/mcp", "../coach/coach.ts"],
  ["src/main/cluster", "../live/live.ts"],
  ["src/main", "./cluster/sharing.ts"],
  ["src/main/league-v1", "../league/services.ts"],
  ["src/main/league-v1", "../players/driver.ts"],
  ["src/main/league-v1/programs", "../../doors/tcp.ts"],
  ["src/main/views", "../league-v1/states.ts"],
  ["src/main", "./league-v1/servers.ts"],
  ["src/cli/parts", "../../main/league-v1/programs/player.ts"],
  ["src/main/views", "../games/live-game.ts"],
  ["src/main/views", "../../games/picture.ts"],
  ["src/main/mcp", "@modelcontextprotocol/server"],
  ["src/main/mcp/tools", "../../games/games.ts"],
  ["src/main/mcp/tools", "../../../games/register.ts"],
  ["src/main/web", "hono"],
  ["src/main/web", "../views/game-view.ts"],
  ["src/main/doors", "../flow/backlogs.ts"],
  ["src/main/doors", "../base/log.ts"],
  ["src/main/base", "../../shared/result.ts"],
  ["src/main/data", "../base/log.ts"],
  ["src/main", "./doors/tcp.ts"],
  ["src/main", "./store/sqlite/store.ts"],
  ["src/main/desktop", "electron"],
  ["src/main/desktop", "../host.ts"],
  ["src/main/desktop", "../../shared/desktop.ts"],
  ["src/cli", "../main/headless.ts"],
  ["src/cli", "../main/commands/doctor.ts"],
  ["src/cli/league", "../../main/start/start-options.ts"],
  ["src/main/desktop", "../data/keys.ts"],
  // The command line's help lists the games.
  ["src/cli", "../games/register.ts"],
  ["src/preload", "electron"],
  ["src/preload", "../shared/desktop.ts"],
  ["src/renderer", "preact/hooks"],
  ["src/renderer", "@preact/signals"],
  ["src/renderer", "../games/pages.ts"],
  ["src/renderer/api", "eventsource-parser"],
  ["src/renderer/game", "../../shared/api.ts"],
  ["src/shim", "node:net"],
  ["test/desktop", "electron"],
];

const refused: readonly Case[] = [
  ["src/shared", "node:fs"],
  ["src/shared", "hono"],
  ["src/shared", "../games/register.ts"],
  ["src/shared", "../main/base/log.ts"],
  ["src/games", "node:fs"],
  ["src/games/chess", "hono"],
  ["src/games/chess", "preact"],
  ["src/games/chess", "./page/index.ts"],
  ["src/games/chess/rules", "../../../main/base/log.ts"],
  ["src/games/chess/page", "zod"],
  ["src/games/chess/page", "chess.js"],
  ["src/games/chess/page", "../../register.ts"],
  ["src/games/chess/page", "../../../renderer/ui/button.tsx"],
  ["src/main/store", "../games/games.ts"],
  ["src/main/store", "../../games/register.ts"],
  ["src/main/store/sqlite", "../../web/app.ts"],
  ["src/main/store/postgres", "../../cluster/sharing.ts"],
  ["src/main/live", "../cluster/sharing.ts"],
  ["src/main/live", "../games/games.ts"],
  ["src/main/games", "../cluster/sharing.ts"],
  ["src/main/games", "../store/postgres/store.ts"],
  ["src/main/league", "../cluster/sharing.ts"],
  ["src/main/games", "../players/driver.ts"],
  ["src/main/games", "../views/game-view.ts"],
  ["src/main/games/machine", "../../mcp/server.ts"],
  ["src/main/games", "../host.ts"],
  ["src/main/players", "../store/store.ts"],
  ["src/main/players", "../views/game-view.ts"],
  ["src/main/league", "../doors/tcp.ts"],
  ["src/main/league", "../league-v1/messenger.ts"],
  ["src/main/league/machine", "../../league-v1/protocol.ts"],
  ["src/main/players", "../league-v1/endpoints.ts"],
  ["src/main/games", "../league-v1/states.ts"],
  ["src/main/store", "../league-v1/states.ts"],
  ["src/main/league-v1", "../doors/tcp.ts"],
  ["src/main/league-v1", "../mcp/http.ts"],
  ["src/main/league-v1", "./programs/player.ts"],
  ["src/main/league-v1/programs", "../../web/app.ts"],
  ["src/cli/parts", "../../main/league-v1/endpoints.ts"],
  ["src/main/views", "../mcp/server.ts"],
  ["src/main/views", "../store/store.ts"],
  ["src/main/views", "../practice/practice.ts"],
  ["src/main/practice", "../store/store.ts"],
  ["src/main/views", "../coach/coach.ts"],
  ["src/main/coach", "../mcp/tools/tool.ts"],
  ["src/main/practice", "../web/respond.ts"],
  ["src/main/views", "../../games/chess/page/index.ts"],
  ["src/main/mcp", "../web/app.ts"],
  ["src/main/mcp", "../store/store.ts"],
  ["src/main/mcp/tools", "../../doors/tcp.ts"],
  ["src/main/web", "../mcp/server.ts"],
  ["src/main/web", "../host.ts"],
  ["src/main/web/routes", "../../store/store.ts"],
  ["src/main/doors", "../web/app.ts"],
  ["src/main/data", "../store/sqlite/open.ts"],
  ["src/main/web", "../desktop-games.ts"],
  ["src/main/doors", "../mcp/server.ts"],
  ["src/main/doors", "../host.ts"],
  ["src/main/doors", "../headless.ts"],
  ["src/main", "./desktop/window.ts"],
  ["src/main/base", "../data/keys.ts"],
  ["src/main/base", "../host.ts"],
  ["src/main/start", "../desktop/window.ts"],
  ["src/main/games", "../start/settings.ts"],
  ["src/main/web", "../commands/doctor.ts"],
  ["src/cli/league", "../../main/games/games.ts"],
  ["src/main", "./index.ts"],
  ["src/main", "../renderer/main.tsx"],
  ["src/main/desktop", "../store/store.ts"],
  ["src/main/desktop", "../games/games.ts"],
  ["src/main/desktop", "../../games/register.ts"],
  ["src/cli", "../main/games/games.ts"],
  ["src/cli", "../games/chess/index.ts"],
  ["src/preload", "../main/base/log.ts"],
  ["src/preload", "node:fs"],
  ["src/renderer", "node:fs"],
  ["src/renderer", "hono"],
  ["src/renderer", "chessops/chess"],
  ["src/renderer", "../main/base/log.ts"],
  ["src/renderer", "../games/register.ts"],
  ["src/renderer/game", "../../games/chess/page/index.ts"],
  ["src/renderer/game", "../../main/games/live-game.ts"],
  ["src/shim", "zod"],
  ["src/shim", "../main/base/log.ts"],
  ["test/games", "electron"],
];

const plant = (cases: readonly Case[]) =>
  cases.map(([folder, specifier], index) => ({ path: `${folder}/planted-${index}.ts`, folder, specifier }));

async function refusals(cases: readonly Case[]): Promise<string[]> {
  const planted = plant(cases);
  const found = await lint(Object.fromEntries(planted.map(({ path, specifier }) => [path, importing(specifier)])));
  return planted
    .filter(({ path }) => found.has(`${path} ${rule}`))
    .map(({ folder, specifier }) => `${folder} ← ${specifier}`);
}

test("the linter refuses every import against the layers", async () => {
  expect(await refusals(refused)).toEqual(refused.map(([folder, specifier]) => `${folder} ← ${specifier}`));
});

test("the linter lets every import along the layers pass", async () => {
  expect(await refusals(allowed)).toEqual([]);
});

test("no folder of src/main but desktop may import electron", async () => {
  const entries = await readdir(join(root, "src", "main"), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => `src/main/${entry.name}`);
  const cases = ["src/shared", "src/games", "src/cli", "src/renderer", "src/shim", "src/main", ...folders].map(
    (folder): Case => [folder, "electron"],
  );
  const elsewhere = cases.map(([folder]) => folder).filter((folder) => folder !== "src/main/desktop");
  expect(await refusals(cases)).toEqual(elsewhere.map((folder) => `${folder} ← electron`));
});

test("index.ts, and it alone beside the folders, may import electron and desktop/", async () => {
  const found = await lint({
    "src/main/index.ts": `${importing("electron")}export { open } from "./desktop/window.ts";\nexport { openHost } from "./host.ts";\n`,
    "src/main/headless.ts": 'export { open } from "./desktop/window.ts";\n',
    "src/main/host.ts": 'export const electron = () => import("electron");\n',
  });
  expect([...found].filter((line) => line.endsWith(rule)).sort()).toEqual([
    `src/main/headless.ts ${rule}`,
    `src/main/host.ts ${rule}`,
  ]);
});

test("two files that import each other are refused, types or not", async () => {
  const found = await lint({
    "src/shared/one.ts": 'import { two } from "./two.ts";\nexport const one = (): number => two();\n',
    "src/shared/two.ts": 'import { one } from "./one.ts";\nexport const two = (): number => one();\n',
    "src/games/three.ts": 'import type { Four } from "./four.ts";\nexport type Three = Four | 3;\n',
    "src/games/four.ts": 'import type { Three } from "./three.ts";\nexport type Four = Three[];\n',
    "src/games/alone.ts": 'import type { Three } from "./three.ts";\nexport type Alone = Three;\n',
  });
  expect([...found].filter((line) => line.endsWith("noImportCycles")).sort()).toEqual(
    ["games/four", "games/three", "shared/one", "shared/two"].map(
      (file) => `src/${file}.ts lint/suspicious/noImportCycles`,
    ),
  );
});

test("type assertions are refused behind the border, where `as const` is welcome", async () => {
  const asserting = 'export const seat = JSON.parse("1") as number;\n';
  const found = await lint({
    "src/shared/asserting.ts": asserting,
    "src/games/chess/rules/asserting.ts": asserting,
    "src/games/chess/page/asserting.ts": asserting,
    "src/main/games/machine/asserting.ts": asserting,
    "src/renderer/asserting.ts": asserting,
    "src/main/store/asserting.ts": asserting,
    "src/shared/constant.ts": 'export const seats = ["white", "black"] as const;\n',
  });
  expect([...found].filter((line) => line.endsWith(" plugin")).sort()).toEqual([
    "src/games/chess/page/asserting.ts plugin",
    "src/games/chess/rules/asserting.ts plugin",
    "src/main/games/machine/asserting.ts plugin",
    "src/renderer/asserting.ts plugin",
    "src/shared/asserting.ts plugin",
  ]);
});

test("the linter names the globs of the layers that match no file, folder or package", () => {
  const config = {
    overrides: [
      {
        includes: ["src/main/web/**"],
        group: ["**/{host,desktop-calls}.ts", "!../{base,gone}/**", "electron/**", "**"],
      },
    ],
  };
  const paths = ["src/main/host.ts", "src/main/web/app.ts", "src/main/base/log.ts"];
  expect(deadGlobs(globsIn(config), paths, ["electron"])).toEqual(["**/desktop-calls.ts", "../gone/**"]);
});
