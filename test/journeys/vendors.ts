import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { expect } from "vitest";
import { z } from "zod";
import { obey } from "../support/obedient-reader.ts";
import { seeded } from "../support/seeded.ts";

// The services of those who sell models, as far as the examples ask them: in their forms, with their checks, and with a
// model behind them that plays legal moves.

interface Call {
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

const malformed = "{malformed}";

/**
 * A stand-in for a vendor's model: it reads the texts of the answers and nothing else, does what they say is next, and
 * plays legal moves.
 */
function createModel() {
  let asked = Promise.withResolvers<Call | null>();
  let told = Promise.withResolvers<string>();
  const call = async (tool: string, args: Record<string, unknown>) => {
    asked.resolve({ tool, args });
    const text = await told.promise;
    return { text, isError: false, data: {}, pages: [], meta: {} };
  };
  const play = async () => {
    // As weak models do: no tool's name, and arguments that cannot be read where the vendor hands them on as text.
    expect((await call("makeMyMove", {})).text).toMatch(/^Error: .*Tool makeMyMove not found\./);
    expect((await call("listGames", { status: malformed })).text).toMatch(/^Error: /);
    const first = await call("createGame", { game: "tic-tac-toe", type: "computer", difficulty: 1 });
    await obey(first, { half: "text", call, random: seeded(7) });
    asked.resolve(null);
  };
  play().catch((error) => asked.reject(error));
  return {
    /** The next call that the model wants, once it has read the answer to the last one; null when it is done. */
    async next(answer: string | undefined): Promise<Call | null> {
      if (answer === undefined) return asked.promise;
      asked = Promise.withResolvers();
      const heard = told;
      told = Promise.withResolvers();
      heard.resolve(answer);
      return asked.promise;
    },
  };
}

/** A vendor's way of asking for calls: reads a request, with the checks that its service makes, and words the answer. */
export interface Vendor {
  readonly env: (url: string) => Readonly<Record<string, string>>;
  readonly path: string;
  readonly keyHeader: string;
  /** The answer to the call before; undefined in the first request. */
  readonly read: (body: unknown) => { readonly tools: readonly unknown[]; readonly answer: string | undefined };
  readonly word: (call: Call | null, number: number) => unknown;
}

const schema = z.looseObject({ type: z.literal("object") });
const named = { name: z.string(), description: z.string().min(1) };

export const vendors: Readonly<Record<string, Vendor>> = {
  "openai-functions": {
    env: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: "Bearer of-the-test" }),
    path: "/v1/chat/completions",
    keyHeader: "authorization",
    read: (body) => {
      const tool = z.strictObject({
        type: z.literal("function"),
        function: z.strictObject({ ...named, parameters: schema.extend({ properties: z.looseObject({}) }) }),
      });
      const { messages, tools } = z
        .strictObject({
          model: z.literal("m"),
          messages: z.array(z.looseObject({ role: z.string() })),
          tools: z.array(tool),
        })
        .parse(body);
      const [before, last] = messages.slice(-2);
      if (last?.role !== "tool") return { tools: tools.map((each) => each.function), answer: undefined };
      // Each answer stands after the request that it is to.
      expect(before).toMatchObject({ role: "assistant", tool_calls: [{ id: last["tool_call_id"] }] });
      return { tools: tools.map((each) => each.function), answer: z.string().parse(last["content"]) };
    },
    word: (call, number) => {
      const asked = call && { name: call.tool, arguments: JSON.stringify(call.args).split(malformed)[0] };
      const tool_calls = [{ id: `call-${number}`, type: "function", function: asked }];
      const content = asked ? null : "I have played.";
      return { choices: [{ message: { role: "assistant", content, ...(asked ? { tool_calls } : {}) } }] };
    },
  },
  gemini: {
    env: (url) => ({ GEMINI_BASE_URL: `${url}/v1beta`, GEMINI_API_KEY: "of-the-test" }),
    path: "/v1beta/models/m:generateContent",
    keyHeader: "x-goog-api-key",
    read: (body) => {
      const declaration = z.strictObject({ ...named, parametersJsonSchema: schema });
      const content = z.strictObject({ role: z.enum(["user", "model"]), parts: z.array(z.looseObject({})).min(1) });
      const { contents, tools } = z
        .strictObject({
          contents: z.array(content),
          tools: z.tuple([z.strictObject({ functionDeclarations: z.array(declaration) })]),
        })
        .parse(body);
      const [before, last] = contents.slice(-2);
      const declared = tools[0].functionDeclarations;
      if (last === undefined) return { tools: declared, answer: undefined };
      // Its signatures come back to it.
      expect(before).toMatchObject({ role: "model", parts: [{ thoughtSignature: "signed" }] });
      const { functionResponse } = z
        .object({ functionResponse: z.strictObject({ name: z.string(), response: z.object({ result: z.string() }) }) })
        .parse(last.parts[0]);
      return { tools: declared, answer: functionResponse.response.result };
    },
    word: (call) => {
      const part = call
        ? { functionCall: { name: call.tool, args: call.args }, thoughtSignature: "signed" }
        : { text: "I have played." };
      return { candidates: [{ content: { role: "model", parts: [part] } }] };
    },
  },
  anthropic: {
    env: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "of-the-test" }),
    path: "/v1/messages",
    keyHeader: "x-api-key",
    read: (body) => {
      const { messages, tools } = z
        .strictObject({
          model: z.literal("m"),
          max_tokens: z.number(),
          messages: z.array(z.strictObject({ role: z.enum(["user", "assistant"]), content: z.unknown() })),
          tools: z.array(z.strictObject({ ...named, input_schema: schema })),
        })
        .parse(body);
      const [before, last] = messages.slice(-2);
      if (last === undefined) return { tools, answer: undefined };
      const [result] = z
        .tuple([
          z.strictObject({
            type: z.literal("tool_result"),
            tool_use_id: z.string(),
            content: z.string(),
            is_error: z.boolean(),
          }),
        ])
        .parse(last.content);
      expect(before).toMatchObject({ role: "assistant", content: [{ id: result.tool_use_id }] });
      return { tools, answer: result.content };
    },
    word: (call, number) => ({
      content: call
        ? [{ type: "tool_use", id: `call-${number}`, name: call.tool, input: call.args }]
        : [{ type: "text", text: "I have played." }],
      stop_reason: call ? "tool_use" : "end_turn",
    }),
  },
};

/** A vendor's service on this machine, with a model behind it. */
export async function openService({ path, keyHeader, read, word }: Vendor) {
  const model = createModel();
  const problems: unknown[] = [];
  let number = 0;
  const answerTo = async (request: IncomingMessage) => {
    expect([request.method, request.url, request.headers["content-type"]]).toEqual(["POST", path, "application/json"]);
    expect(request.headers[keyHeader]).toContain("of-the-test");
    const { tools, answer } = read(await json(request));
    expect(tools).toContainEqual(expect.objectContaining({ name: "finishTurn" }));
    number += 1;
    return word(await model.next(answer), number);
  };
  let isBusy = true;
  const server = createServer(async (request, response) => {
    if (isBusy) {
      isBusy = false;
      return void response.writeHead(429, { "retry-after": "0" }).end("too many requests");
    }
    try {
      response.setHeader("content-type", "application/json").end(JSON.stringify(await answerTo(request)));
    } catch (error) {
      problems.push(error);
      response.writeHead(400).end(String(error));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    problems,
    requests: () => number,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
