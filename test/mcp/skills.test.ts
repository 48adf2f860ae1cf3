import { createHash } from "node:crypto";
import { crc32, inflateSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { openAgentHost } from "./agent-host.ts";

/** The server's description of itself and its teaching: its icons and its tools' (SEP-973) and its skills (SEP-2640), in both revisions. */

let place: ReturnType<typeof openAgentHost>;
beforeAll(() => {
  place = openAgentHost();
});
afterAll(() => place[Symbol.asyncDispose]());

const entry = z.strictObject({
  uri: z.string().regex(/^skill:\/\/[a-z0-9-]+\/SKILL\.md$/),
  frontmatter: z.looseObject({
    name: z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      .max(64),
    description: z.string().min(1).max(1024),
  }),
  resources: z.array(
    z.strictObject({ uri: z.string(), digest: z.string().regex(/^sha256:[0-9a-f]{64}$/), size: z.number() }),
  ),
});
const cacheable = { ttlMs: z.number(), cacheScope: z.literal("public") };
const listing = z.looseObject({ skills: z.array(entry), ...cacheable });
const got = z.looseObject({ skill: entry, ...cacheable });

test.each(["2025", "2026"] as const)(
  "skills are listed, got and read as their digests say, in the %s era",
  async (era) => {
    const { client } = await place.connect({ era, toolsets: "all" });
    expect(client.getServerCapabilities()).toMatchObject({
      resources: {},
      extensions: { "io.modelcontextprotocol/skills": {} },
    });
    const { skills } = await client.request({ method: "skills/list", params: {} }, listing);
    expect(skills.map(({ frontmatter }) => frontmatter.name)).toEqual(["play-on-kibitz", "run-a-league"]);
    const { resources } = await client.listResources();
    const tools = (await client.listTools()).tools.map(({ name }) => name);
    for (const skill of skills) {
      const { uri, frontmatter } = skill;
      expect(uri).toBe(`skill://${frontmatter.name}/SKILL.md`);
      expect((await client.request({ method: "skills/get", params: { uri } }, got)).skill).toEqual(skill);
      const [file] = (await client.readResource({ uri })).contents;
      const text = file && "text" in file ? file.text : "";
      expect(skill.resources).toEqual([
        {
          uri,
          digest: `sha256:${createHash("sha256").update(text).digest("hex")}`,
          size: Buffer.byteLength(text),
        },
      ]);
      expect(parse(text.split("---\n")[1] ?? "")).toEqual(frontmatter);
      expect(resources).toContainEqual(
        expect.objectContaining({ uri, name: frontmatter.name, mimeType: "text/markdown" }),
      );
      // A name in letters of code and a tool's spelling is a tool's.
      const named = [...text.matchAll(/`([a-z]+[A-Z]\w+)`/g)].flatMap(([, name]) => name ?? []);
      expect(named.length).toBeGreaterThan(3);
      expect(named.filter((name) => !tools.includes(name) && name !== "askPerson")).toEqual([]);
    }
    await expect(
      client.request({ method: "skills/get", params: { uri: "skill://cheat/SKILL.md" } }, got),
    ).rejects.toMatchObject({ code: -32602 });
  },
);

test("a connection is taught what it has the tools for", async () => {
  const namesFor = async (toolsets: string) => {
    const { client } = await place.connect({ toolsets });
    const { skills } = await client.request({ method: "skills/list", params: {} }, listing);
    return skills.map(({ frontmatter }) => frontmatter.name);
  };
  expect(await namesFor("tictactoe")).toEqual([]);
  expect(await namesFor("play")).toEqual(["play-on-kibitz"]);
  expect(await namesFor("")).toEqual(["play-on-kibitz", "run-a-league"]);
});

/** The data of an icon that needs no network. */
function dataOf({ src, mimeType }: { readonly src: string; readonly mimeType?: string | undefined }): Buffer {
  const [head, data = ""] = src.split(",");
  expect(head).toBe(`data:${mimeType};base64`);
  return Buffer.from(data, "base64");
}

/** The chunks of a PNG by type, with their check sums compared. */
function chunksOf(png: Buffer): ReadonlyMap<string, Buffer> {
  expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at);
    expect(crc32(png.subarray(at + 4, end))).toBe(png.readUInt32BE(end));
    chunks.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, end));
    at = end + 4;
  }
  return chunks;
}

test.each(["2025", "2026"] as const)(
  "the server has icons that need no network, told once, in the %s era",
  async (era) => {
    const { client } = await place.connect({ era });
    const [png, svg] = client.getServerVersion()?.icons ?? [];
    if (!png || !svg) throw new Error("the server has no two icons");
    expect(png).toMatchObject({ mimeType: "image/png", sizes: ["32x32"] });
    expect(chunksOf(dataOf(png)).get("IHDR")?.readUInt32BE(0)).toBe(32);
    expect(svg).toMatchObject({ mimeType: "image/svg+xml", sizes: ["any"] });
    expect(dataOf(svg).toString()).toContain("<svg");
    // Where each answer carries what the server is, icons would be the most of many of them.
    for (const { _meta } of [await client.callTool({ name: "listGames", arguments: {} }), await client.listTools()])
      expect(JSON.stringify(_meta ?? {})).not.toContain("icons");
  },
);

test("each tool for models has a small picture, for clients that show boards alone", async () => {
  const { client } = await place.connect({ toolsets: "all", apps: true });
  const { tools } = await client.listTools();
  for (const { name, icons } of tools) {
    if (name === "watchBoard") continue;
    expect(icons, name).toHaveLength(1);
    const [icon = { src: "" }] = icons ?? [];
    const { IHDR, IDAT } = Object.fromEntries(chunksOf(dataOf(icon)));
    // Width, height, and the row of bytes that says: one bit of grey a pixel, in order.
    expect(IHDR?.toString("hex")).toBe("00000010000000100100000000");
    const pixels = inflateSync(IDAT ?? Buffer.alloc(0));
    expect(pixels).toHaveLength(16 * 3);
    expect(new Set(pixels).size).toBeGreaterThan(1);
  }
  const plain = await place.connect({ toolsets: "all" });
  for (const { name, icons } of (await plain.client.listTools()).tools) expect(icons, name).toBeUndefined();
});
