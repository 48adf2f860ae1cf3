import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "./agents.ts";
import { type HostProcess, projectDir } from "./host-process.ts";

/** The addresses of the API that answer at once, as the documentation lists them. */
const documented = [...readFileSync(join(projectDir, "docs/api.md"), "utf8").matchAll(/`GET (\/api\/[^`\s]+)`/g)]
  .map(([, path = ""]) => path)
  .filter((path) => !/\/(?:events|progress)$|sign-in/.test(path));

/** Each answer by the door that gave it. */
export type Answers = readonly (readonly [door: string, text: string])[];

/** The games and leagues that are asked for at each door, and the first seat of the games. */
export interface Ids {
  readonly seat: string;
  readonly games: readonly string[];
  readonly leagues: readonly string[];
}

/** Everything that can be read over HTTP: as the person, with the agents' token, and without one. */
export async function overTheApi(
  host: Pick<HostProcess, "url" | "token" | "agentToken">,
  { games, leagues, seat }: Ids,
): Promise<Answers> {
  const paths = documented.flatMap((path) => {
    const ids = path.startsWith("/api/games/") ? games : path.startsWith("/api/leagues/") ? leagues : [""];
    const parts = [
      ["{seat}", seat],
      ["{number}", "1"],
      ["{round}", "1"],
      ["{name}", "x"],
    ] as const;
    const filled = parts.reduce((text, [name, value]) => text.replace(name, value), path);
    return ids.map((id) => filled.replace("{id}", id));
  });
  const more = [
    ...games.flatMap((id) => [`/api/games/${id}/pgn?thoughts=true`, `/games/${id}`]),
    ...leagues.flatMap((id) => [`/api/leagues/${id}/entrants/2`, `/api/leagues/${id}/pgn?thoughts=true`]),
    ...["/", "/healthz", "/metrics", "/api/history/pgn?thoughts=true"],
  ];
  const principals = { person: host.token, "the agents'": host.agentToken, nobody: null };
  const asked = Object.entries(principals).flatMap(([who, token]) =>
    [...new Set([...paths, ...more])].map(async (path) => {
      const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
      const answer = await fetch(`${host.url}${path}`, { headers });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return [`${who}: ${path}`, await unpacked(bytes)] as const;
    }),
  );
  return Promise.all(asked);
}

/** A text that may be a gzip file. */
async function unpacked(bytes: Buffer): Promise<string> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString();
  const { gunzipSync } = await import("node:zlib");
  return gunzipSync(bytes).toString();
}

/** Everything that can be read over MCP: each tool that only reads, with the games and leagues; each resource and prompt. */
export async function overMcp(
  role: string,
  { client, call }: Agent,
  { games, leagues }: Omit<Ids, "seat">,
  own: object,
): Promise<Answers> {
  const heard: (readonly [string, string])[] = [];
  const note = async (door: string, ask: Promise<unknown>) =>
    heard.push([`MCP ${role}: ${door}`, JSON.stringify(await ask.catch(String))]);
  const { tools } = await client.listTools();
  for (const { name, inputSchema, annotations } of tools) {
    const { properties = {} } = inputSchema;
    if (!annotations?.readOnlyHint) continue;
    const given = games.flatMap((game_id) =>
      leagues.map((league_id) => ({ game_id, league_id, moves: ["e5"], ...own })),
    );
    const all = given.map((each) => Object.entries(each).filter(([argument]) => argument in properties));
    const calls = new Set(all.map((each) => JSON.stringify({ ...Object.fromEntries(each), timeout_seconds: 0 })));
    for (const args of calls) {
      const { timeout_seconds, ...others } = JSON.parse(args);
      await note(
        `${name} ${args}`,
        call(name, "timeout_seconds" in properties ? { ...others, timeout_seconds } : others),
      );
    }
  }
  // Listed for hosts that show boards alone.
  const token = "seat_token" in own ? { seat_token: own.seat_token } : {};
  for (const game_id of games) await note(`watchBoard ${game_id}`, call("watchBoard", { game_id, ...token }));
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  const uris = [
    ...resources.map(({ uri }) => uri),
    ...resourceTemplates.flatMap(({ uriTemplate }) =>
      (uriTemplate.includes("leagues") ? leagues : games).map((id) => uriTemplate.replace(/\{.*?\}/g, id)),
    ),
  ];
  for (const uri of uris) await note(uri, client.readResource({ uri }));
  const { prompts } = await client.listPrompts();
  for (const { name } of prompts) await note(`prompt ${name}`, client.getPrompt({ name, arguments: {} }));
  return heard;
}
