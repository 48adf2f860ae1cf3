import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { HostLine } from "../../support/host-process.ts";

/** A tool's whole result, as a chat host gets it. */
export interface ToolResult {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results whose form the protocol describes
  readonly content: any[];
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly structuredContent: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly _meta?: any;
  readonly isError?: boolean;
}

/** The MCP client inside a chat host, through which both the model and the board speak. */
export interface ChatClient {
  call(name: string, args: Record<string, unknown>): Promise<ToolResult>;
  /** The page of the board, as MCP Apps hosts read it. */
  readPage(): Promise<{ readonly html: string; readonly meta: unknown }>;
  /** All that a model has read so far. */
  modelRead(): string;
  [Symbol.asyncDispose](): Promise<void>;
}

const appsCapability = { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } } };

export async function openChatClient(host: HostLine, shows: "apps" | "embedded pages"): Promise<ChatClient> {
  const capabilities = shows === "apps" ? appsCapability : {};
  // Pages in an answer go to hosts alone that are known to show them.
  const name = shows === "apps" ? "chat" : "goose";
  const client = new Client({ name, version: "1.0.0" }, { capabilities, versionNegotiation: { mode: "auto" } });
  const requestInit = { headers: { authorization: `Bearer ${host.agentToken}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(host.mcp), { requestInit }));
  const read: string[] = [];
  /** The seat tokens that the model was given: it passes them, as its next actions do. */
  const tokens = new Map<unknown, string>();
  const spelled = (name: string, args: Record<string, unknown>) => {
    const seat_token = name === "watchBoard" || name === "joinGame" ? undefined : tokens.get(args.game_id);
    return seat_token === undefined ? args : { seat_token, ...args };
  };
  return {
    call: async (name, args) => {
      // biome-ignore lint/suspicious/noExplicitAny: what the protocol says a result is
      const result: any = await client.callTool({ name, arguments: spelled(name, args) });
      const { game_id, seat_token } = result.structuredContent;
      if (seat_token) tokens.set(game_id, seat_token);
      // A model reads the text and the fields; pages are for the person, and metadata is for programs.
      read.push(
        JSON.stringify([
          result.content.filter(({ type }: { type: string }) => type === "text"),
          result.structuredContent,
        ]),
      );
      return result;
    },
    readPage: async () => {
      const { contents } = await client.readResource({ uri: "ui://kibitz/board.html" });
      const [page] = contents;
      if (!page || !("text" in page)) throw new Error("the resource has no text");
      return { html: page.text, meta: page._meta };
    },
    modelRead: () => read.join("\n"),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

export const textOf = (result: ToolResult): string =>
  result.content.map(({ text = "" }: { text?: string }) => text).join("\n");

/** The board in a result, by either road; null where there is none. */
export const boardIn = (result: ToolResult) => result._meta?.["kibitz/board"] ?? null;
export const pageIn = (result: ToolResult): string | null =>
  result.content.find(({ type }: { type: string }) => type === "resource")?.resource.text ?? null;
