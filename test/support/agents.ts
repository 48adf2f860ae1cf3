import {
  Client as ClientV2,
  type ElicitResult,
  StreamableHTTPClientTransport as HttpV2,
} from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { shimProgram } from "./host-process.ts";

export const doors = ["shim", "http"] as const;
export const kinds = ["v2 client, new era", "v2 client, old era", "v1 client"] as const;
export type Door = (typeof doors)[number];
export type ClientKind = (typeof kinds)[number];

/** Where to connect: a shim needs the data folder, HTTP the address and the token. */
export interface Place {
  readonly dataDir: string;
  readonly mcp: string;
  readonly agentToken: string;
}

export interface Answer {
  readonly text: string;
  readonly isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form the contract describes
  readonly data: any;
  /** Pages that stand in the answer. */
  readonly pages: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly meta: any;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly onprogress?: (progress: {
    progress: number;
    total?: number | undefined;
    message?: string | undefined;
  }) => void;
}

export interface Agent {
  readonly client: ClientV2 | ClientV1;
  call(tool: string, args: Record<string, unknown>, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export const shimArgs = (place: Place) => [shimProgram, "--data-dir", place.dataDir];
/**
 * A shim that waits for the host that the test starts, however late that is on a busy machine: one of its own, which a
 * shim starts after a second, would take its place. The command that ends well says that another host is starting.
 */
export const shimEnv = (): Record<string, string> => {
  const kept = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { KIBITZ_HOST_COMMAND: '["true"]', ...Object.fromEntries(kept), KIBITZ_NO_WINDOW: "1" };
};

/** The person's answer to a form. */
export type FormAnswers = (form: { readonly message: string }) => ElicitResult | Promise<ElicitResult>;

/**
 * Connects a real client of the given kind through the given door.
 * @param answers to the forms that it says it shows; without them it shows none
 */
export async function connect(
  place: Place,
  door: Door,
  kind: ClientKind,
  name: string | { readonly name: string; readonly title: string } = "tester",
  answers: FormAnswers | null = null,
): Promise<Agent> {
  const capabilities = answers ? { elicitation: { form: {} } } : {};
  const info = { version: "1.0.0", ...(typeof name === "string" ? { name } : name) };
  const url = new URL(place.mcp);
  const requestInit = { headers: { authorization: `Bearer ${place.agentToken}` } };
  const stdio = { command: process.execPath, args: shimArgs(place), env: shimEnv(), stderr: "ignore" as const };
  if (kind === "v1 client") {
    const client = new ClientV1(info, { capabilities });
    if (answers) client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({ ...(await answers(params)) }));
    await client.connect(door === "shim" ? new StdioV1(stdio) : new HttpV1(url, { requestInit }));
    return agentOf(client, async (tool, args, options) =>
      client.callTool({ name: tool, arguments: args }, undefined, options),
    );
  }
  const mode = kind === "v2 client, new era" ? "auto" : "legacy";
  const client = new ClientV2(info, { capabilities, versionNegotiation: { mode } });
  if (answers) client.setRequestHandler("elicitation/create", async ({ params }) => answers(params));
  await client.connect(door === "shim" ? new StdioV2(stdio) : new HttpV2(url, { requestInit }));
  return agentOf(client, async (tool, args, options) => client.callTool({ name: tool, arguments: args }, options));
}

// biome-ignore lint/suspicious/noExplicitAny: the two SDKs type the same result differently
export function readAnswer(result: any): Answer {
  const texts = result.content.flatMap((part: { text?: string }) => part.text ?? []);
  const pages = result.content.flatMap((part: { resource?: { text: string } }) => part.resource?.text ?? []);
  return {
    text: texts.join("\n"),
    isError: result.isError === true,
    data: result.structuredContent,
    pages,
    meta: result._meta ?? {},
  };
}

type RawCall = (tool: string, args: Record<string, unknown>, options?: CallOptions) => Promise<unknown>;

function agentOf(client: ClientV2 | ClientV1, rawCall: RawCall): Agent {
  const close = async () => client.close();
  return {
    client,
    call: async (tool, args, options) => {
      return readAnswer(await rawCall(tool, args, options));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
