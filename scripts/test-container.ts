/**
 * Builds the image, and runs what compose.yaml describes: the host, looked at from outside, a client that plays there over
 * HTTP and through the shim, a league of four players, and a second host on the volume of the first. Needs Docker or Podman;
 * CONTAINER_ENGINE names another program of the same commands. `npm test -- container`
 */
import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { parse } from "yaml";
import { z } from "zod";
import { readAnswer } from "../test/support/agents.ts";
import { projectDir } from "../test/support/host-process.ts";
import { skip } from "./skip.mjs";

const run = promisify(execFile);
const engine = await findEngine();
const call = async (...args: readonly string[]) => (await run(engine, args, { maxBuffer: 1e8 })).stdout.trim();
const step = (what: string) => console.log(`- ${what}`);

async function findEngine(): Promise<string> {
  const { CONTAINER_ENGINE: named } = process.env;
  for (const each of named ? [named] : ["docker", "podman"])
    if (
      await run(each, ["info"]).then(
        () => true,
        () => false,
      )
    )
      return each;
  skip(
    "the test of the image",
    "no container engine runs here (docker, podman); test/cli/container.test.ts tries the steps",
  );
  process.exit(0);
}

const serviceSchema = z.strictObject({
  build: z.literal(".").optional(),
  image: z.literal("kibitz"),
  init: z.literal(true),
  profiles: z.array(z.string()).optional(),
  network_mode: z.literal("service:kibitz").optional(),
  depends_on: z.looseObject({}).optional(),
  healthcheck: z.strictObject({ test: z.array(z.string()), interval: z.string() }).optional(),
  environment: z.record(z.string(), z.coerce.string()).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  command: z.string().optional(),
});
type Service = z.infer<typeof serviceSchema>;
const compose = z
  .looseObject({ services: z.record(z.string(), serviceSchema) })
  .parse(parse(readFileSync(join(projectDir, "compose.yaml"), "utf8"), { merge: true }));
const { kibitz: host, league, ...parts } = compose.services;
if (!host || !league) throw new Error("compose.yaml has no host or no league");

/** All that is made here, and nothing else, is named so. */
const mark = `kibitz-test-${process.pid}`;
const nameOf = (service: string) => `${mark}-${service}`;
const each = (flag: string, values: readonly string[] = []) => values.map((value) => `${flag}=${value}`);

/** The container engine's arguments for a service; the host's port is any free one of this machine's. */
const argumentsOf = (service: Service): readonly string[] => [
  "--init",
  ...each(
    "--publish",
    service.ports?.map((port) => port.replace(/:\d+:/, "::")),
  ),
  ...each(
    "--volume",
    service.volumes?.map((volume) => volume.replace(/^data:/, `${mark}:`).replace(/^\.\//, `${projectDir}/`)),
  ),
  ...each("--tmpfs", service.tmpfs),
  ...each("--cap-drop", service.cap_drop),
  ...each(
    "--security-opt",
    service.security_opt?.map((option) => option.replace(/:true$/, "")),
  ),
  ...each(
    "--env",
    Object.entries(service.environment ?? {}).map(([name, value]) => `${name}=${value}`),
  ),
  ...(service.read_only ? ["--read-only"] : []),
  ...(service.network_mode ? [`--network=container:${nameOf("kibitz")}`] : []),
  service.image,
  ...(service.command?.split(" ") ?? []),
];

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await delay(250)) if (await isSo()) return;
  throw new Error(`${what} did not come about`);
}
const succeeds = (...args: readonly string[]) =>
  call(...args).then(
    () => true,
    () => false,
  );

/** The status of an answer to a request that says of itself what it likes. */
const statusOf = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => resolve(response.resume().statusCode)).once("error", reject);
  });

/** Starts the host on the volume, and resolves with where it is once its own health check is content. */
async function startHost(
  host: Service,
): Promise<{ readonly url: string; readonly agentToken: string; readonly person: string }> {
  await call("run", "--detach", "--name", nameOf("kibitz"), ...argumentsOf(host));
  const check = /HEALTHCHECK[\s\S]+?CMD (\[.+\])/.exec(readFileSync(join(projectDir, "Dockerfile"), "utf8"))?.[1];
  const healthy = z.array(z.string()).parse(JSON.parse(check ?? ""));
  await until("health", () => succeeds("exec", nameOf("kibitz"), ...healthy));
  const [published = ""] = (await call("port", nameOf("kibitz"), "7397")).split("\n");
  const [agentToken, person] = await Promise.all(
    ["agent.token", "person.token"].map((file) => call("exec", nameOf("kibitz"), "cat", `/data/${file}`)),
  );
  return { url: `http://127.0.0.1:${published.split(":").at(-1)}`, agentToken: agentToken ?? "", person: person ?? "" };
}

/** Makes a game against the computer and has one move answered, which takes the engine; gives the game's id. */
async function play(client: Client): Promise<string> {
  const made = await client.callTool({ name: "createGame", arguments: { type: "computer", difficulty: 1 } });
  const { game_id } = readAnswer(made).data;
  const moved = await client.callTool({ name: "finishTurn", arguments: { game_id, move: "e4", wait: true } });
  equal(readAnswer(moved).data.ply, 2, readAnswer(moved).text);
  await client.close();
  return game_id;
}

try {
  step(`${engine} build`);
  await call("build", "--tag", "kibitz", projectDir);
  const size = Number(await call("image", "inspect", "kibitz", "--format", "{{.Size}}"));
  step(`the image has ${Math.round(size / 1e6)} MB; the host starts in it`);
  await call("volume", "create", mark);
  const { url, agentToken, person } = await startHost(host);

  step("an ordinary user without rights, on a disk that is read-only but for the data");
  equal(await call("exec", nameOf("kibitz"), "id", "-u"), "1000");
  equal(await succeeds("exec", nameOf("kibitz"), "touch", "/opt/kibitz/x"), false);
  equal(await call("exec", nameOf("kibitz"), "stat", "-c", "%a %U", "/data"), "700 kibitz");
  match(await call("exec", nameOf("kibitz"), "grep", "CapEff", "/proc/1/status"), /CapEff:\s+0+$/);

  step("from outside it asks for the token, whatever its port is there, and knows no other names");
  const bearer = { authorization: `Bearer ${person}` };
  deepEqual(await Promise.all([statusOf(url), statusOf(`${url}/mcp`), statusOf(`${url}/api/games`)]), [200, 401, 401]);
  equal(await statusOf(`${url}/api/games`, bearer), 200);
  equal(await statusOf(`${url}/api/games`, { ...bearer, host: "evil.example" }), 403);
  const logs = await run(engine, ["logs", nameOf("kibitz")]);
  match(`${logs.stdout}${logs.stderr}`, /port 7397 is open to the network at 0\.0\.0\.0/);

  step("a client plays over HTTP, another through the shim in the container");
  const overHttp = new Client({ name: "outside", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${agentToken}` } };
  await overHttp.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  const game = await play(overHttp);
  const overShim = new Client({ name: "inside", version: "1" });
  const args = ["exec", "--interactive", nameOf("kibitz"), "kibitz-mcp"];
  await overShim.connect(
    new StdioClientTransport({ command: engine, args, env: { ...process.env } as Record<string, string> }),
  );
  notEqual(await play(overShim), game);

  step("a league of four players and a referee, in a container each");
  for (const [name, part] of Object.entries(parts)) {
    await call("run", "--detach", "--name", nameOf(name), ...argumentsOf(part));
    const [, ...check] = part.healthcheck?.test ?? [];
    await until(name, () => succeeds("exec", nameOf(name), ...check));
  }
  const table = await call("run", "--rm", "--name", nameOf("league"), ...argumentsOf(league));
  match(table, /\nChampion: (Alpha|Beta|Gamma|Delta)/);
  equal(table.match(/^After round/gm)?.length, 2, table);

  step("it stops in good order, and another on the same volume has its games");
  for (const name of Object.keys(parts)) await call("rm", "--force", "--volumes", nameOf(name));
  await call("stop", nameOf("kibitz"));
  equal(await call("inspect", nameOf("kibitz"), "--format", "{{.State.ExitCode}}"), "0");
  await call("rm", nameOf("kibitz"));
  const again = await startHost(host);
  const kept = await fetch(`${again.url}/api/games/${game}`, { headers: bearer });
  match(await kept.text(), /"e4"/);
} finally {
  for (const service of ["league", ...Object.keys(parts), "kibitz"])
    await call("rm", "--force", "--volumes", nameOf(service)).catch(() => {});
  await call("volume", "rm", "--force", mark).catch(() => {});
}
console.log("The container works.");
