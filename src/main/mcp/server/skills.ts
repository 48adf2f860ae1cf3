import { createHash } from "node:crypto";
import { type McpServer, ProtocolError, ProtocolErrorCode, type Resource } from "@modelcontextprotocol/server";
import { parse } from "yaml";
import { z } from "zod";
import playOnKibitz from "../skills/play-on-kibitz/SKILL.md?raw";
import runALeague from "../skills/run-a-league/SKILL.md?raw";

/** Agent skills over MCP, by the extension of SEP-2640: each is one file, an ordinary resource, with its digest. */

const MIME = "text/markdown";
/** Skills change only with a new version of Kibitz. */
const skillCaching = { ttlMs: 3_600_000, cacheScope: "public" } as const;

const frontmatterSchema = z.looseObject({ name: z.string(), description: z.string() });

/** @param neededTool the tool without which a connection has no use for the skill */
function skillOf(text: string, neededTool: string) {
  const frontmatter = frontmatterSchema.parse(parse(/^---\n(.*?)\n---\n/s.exec(text)?.[1] ?? ""));
  const uri = `skill://${frontmatter.name}/SKILL.md`;
  const digest = `sha256:${createHash("sha256").update(text).digest("hex")}`;
  return { text, neededTool, entry: { uri, frontmatter, resources: [{ uri, digest, size: Buffer.byteLength(text) }] } };
}

const allSkills = [skillOf(playOnKibitz, "createGame"), skillOf(runALeague, "joinLeague")];

export const skillsExtension = { "io.modelcontextprotocol/skills": {} };

const listParams = { params: z.looseObject({ cursor: z.string().optional() }).optional() };
const getParams = { params: z.looseObject({ uri: z.string() }) };

/** Registers the skills whose tools the connection has. Returns their entries in `resources/list`. */
export function registerSkills(server: McpServer, tools: ReadonlySet<string>): readonly Resource[] {
  const skills = allSkills.filter(({ neededTool }) => tools.has(neededTool));
  server.server.setRequestHandler("skills/list", listParams, () => ({
    resultType: "complete" as const,
    skills: skills.map(({ entry }) => entry),
    ...skillCaching,
  }));
  server.server.setRequestHandler("skills/get", getParams, ({ uri }) => {
    const skill = skills.find(({ entry }) => entry.uri === uri);
    if (!skill) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No skill is served at ${uri}`);
    return { resultType: "complete" as const, skill: skill.entry, ...skillCaching };
  });
  return skills.map(({ text, entry: { uri, frontmatter } }) => {
    const { name, description } = frontmatter;
    const about = { description, mimeType: MIME };
    server.registerResource(name, uri, about, () => ({ contents: [{ uri, mimeType: MIME, text }] }));
    return { uri, name, ...about };
  });
}
