import { setTimeout as delay } from "node:timers/promises";
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  completable,
  createRequestStateCodec,
  fromJsonSchema,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { clientOf, knowsTasks } from "../../src/main/mcp/server/client.ts";
import type { Fixtures } from "../../src/main/mcp/server/factory.ts";
import { replacementOf, taskResult } from "../../src/main/mcp/server/message-filter.ts";
import { tasksMissing } from "../../src/main/mcp/tasks/requests.ts";
import { type CallRun, usualPace, type Work } from "../../src/main/mcp/tasks/tasks.ts";
import type { Services } from "../../src/main/mcp/tools/call.ts";

/*
 * The tools, resources and prompts that the conformance program asks a test server for, each with the behaviour that
 * its description demands (`conformance list --server`, and the scenario's own text).
 */

/** One red dot. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/** No sound at all. */
const wav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

type State = { readonly round: number };
const states = createRequestStateCodec<State>({ key: "a secret of the conformance tests alone, 32 bytes or more" });

const text = (line: string): CallToolResult => ({ content: [{ type: "text", text: line }] });
const said = (line: string): GetPromptResult => ({
  messages: [{ role: "user", content: { type: "text", text: line } }],
});
const embedded = (uri: string, mimeType: string, content: string) =>
  ({ type: "resource", resource: { uri, mimeType, text: content } }) as const;
const form = (message: string, fields: Record<string, z.ZodType>) =>
  inputRequired.elicit({ message, requestedSchema: z.object(fields) });
const question = (words: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text: words } }], maxTokens });

const nameForm = () => form("What is your name?", { name: z.string() });
const confirmation = () => form("Please confirm", { ok: z.boolean() });
/** The client's answer to one request for input; undefined when there is none, or none in a form that fits. */
const answered = ({ mcpReq }: ServerContext, key: string) => acceptedContent(mcpReq.inputResponses, key);

const declared = z.object({ elicitation: z.unknown().optional(), sampling: z.unknown().optional() });

/** A tool without arguments. */
type Fixture = (
  context: ServerContext,
) => Promise<CallToolResult | InputRequiredResult> | CallToolResult | InputRequiredResult;

const contentTools: Record<string, Fixture> = {
  test_simple_text: () => text("This is a simple text response for testing."),
  test_image_content: () => ({ content: [{ type: "image", data: png, mimeType: "image/png" }] }),
  test_audio_content: () => ({ content: [{ type: "audio", data: wav, mimeType: "audio/wav" }] }),
  test_embedded_resource: () => ({
    content: [embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: "text", text: "Multiple content types test:" },
      { type: "image", data: png, mimeType: "image/png" },
      embedded("test://mixed-content-resource", "application/json", JSON.stringify({ test: "data", value: 123 })),
    ],
  }),
  test_error_handling: () => {
    throw new Error("This tool intentionally returns an error for testing");
  },
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100])
      await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
    return text("done");
  },
  test_tool_with_logging: ({ mcpReq }) => logThrice(mcpReq),
  test_logging_tool: ({ mcpReq }) => logThrice(mcpReq),
};

async function logThrice({ log }: ServerContext["mcpReq"]): Promise<CallToolResult> {
  for (const line of ["Tool execution started", "Tool processing data", "Tool execution completed"])
    await log("info", line);
  return text("done");
}

/** The form with every kind of default (SEP-1034). */
const defaultsForm = {
  type: "object" as const,
  properties: {
    name: { type: "string" as const, default: "John Doe" },
    age: { type: "integer" as const, default: 30 },
    score: { type: "number" as const, default: 95.5 },
    status: { type: "string" as const, enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean" as const, default: true },
  },
};
const options = ["option1", "option2", "option3"];
const titled = ["First", "Second", "Third"].map((title, index) => ({
  const: `value${index + 1}`,
  title: `${title} Option`,
}));
/** The form with every kind of choice (SEP-1330). */
const choicesForm = {
  type: "object" as const,
  properties: {
    untitledSingle: { type: "string" as const, enum: options },
    titledSingle: { type: "string" as const, oneOf: titled },
    legacyEnum: {
      type: "string" as const,
      enum: ["opt1", "opt2", "opt3"],
      enumNames: ["Option One", "Option Two", "Option Three"],
    },
    untitledMulti: { type: "array" as const, items: { type: "string" as const, enum: options } },
    titledMulti: { type: "array" as const, items: { anyOf: titled } },
  },
};

/** Tools of the older era, where a server asks the client in the middle of a call. */
const askingTools: Record<string, Fixture> = {
  test_elicitation_sep1034_defaults: async ({ mcpReq }) => {
    const answer = await mcpReq.elicitInput({ message: "Review the form", requestedSchema: defaultsForm });
    return text(`Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content)}`);
  },
  test_elicitation_sep1330_enums: async ({ mcpReq }) => {
    const answer = await mcpReq.elicitInput({ message: "Choose", requestedSchema: choicesForm });
    return text(`Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content)}`);
  },
};

/** Tools of the newer era, which end with a request for input and are called again with it (SEP-2322). */
const inputTools: Record<string, Fixture> = {
  test_input_required_result_elicitation: (context) => {
    const given = answered(context, "user_name");
    return given ? text(`Hello, ${given["name"]}!`) : inputRequired({ inputRequests: { user_name: nameForm() } });
  },
  test_input_required_result_sampling: ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, "capital_question");
    if (answer.kind === "sampling") return text(JSON.stringify(answer.result.content));
    return inputRequired({ inputRequests: { capital_question: question("What is the capital of France?", 100) } });
  },
  test_input_required_result_list_roots: ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, "client_roots");
    if (answer.kind === "roots") return text(answer.roots.map(({ uri }) => uri).join(" "));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  },
  test_input_required_result_request_state: async (context) => {
    const { round } = context.mcpReq.requestState<State>() ?? { round: 0 };
    if (round === 1 && answered(context, "confirm")) return text("state-ok");
    return inputRequired({ inputRequests: { confirm: confirmation() }, requestState: await states.mint({ round: 1 }) });
  },
  test_input_required_result_tampered_state: async (context) => {
    if (context.mcpReq.requestState() && answered(context, "confirm")) return text("state-ok");
    return inputRequired({ inputRequests: { confirm: confirmation() }, requestState: await states.mint({ round: 1 }) });
  },
  test_input_required_result_multiple_inputs: async (context) => {
    if (context.mcpReq.requestState() && answered(context, "user_name")) return text("thank you");
    return inputRequired({
      inputRequests: {
        user_name: nameForm(),
        greeting: question("Generate a greeting", 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await states.mint({ round: 1 }),
    });
  },
  test_input_required_result_multi_round: async (context) => {
    const { round } = context.mcpReq.requestState<State>() ?? { round: 0 };
    if (round === 2 && answered(context, "step2")) return text("thank you");
    const step1 = form("Step 1: What is your name?", { name: z.string() });
    const step2 = form("Step 2: What is your favorite color?", { color: z.string() });
    return round === 1 && answered(context, "step1")
      ? inputRequired({ inputRequests: { step2 }, requestState: await states.mint({ round: 2 }) })
      : inputRequired({ inputRequests: { step1 }, requestState: await states.mint({ round: 1 }) });
  },
  test_input_required_result_capabilities: ({ mcpReq }) => {
    const envelope: Record<string, unknown> = { ...mcpReq.envelope };
    const { elicitation, sampling } = declared.parse(envelope[CLIENT_CAPABILITIES_META_KEY]);
    return inputRequired({
      inputRequests: {
        ...(elicitation ? { user_name: nameForm() } : {}),
        ...(sampling ? { greeting: question("Generate a greeting", 50) } : {}),
      },
    });
  },
  // The SDK answers for these two: it refuses to ask a client for what it did not declare.
  test_missing_capability: () => inputRequired({ inputRequests: { greeting: question("Generate a greeting", 50) } }),
  test_streaming_elicitation: () => inputRequired({ inputRequests: { user_name: nameForm() } }),
};

/** A schema with the keywords that a server must not lose on the way to the client (SEP-1613, SEP-2106). */
const keywordsSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};
/** An argument that also travels as an HTTP header (SEP-2243). */
const headerSchema = {
  type: "object",
  properties: { region: { type: "string", "x-mcp-header": "Region" } },
  additionalProperties: false,
};

/** A tool whose calls are tasks for a client that knows them. */
interface TaskTool {
  readonly fields: Record<string, z.ZodType>;
  /** Whether it does nothing for other clients. */
  readonly isRequired?: boolean;
  readonly work: (args: Record<string, unknown>, run: CallRun) => Promise<CallToolResult>;
}

/** Waits in a task, which ends early when it is cancelled. */
const busy = async (run: CallRun, seconds: number): Promise<void> => {
  run.waits({ tool: "reviewGame", subject: "1", holder: null, byToken: false, label: "fixture" }, usualPace);
  await delay(seconds * 1000, undefined, { signal: run.signal }).catch(() => {});
};
const askIn = (run: CallRun, message: string, fields: Record<string, z.ZodType>) =>
  run.ask(form(message, fields), run.signal, () => {});

const taskTools: Record<string, TaskTool> = {
  slow_compute: {
    fields: { seconds: z.number(), label: z.string().optional() },
    work: async ({ seconds }, run) => {
      await busy(run, Number(seconds));
      return text("computed");
    },
  },
  failing_job: {
    fields: {},
    isRequired: true,
    work: async (_, run) => {
      await busy(run, 1);
      return { ...text("it failed"), isError: true };
    },
  },
  protocol_error_job: {
    fields: {},
    work: async (_, run) => {
      await busy(run, 0.5);
      throw new ProtocolError(ProtocolErrorCode.InternalError, "it broke");
    },
  },
  confirm_delete: {
    fields: { filename: z.string() },
    work: async (_, run) => {
      await busy(run, 0);
      const answer = await askIn(run, "Delete it?", { confirm: z.boolean() });
      return text(`deleted: ${JSON.stringify(answer)}`);
    },
  },
  multi_input: {
    fields: {},
    work: async (_, run) => {
      await busy(run, 0);
      const answers = await Promise.all([
        askIn(run, "Who?", { name: z.string() }),
        askIn(run, "Sure?", { confirm: z.boolean() }),
      ]);
      return text(JSON.stringify(answers));
    },
  },
};

function registerTasks(server: McpServer, { tasks }: Services): void {
  const begin = async (context: ServerContext, work: Work) => {
    const begun = await tasks.begin(work, { connection: null, bearer: null }, context.mcpReq.signal);
    return "task" in begun ? taskResult(begun.task) : begun.result;
  };
  const alone: CallRun = {
    signal: new AbortController().signal,
    waits: () => {},
    tell: () => {},
    whenFetched: () => {},
    ask: async () => null,
  };
  for (const [name, { fields, isRequired, work }] of Object.entries(taskTools))
    server.registerTool(
      name,
      { description: `Fixture ${name}.`, inputSchema: z.object(fields) },
      async (args: Record<string, unknown>, context) => {
        if (knowsTasks(clientOf(server, context))) return begin(context, (run) => work(args, run));
        if (!isRequired) return work(args, alone);
        const { code, message, data } = tasksMissing();
        return replacementOf({ error: { code, message, data } });
      },
    );
  server.registerTool("greet", { description: "Fixture greet.", inputSchema: z.object({ name: z.string() }) }, (args) =>
    text(`Hello, ${args.name}!`),
  );
  server.registerTool("test_tool_with_task", { description: "Fixture.", inputSchema: z.object({}) }, (_, context) => {
    const given = answered(context, "user_name");
    if (!given) return inputRequired({ inputRequests: { user_name: nameForm() } });
    return begin(context, async (run) => {
      await busy(run, 0.5);
      return text(`Hello, ${given["name"]}!`);
    });
  });
}

function register(server: McpServer, services: Services): void {
  registerTasks(server, services);
  server.server.registerCapabilities({ logging: {} });
  for (const [name, run] of Object.entries({ ...contentTools, ...askingTools, ...inputTools }))
    server.registerTool(name, { description: `Fixture ${name}.`, inputSchema: z.object({}) }, (_, context) =>
      run(context),
    );

  server.registerTool(
    "test_sampling",
    { description: "Asks the client's model.", inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const messages = [{ role: "user" as const, content: { type: "text" as const, text: prompt } }];
      const { content } = await mcpReq.requestSampling({ messages, maxTokens: 100 });
      return text(`LLM response: ${JSON.stringify(content)}`);
    },
  );
  server.registerTool(
    "test_elicitation",
    { description: "Asks the client's person.", inputSchema: z.object({ message: z.string() }) },
    async ({ message }, { mcpReq }) => {
      const properties = { username: { type: "string" as const }, email: { type: "string" as const } };
      const requestedSchema = { type: "object" as const, properties, required: ["username", "email"] };
      const answer = await mcpReq.elicitInput({ message, requestedSchema });
      return text(`User response: action=${answer.action}, content=${JSON.stringify(answer.content)}`);
    },
  );
  for (const [name, schema] of Object.entries({ json_schema_2020_12_tool: keywordsSchema, test_header: headerSchema }))
    server.registerTool(name, { description: `Fixture ${name}.`, inputSchema: fromJsonSchema(schema) }, () =>
      text("done"),
    );

  server.registerResource("static text", "test://static-text", { mimeType: "text/plain" }, ({ href }) => ({
    contents: [{ uri: href, mimeType: "text/plain", text: "This is the content of the static text resource." }],
  }));
  server.registerResource("static binary", "test://static-binary", { mimeType: "image/png" }, ({ href }) => ({
    contents: [{ uri: href, mimeType: "image/png", blob: png }],
  }));
  server.registerResource(
    "template",
    new ResourceTemplate("test://template/{id}/data", { list: undefined }),
    { mimeType: "application/json" },
    ({ href }, { id }) => {
      const content = { id, templateTest: true, data: `Data for ID: ${id}` };
      return { contents: [{ uri: href, mimeType: "application/json", text: JSON.stringify(content) }] };
    },
  );

  server.registerPrompt("test_simple_prompt", { description: "A prompt." }, () =>
    said("This is a simple prompt for testing."),
  );
  server.registerPrompt(
    "test_prompt_with_arguments",
    {
      description: "A prompt with arguments.",
      argsSchema: z.object({ arg1: completable(z.string(), () => ["test value"]), arg2: z.string() }),
    },
    ({ arg1, arg2 }) => said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "A prompt with a resource in it.", argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        { role: "user", content: embedded(resourceUri, "text/plain", "Embedded resource content for testing.") },
        { role: "user", content: { type: "text", text: "Please process the embedded resource above." } },
      ],
    }),
  );
  server.registerPrompt("test_prompt_with_image", { description: "A prompt with a picture in it." }, () => ({
    messages: [{ role: "user", content: { type: "image", data: png, mimeType: "image/png" } }],
  }));
  server.registerPrompt(
    "test_input_required_result_prompt",
    { description: "A prompt that asks first." },
    (context) => {
      const given = answered(context, "user_context");
      if (given) return said(`Context: ${given["context"]}`);
      return inputRequired({
        inputRequests: { user_context: form("What context should the prompt use?", { context: z.string() }) },
      });
    },
  );
}

export const fixtures: Fixtures = { options: { requestState: { verify: states.verify } }, register };
