import { once } from "node:events";
import { globSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as sdkV2 from "@modelcontextprotocol/client";
import * as sdkV1 from "@modelcontextprotocol/sdk/client/auth.js";
import { describe, expect, test } from "vitest";
import type { Address } from "../../src/renderer/app/address.ts";
import { projectDir } from "../support/host-process.ts";
import { openWeb, tokens } from "./support.ts";

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The answer to a request exactly as it is written. */
async function raw(url: string, lines: readonly string[], body = ""): Promise<string> {
  const { port } = new URL(url);
  const client = connect(Number(port), "127.0.0.1");
  const [method, ...headers] = lines;
  client.end(
    `${[`${method} HTTP/1.1`, `Host: 127.0.0.1:${port}`, "Connection: close", ...headers].join("\r\n")}\r\n\r\n${body}`,
  );
  let text = "";
  client.on("data", (chunk) => {
    text += chunk;
  });
  await once(client, "close");
  return text;
}

describe("a request that needs no token", () => {
  test("a request that needs no token is one for the page, at the address of each page, with or without a token in it", async () => {
    await using web = await openWeb();
    for (const path of ["/", "/game/1234", "/?token=wrong", `/game/1?token=${tokens.personToken}&x=1`]) {
      const response = await fetch(`${web.url}${path}`, { redirect: "manual" });
      expect(response.status).toBe(200);
      expect(await response.text()).toBe("<title>Kibitz</title>");
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
      expect(response.headers.has("set-cookie")).toBe(false);
      // An address with the token in it is kept nowhere.
      if (path.includes("token=")) expect(response.headers.get("cache-control")).toBe("no-store");
    }
    const renderer = join(projectDir, "src/renderer");
    const modules: readonly Record<string, Address<unknown>>[] = await Promise.all(
      globSync("*/address.ts", { cwd: renderer }).map((file) => import(join(renderer, file))),
    );
    const addresses = modules.flatMap((each) =>
      Object.entries(each).flatMap(([name, value]) =>
        name.endsWith("Address") && typeof value === "object" ? [value] : [],
      ),
    );
    expect(addresses.length).toBeGreaterThan(8);
    for (const { path, parse } of addresses)
      for (const slash of ["", "/"]) {
        const address = `${path({ id: "4821", number: 3, game: "odd-even", query: "" })}${slash}`.replace("//", "/");
        expect([address, (await fetch(`${web.url}${address}`)).status]).toEqual([address, 200]);
        expect(parse(address, "")).not.toBeNull();
      }
  });

  test("a request that needs no token is made again after an update, but for files whose name tells their content", async () => {
    await using web = await openWeb();
    const kept = async (path: string, method = "GET") => {
      const response = await fetch(`${web.url}${path}`, { method });
      return [response.status, response.headers.get("cache-control"), await response.text()];
    };
    for (const path of ["/", "/index.html", "/game/1234"])
      expect(await kept(path)).toEqual([200, "no-cache", "<title>Kibitz</title>"]);
    const forEver = "public, max-age=31536000, immutable";
    expect(await kept("/assets/index-Dzqu25wi.js")).toEqual([200, forEver, "start();"]);
    expect(await kept("/assets/index-Dzqu25wi.js", "HEAD")).toEqual([200, forEver, ""]);
    // Another build's page belongs to the next host.
    writeFileSync(join(web.pagesDir, "index.html"), "<title>Newer</title>");
    expect(await kept("/index.html")).toEqual([200, "no-cache", "<title>Kibitz</title>"]);
    // One of another version is not the page in place of a script.
    expect(await kept("/assets/index-earlier.js")).toEqual([404, "no-cache", "There is no such file\n"]);
    expect((await kept("/api/games"))[1]).toBe("no-cache");
  });

  test("a request that needs no token is sent nowhere else, whatever stands in the address", async () => {
    await using web = await openWeb();
    const { personToken } = tokens;
    for (const path of ["//evil.example", "/%0d%0aSet-Cookie:x=1", "/\\evil.example", "/%2f%2fevil.example"])
      for (const query of ["", `?token=${personToken}`]) {
        const text = await raw(web.url, [`GET ${path}${query}`]);
        expect(text).not.toMatch(/^location:/im);
        expect(text).not.toMatch(/^set-cookie:/im);
      }
  });
});

describe("an address that is none", () => {
  const nowhere = [
    "/.well-known/oauth-protected-resource/mcp",
    "/.well-known/oauth-authorization-server",
    "/.well-known/openid-configuration/mcp",
    "/.well-known/",
    "/register",
    "/authorize",
    "/sse",
    "/mcp/sse",
    "/robots.txt",
    "/favicon.ico",
    "/game",
    "/game/4821/moves",
    "/game/a-b",
    "/league/1/entrant/x",
    "/Games",
    "/assets/",
  ];

  test("an address that is none is answered 404, to a program in JSON and to a person with the page that says so", async () => {
    await using web = await openWeb();
    for (const path of nowhere)
      for (const accept of ["application/json", "*/*", "text/html,*/*;q=0.8"]) {
        const response = await fetch(`${web.url}${path}`, { headers: { accept } });
        const said = await response.text();
        expect([path, accept, response.status]).toEqual([path, accept, 404]);
        if (path.startsWith("/assets")) continue;
        if (accept.includes("html")) expect(said).toBe("<title>Kibitz</title>");
        else expect(JSON.parse(said)).toMatchObject({ error: { code: "INVALID_ARGUMENT" } });
      }
  });

  test("an address that is none ends the discovery of a sign-in service with none, in both SDKs, also where no page was built", async () => {
    for (const hasPages of [true, false]) {
      await using web = await openWeb(undefined, undefined, undefined, hasPages);
      for (const { discoverOAuthProtectedResourceMetadata, discoverAuthorizationServerMetadata } of [sdkV1, sdkV2]) {
        await expect(discoverOAuthProtectedResourceMetadata(`${web.url}/mcp`)).rejects.toThrow("does not implement");
        for (const issuer of [web.url, `${web.url}/mcp`])
          expect(await discoverAuthorizationServerMetadata(issuer)).toBeUndefined();
      }
    }
  });

  test("an address that takes other methods says which, and 405", async () => {
    await using web = await openWeb();
    const headers = bearer(tokens.personToken);
    for (const [method, path, allow] of [
      ["POST", "/", "GET"],
      ["PUT", "/game/4821", "GET"],
      ["OPTIONS", "/api/games", "GET, POST"],
      ["DELETE", "/api/games/4821/moves", "POST"],
      ["PATCH", "/api/settings", "GET, PUT"],
      ["POST", "/healthz", "GET"],
      ["PUT", "/api/engines/x/", "DELETE"],
    ] as const) {
      const response = await fetch(`${web.url}${path}`, { method, headers });
      expect([path, response.status, response.headers.get("allow")]).toEqual([path, 405, allow]);
      expect((await response.json()).error.message).toContain(allow.split(", ")[0]);
    }
    expect((await fetch(`${web.url}/api/nothing`, { headers })).status).toBe(404);
  });

  test("an address may end with a slash", async () => {
    await using web = await openWeb();
    for (const path of ["/mcp/", "/league.v1/", "/api/games/", "/api/settings/", "/healthz/"])
      expect([path, (await fetch(`${web.url}${path}`, { headers: bearer(tokens.personToken) })).status]).toEqual([
        path,
        200,
      ]);
  });
});

describe("a token", () => {
  test("a token is asked for at the API, however its address is written, and the agents' opens /mcp alone", async () => {
    await using web = await openWeb();
    for (const path of [
      "/api/games",
      "/%61pi/games",
      "/api/nothing",
      "/mcp",
      "/%6dcp",
      "/api/games?token=the-persons",
    ]) {
      for (const headers of [{}, bearer("wrong"), { cookie: `kibitz-${new URL(web.url).port}=the-persons` }]) {
        const response = await fetch(`${web.url}${path}`, { headers });
        expect([path, response.status]).toEqual([path, 401]);
        expect(await response.text()).toMatch(/^Token required: [^\n]+\n$/);
      }
      const agents = await fetch(`${web.url}${path}`, { headers: bearer(tokens.agentToken) });
      expect([path, agents.status]).toEqual([path, path.endsWith("cp") ? 200 : 403]);
      await agents.text();
    }
    expect((await fetch(`${web.url}/mcp`, { headers: bearer(tokens.personToken) })).status).toBe(200);
    expect((await web.person.get("/api/games")).status).toBe(200);
  });
});

describe("HEAD", () => {
  test("HEAD leaves no stream open", async () => {
    await using web = await openWeb();
    const headers = bearer(tokens.personToken);
    const stop = new AbortController();
    // One place for a stream is left.
    for (let count = 1; count < 500; count += 1) await web.events.open(null, stop.signal);
    const ask = async (method: string) =>
      (await fetch(`${web.url}/api/events`, { method, headers, signal: stop.signal })).status;
    expect([await ask("HEAD"), await ask("HEAD"), await ask("GET"), await ask("GET")]).toEqual([200, 200, 200, 503]);
    stop.abort();
  });
});

describe("a body", () => {
  test("a body that is compressed is refused with 415, at every address", async () => {
    await using web = await openWeb();
    for (const path of ["/mcp", "/league.v1", "/api/games", "/api/sign-in/session"])
      for (const encoding of ["gzip", "br", "Deflate, gzip"]) {
        const headers = {
          ...bearer(tokens.personToken),
          "content-type": "application/json",
          "content-encoding": encoding,
        };
        const response = await fetch(`${web.url}${path}`, { method: "POST", headers, body: gzipSync("{}") });
        expect([path, response.status, response.headers.get("accept-encoding")]).toEqual([path, 415, "identity"]);
        expect((await response.json()).error.message).toContain(encoding);
      }
  });

  const game = JSON.stringify({ players: { white: { kind: "human" }, black: { kind: "human" } } });
  const post = ["POST /api/games", "Content-Type: application/json", `Authorization: Bearer ${tokens.personToken}`];
  const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;

  test("a body is read in chunks as well as in one piece", async () => {
    await using web = await openWeb();
    expect(await raw(web.url, [...post, "Transfer-Encoding: chunked"], chunked(game))).toContain("201 Created");
    expect(await raw(web.url, [...post, `Content-Length: ${game.length}`], game)).toContain("201 Created");
  });

  test("a body that is too long is answered, and the connection is there for the next request", async () => {
    await using web = await openWeb();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (size: number) =>
      new Promise<readonly [number | undefined, boolean]>((resolve, reject) => {
        const headers = { ...bearer(tokens.personToken), "content-type": "application/json", "content-length": size };
        const asked = request(`${web.url}/api/games`, { method: "POST", agent, headers }, (answer) =>
          answer.resume().once("end", () => resolve([answer.statusCode, asked.reusedSocket])),
        );
        asked.once("error", reject).end("x".repeat(size));
      });
    try {
      expect(await ask(10)).toEqual([400, false]);
      for (const KiB of [600, 800, 1_000, 1_024, 900]) {
        expect(await ask(KiB * 1024)).toEqual([413, true]);
        expect(await ask(10)).toEqual([400, true]);
      }
      expect((await ask(1_025 * 1024))[0]).toBe(413);
    } finally {
      agent.destroy();
    }
  });

  test("a body may be missing, too long, or none at all, which is refused in words", async () => {
    await using web = await openWeb();
    const long = `"${"x".repeat(600_000)}"`;
    for (const [lines, body, status] of [
      [[], "", "400 Bad Request"],
      [["Content-Length: 0"], "", "400 Bad Request"],
      [["Transfer-Encoding: chunked"], "0\r\n\r\n", "400 Bad Request"],
      [["Transfer-Encoding: chunked"], chunked("{"), "400 Bad Request"],
      [["Transfer-Encoding: chunked"], chunked(long), "413 Payload Too Large"],
      [[`Content-Length: ${long.length}`], long, "413 Payload Too Large"],
    ] as const) {
      const answer = await raw(web.url, [...post, ...lines], body);
      expect(answer).toContain(`HTTP/1.1 ${status}`);
      expect(answer).toContain("INVALID_ARGUMENT");
    }
    expect((await web.person.get("/api/games")).body.counts.live).toBe(0);
  });
});
