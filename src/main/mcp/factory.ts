import { McpServer, type McpServerOptions } from "@modelcontextprotocol/server";
import { fieldIn } from "../../shared/fields.ts";
import type { Toolset } from "../../shared/toolsets.ts";
import type { Audience, Services } from "./call.ts";
import { channelCapability } from "./channel.ts";
import { serverIcons } from "./icons.ts";
import { instructionsFor } from "./instructions.ts";
import { registerPrompts } from "./prompts.ts";
import { registerResources } from "./resources.ts";
import { sendAsUseful } from "./sent.ts";
import { registerSkills, skillsExtension } from "./skills.ts";
import { declareTasks } from "./tasks/methods.ts";
import { serveTasks } from "./tasks/requests.ts";
import type { Caller } from "./tasks/tasks.ts";
import { toolsOf } from "./tools/index.ts";

/** Additions of a test to its servers; the product adds nothing. */
export interface Fixtures {
  readonly options: McpServerOptions;
  readonly register: (server: McpServer, services: Services) => void;
}

export interface ServerOptions {
  readonly services: Services;
  readonly version: string;
  readonly toolsets: readonly Toolset[];
  /** Hash of the connection this server serves; null where each request gets a server of its own. */
  readonly connection: string | null;
  /** Hash of the bearer token that was shown with that request; else null. */
  readonly bearer?: string | null;
  /** Whether it speaks the revision of 2026, which knows tasks. */
  readonly isModern: boolean;
  /** Whether its client is told of turns over a channel. */
  readonly channels?: boolean;
  /** The request, where the server serves it alone: then it registers only what that request needs. */
  readonly request?: unknown;
  readonly fixtures?: Fixtures | undefined;
}

/** A server for one connection, or for one request. It holds no game state: any number of them show the same games. */
export function createServer(options: ServerOptions): McpServer {
  const {
    services,
    version,
    toolsets: asked,
    connection,
    bearer = null,
    isModern,
    channels = false,
    request,
  } = options;
  const { fixtures } = options;
  const called = calledTool(request);
  const server = new McpServer(
    { name: "kibitz", title: "Kibitz", version, icons: serverIcons },
    {
      instructions: instructionsFor(asked, channels),
      // There are no notifications about lists: tools and prompts never change, and clients subscribe to the games they
      // follow.
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { subscribe: true, listChanged: false },
        extensions: skillsExtension,
        ...(channels ? { experimental: channelCapability } : {}),
      },
      cacheHints: {
        // The list depends on what the client shows.
        "tools/list": { ttlMs: 3_600_000, cacheScope: "private" },
        "prompts/list": { ttlMs: 3_600_000, cacheScope: "public" },
      },
      ...fixtures?.options,
    },
  );
  const { tools, forModels } = offerOf(asked);
  const only = asksForTask(request) ? [] : tools.filter(({ name }) => name === called);
  const audience = audienceOf({ connection, bearer }, asked);
  const isWhole = only.length === 0 && !asksForTask(request);
  for (const { register } of isWhole ? tools : only) register(server, services, audience);
  if (isWhole) {
    registerResources(server, services, registerSkills(server, audience.tools));
    registerPrompts(server, services, audience);
    fixtures?.register(server, services);
  }
  if (isModern) {
    declareTasks(server);
    // A call of a tool alone asks for no task.
    if (only.length === 0) serveTasks(server, services, audience);
  }
  return sendAsUseful(server, tools, forModels);
}

/** The tools that a list of toolsets contains. */
interface Offer {
  /** Each tool once, though it may be in two toolsets. */
  readonly tools: ReturnType<typeof toolsOf>;
  readonly names: ReadonlySet<string>;
  /** Those that an error may name: tools that only a chat board calls are none of them. */
  readonly forModels: ReturnType<typeof toolsOf>;
}

/** By the toolsets' names; there are as many lists as there are subsets. */
const offers = new Map<string, Offer>();

function offerOf(toolsets: readonly Toolset[]): Offer {
  const key = toolsets.join();
  const known = offers.get(key);
  if (known) return known;
  const tools = [...new Set(toolsets.flatMap(toolsOf))];
  const names = new Set(tools.map(({ name }) => name));
  const offer = { tools, names, forModels: tools.filter(({ ui }) => ui !== "for-board") };
  offers.set(key, offer);
  return offer;
}

/** The audience of a server with these sets of tools. */
export const audienceOf = (caller: Caller, toolsets: readonly Toolset[]): Audience => ({
  ...caller,
  toolsets,
  tools: offerOf(toolsets).names,
});

/** The tool that a request calls; null for every other request. */
const calledTool = (request: unknown): unknown =>
  fieldIn(request, "method") === "tools/call" ? fieldIn(fieldIn(request, "params"), "name") : null;

/** A request about a task needs no tool: its id names the call. */
const asksForTask = (request: unknown): boolean => String(fieldIn(request, "method")).startsWith("tasks/");
