import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { openTableOfAgents } from "./table-of-agents.ts";

/** The server's description of itself and its teaching: its icon (SEP-973) and its skills (SEP-2640), in both revisions. */

let place: ReturnType<typeof openTableOfAgents>;
beforeAll(() => {
  place = openTableOfAgents();
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

test.each(["2025", "2026"] as const)("the server has an icon that needs no network, in the %s era", async (era) => {
  const { client } = await place.connect({ era });
  const [icon] = client.getServerVersion()?.icons ?? [];
  expect(icon).toMatchObject({ mimeType: "image/svg+xml", sizes: ["any"] });
  const [, data = ""] = icon?.src.split("base64,") ?? [];
  expect(Buffer.from(data, "base64").toString()).toContain("<svg");
  // Where each answer carries what the server is, an icon would be the most of many of them.
  const { _meta } = await client.callTool({ name: "listGames", arguments: {} });
  expect(JSON.stringify(_meta ?? {})).not.toContain("svg");
});
