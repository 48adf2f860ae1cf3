import { EventEmitter, once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { z } from "zod";
import { jsonIn } from "../../src/shared/fields.ts";

/** A host's data about itself, from its first request. */
export interface Introduction {
  readonly name: string;
  readonly title: string | null;
  readonly version: string;
  /** The first request, and the revision that it names: `initialize 2025-11-25`. */
  readonly opening: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
}

/** A call that a host cancelled while it ran. */
export interface Cut {
  readonly tool: string;
  readonly seconds: number;
  readonly reason: string;
}

/** A form's fate: `open` where nobody has answered it. */
export interface ShownForm {
  readonly action: string;
  /** Milliseconds from the form to its answer. */
  readonly ms: number | null;
}

/** The facts from all that was said so far. */
export interface Seen {
  introduction: Introduction | null;
  sendsProgressToken: boolean;
  /** Names of the tools called, in order. */
  readonly calls: string[];
  readonly cuts: Cut[];
  readonly forms: Map<string, ShownForm & { readonly at: number }>;
  /** Calls that were answered by a task, and questions for these. */
  tasks: number;
  polls: number;
  /** The halves of the last answer to a call. */
  lastAnswer: { readonly text: string; readonly structured: string } | null;
  /** Processes of the shim, the newest last. */
  readonly shims: number[];
  readonly lines: string[];
}

/** Listens to all that a host and the shim say to each other. */
export interface Tap {
  readonly socket: string;
  readonly seen: Seen;
  /** Resolves once something of it was seen. */
  until(isSeen: (seen: Seen) => boolean): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const record = z.record(z.string(), z.unknown());
const client = z.looseObject({ name: z.string(), title: z.string().optional(), version: z.string() });
const message = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z
    .looseObject({
      _meta: record.optional(),
      name: z.string().optional(),
      requestId: z.union([z.string(), z.number()]).optional(),
      reason: z.string().optional(),
      protocolVersion: z.string().optional(),
      clientInfo: client.optional(),
      capabilities: record.optional(),
      inputResponses: z.record(z.string(), z.looseObject({ action: z.string().optional() })).optional(),
    })
    .optional(),
  result: z
    .looseObject({
      action: z.string().optional(),
      resultType: z.string().optional(),
      inputRequests: record.optional(),
      // In an answer to a form it is an object.
      content: z
        .array(z.looseObject({ text: z.string().optional() }))
        .optional()
        .catch(undefined),
      structuredContent: record.optional(),
    })
    .optional(),
});
type Message = z.infer<typeof message>;

const envelope = z.object({
  "io.modelcontextprotocol/protocolVersion": z.string(),
  "io.modelcontextprotocol/clientInfo": client,
  "io.modelcontextprotocol/clientCapabilities": record,
});

/** @param socket a path at which it listens */
export async function startTap(socket: string): Promise<Tap> {
  const events = new EventEmitter();
  const seen: Seen = {
    introduction: null,
    sendsProgressToken: false,
    calls: [],
    cuts: [],
    forms: new Map(),
    tasks: 0,
    polls: 0,
    lastAnswer: null,
    shims: [],
    lines: [],
  };
  /** Calls under way, by the id of the request. */
  const running = new Map<string | number, { readonly tool: string; readonly at: number }>();

  const showForm = (id: string) => {
    if (seen.forms.has(id)) return;
    seen.forms.set(id, { action: "open", ms: null, at: performance.now() });
  };
  const answerForm = (id: string, action = "other") => {
    const form = seen.forms.get(id);
    if (form?.action === "open") seen.forms.set(id, { ...form, action, ms: Math.round(performance.now() - form.at) });
  };
  const openForm = (end: string) => [...seen.forms.keys()].findLast((id) => id.endsWith(end)) ?? "";

  const fromHost = ({ id, method, params, result }: Message) => {
    if (method === "initialize" && params?.clientInfo)
      seen.introduction ??= introduce(params.clientInfo, `${method} ${params.protocolVersion}`, params.capabilities);
    const { data } = envelope.safeParse(params?._meta);
    if (data)
      seen.introduction ??= introduce(
        data["io.modelcontextprotocol/clientInfo"],
        `${method} ${data["io.modelcontextprotocol/protocolVersion"]}`,
        data["io.modelcontextprotocol/clientCapabilities"],
      );
    if (method === "tools/call" && id !== undefined) {
      const tool = params?.name ?? "";
      // A call that brings the answer to a form is the same call again.
      if (!params?.inputResponses) seen.calls.push(tool);
      running.set(id, { tool, at: performance.now() });
      if (params?._meta?.["progressToken"] !== undefined) seen.sendsProgressToken = true;
    }
    for (const [name, { action }] of Object.entries(params?.inputResponses ?? {})) answerForm(openForm(name), action);
    if (method === "tasks/get") seen.polls += 1;
    if (method === "notifications/cancelled" && params?.requestId !== undefined) {
      const call = running.get(params.requestId);
      // Some hosts cancel each call once it is answered.
      if (!call) return;
      running.delete(params.requestId);
      const seconds = Math.round((performance.now() - call.at) / 100) / 10;
      seen.cuts.push({ tool: call.tool, seconds, reason: params.reason ?? "" });
    }
    if (method === undefined && result?.action !== undefined) answerForm(`request ${id}`, result.action);
  };
  const fromServer = ({ id, method, result }: Message) => {
    if (method === "elicitation/create") showForm(`request ${id}`);
    // In a call each form has the same name, in a task each its own.
    for (const name of Object.keys(result?.inputRequests ?? {}))
      showForm(result?.resultType === "input_required" ? `${id} ${name}` : name);
    if (result?.resultType === "task") seen.tasks += 1;
    if (method !== undefined || id === undefined) return;
    running.delete(id);
    const [first] = result?.content ?? [];
    if (first)
      seen.lastAnswer = { text: first.text ?? "", structured: JSON.stringify(result?.structuredContent ?? "") };
  };

  const server = createServer((connection) => {
    connection.on("error", () => {});
    createInterface({ input: connection }).on("line", (text) => {
      const { from, line } = z.object({ from: z.string(), line: z.string() }).parse(JSON.parse(text));
      seen.lines.push(`${new Date().toISOString().slice(11, 23)} ${from} ${line}`);
      if (from === "pid") {
        seen.shims.push(Number(line));
        return;
      }
      const { data } = message.safeParse(jsonIn(line));
      if (data) (from === "host" ? fromHost : fromServer)(data);
      events.emit("seen");
    });
  });
  await once(server.listen(socket), "listening");
  const until = async (isSeen: (seen: Seen) => boolean) => {
    while (!isSeen(seen)) await once(events, "seen");
  };
  return { socket, until, seen, [Symbol.asyncDispose]: async () => void server.close() };
}

function introduce(
  { name, title, version }: z.infer<typeof client>,
  opening: string,
  capabilities: Introduction["capabilities"] = {},
): Introduction {
  return { name, title: title ?? null, version, opening, capabilities };
}
