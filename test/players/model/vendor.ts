import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The stand-in's answer to a request, or its failure. */
export type Reply =
  | string
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  /** With an account of its reasoning. */
  | { readonly text: string; readonly reasoning: string }
  | "hang"
  /** Its safety rules keep it from answering. */
  | "refuse";

export interface Question {
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface Vendor {
  readonly url: string;
  readonly asked: Question[];
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A stand-in of a vendor's HTTP API, one for all of them: each is asked in its own way and answers in its own. What it
 * refuses it says with the key, as some do.
 */
export async function openVendor(
  replyTo: (question: Question) => Reply | Promise<Reply>,
  key: string,
): Promise<Vendor> {
  const asked: Question[] = [];
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { url = "", headers } = incoming;
    const question = { url, headers, body: Buffer.concat(chunks).toString() };
    asked.push(question);
    const reply = await replyTo(question);
    if (reply === "hang") return;
    if (typeof reply === "object" && "status" in reply) {
      outgoing.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
      return void outgoing.end(reply.body ?? JSON.stringify({ error: { message: `no, ${key}`, type: "x", code: 1 } }));
    }
    const answer = reply === "refuse" ? refusalInTheWayOf(url) : inTheWayOf(url, reply);
    outgoing.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  };
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An answer of 100 tokens in and 30 out, 10 of them of thought, as each vendor words it. */
function inTheWayOf(url: string, reply: Exclude<Reply, { readonly status: number }>): unknown {
  const { text, reasoning } = typeof reply === "string" ? { text: reply, reasoning: null } : reply;
  if (url.includes("/messages"))
    return {
      id: "m",
      type: "message",
      role: "assistant",
      model: "m",
      stop_reason: "end_turn",
      stop_sequence: null,
      content: [
        ...(reasoning === null ? [] : [{ type: "thinking", thinking: reasoning, signature: "s" }]),
        { type: "text", text },
      ],
      usage: { input_tokens: 100, output_tokens: 30 },
    };
  if (url.includes("/responses"))
    return {
      id: "r",
      object: "response",
      created_at: 1,
      model: "m",
      status: "completed",
      output: [
        ...(reasoning === null
          ? []
          : [{ type: "reasoning", id: "n", summary: [{ type: "summary_text", text: reasoning }] }]),
        {
          type: "message",
          id: "o",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text, annotations: [] }],
        },
      ],
      usage: {
        input_tokens: 100,
        output_tokens: 30,
        output_tokens_details: { reasoning_tokens: 10 },
        input_tokens_details: {},
      },
    };
  if (url.includes(":generateContent"))
    return {
      candidates: [
        {
          content: {
            role: "model",
            parts: [...(reasoning === null ? [] : [{ text: reasoning, thought: true }]), { text }],
          },
          finishReason: "STOP",
          index: 0,
        },
      ],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, thoughtsTokenCount: 10, totalTokenCount: 130 },
    };
  return {
    id: "c",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [
      { index: 0, message: { role: "assistant", content: text, reasoning_content: reasoning }, finish_reason: "stop" },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 30, completion_tokens_details: { reasoning_tokens: 10 } },
  };
}

/** How each vendor's API says that the model will not answer; it is charged like an answer. */
function refusalInTheWayOf(url: string): unknown {
  const answered = inTheWayOf(url, "");
  const sorry = "I cannot help with that.";
  if (url.includes("/messages")) return Object.assign({}, answered, { content: [], stop_reason: "refusal" });
  if (url.includes("/responses")) {
    const content = [{ type: "refusal", refusal: sorry }];
    const output = [{ type: "message", id: "o", role: "assistant", status: "completed", content }];
    return Object.assign({}, answered, { output });
  }
  if (url.includes(":generateContent"))
    return Object.assign({}, answered, { candidates: [{ finishReason: "SAFETY", index: 0 }] });
  const message = { role: "assistant", content: null, refusal: sorry };
  return Object.assign({}, answered, { choices: [{ index: 0, message, finish_reason: "content_filter" }] });
}
