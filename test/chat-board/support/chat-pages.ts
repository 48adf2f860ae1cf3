import { join } from "node:path";
import type { Browser, FrameLocator, Page } from "@playwright/test";
import { build } from "vite";
import { asInOlderBrowser } from "../../browser/support/older-browser.ts";
import { type Look, openWindow, type Window } from "../../browser/support/windows.ts";
import type { ToolResult } from "./chat-client.ts";

const origin = "http://chat.test";
const document = (body: string) =>
  `<!doctype html><meta charset="utf-8"><style>body{margin:0}iframe{display:block;width:100%;height:600px;border:0}</style>${body}`;

/** As strict as the specification's default and hosts seen in the wild: not even images in `data:` addresses. */
const strictest = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'none'",
  "font-src 'none'",
  "media-src 'none'",
  "connect-src 'none'",
  "frame-src 'none'",
  "object-src 'none'",
  "worker-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** As hosts do: the policy stands first in the document, before anything of ours. */
export const underStrictestPolicy = (html: string): string =>
  html.replace("<head>", `<head><meta http-equiv="Content-Security-Policy" content="${strictest}">`);

/** Violations of the policy are among its problems. */
export interface ChatPage extends Window {
  /** The board inside the chat. */
  readonly board: FrameLocator;
}

async function openPage(browser: Browser, files: Readonly<Record<string, string>>, look: Look): Promise<ChatPage> {
  const window = await openWindow(browser, { width: 720, height: 900, ...look });
  const { page } = window;
  // Other vendors' windows show it.
  await asInOlderBrowser(page);
  await page.route(`${origin}/**`, (route) => {
    const body = files[new URL(route.request().url()).pathname];
    const contentType = route.request().url().endsWith(".js") ? "text/javascript" : "text/html";
    return body === undefined ? route.fulfill({ status: 204 }) : route.fulfill({ body, contentType });
  });
  return { ...window, board: page.frameLocator("iframe") };
}

// biome-ignore lint/suspicious/noExplicitAny: handed from one end to the other
type Json = any;

export interface AppsChat extends ChatPage {
  /** The board's messages to the model, newest last. */
  readonly toldModel: readonly string[];
  /** The board's messages to the model in the person's name. */
  readonly said: readonly string[];
  /** Calls that the board made, in order. */
  readonly calls: readonly { readonly name: string; readonly arguments: Json }[];
}

export interface AppsOptions extends Look {
  readonly html: string;
  readonly result: ToolResult;
  readonly callTool: (name: string, args: Json) => Promise<unknown>;
  readonly context?: Json;
  /** The host says everything twice. */
  readonly twice?: boolean;
  /** Hears what the board says to the model, and whether the chat takes it; absent where it says that it takes nothing. */
  readonly takes?: (text: string) => boolean;
  /** Answers what the board asks of the host; absent where that gives out no files and opens no links. */
  readonly answers?: (method: string, params: Json) => Json;
}

const scripts = new Map<string, Promise<string>>();

/** Bundles a page that hosts boards, once. */
function scriptOf(name: "apps-host" | "mcp-ui-host"): Promise<string> {
  const script = scripts.get(name) ?? bundle(name);
  scripts.set(name, script);
  return script;
}

async function bundle(name: string): Promise<string> {
  const built: Json = await build({
    configFile: false,
    logLevel: "error",
    // mcp-ui is written for React; Preact stands in for it.
    resolve: {
      alias: [
        { find: /^react\/jsx-runtime$/, replacement: "preact/jsx-runtime" },
        { find: /^react-dom\/client$/, replacement: "preact/compat/client" },
        { find: /^react(-dom)?$/, replacement: "preact/compat" },
      ],
    },
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, `../hosts/${name}.ts`), formats: ["es"], fileName: name },
    },
  });
  return built[0].output[0].code;
}

/** Shows a board in a host that speaks MCP Apps, by the host's half of the official library. */
export async function openInAppsHost(browser: Browser, options: AppsOptions): Promise<AppsChat> {
  const files = {
    "/": document(`<script type="module" src="/host.js"></script>`),
    "/host.js": await scriptOf("apps-host"),
  };
  const chat = await openPage(browser, files, options);
  const toldModel: string[] = [];
  const calls: { name: string; arguments: Json }[] = [];
  const give = async (name: string, made: (...params: Json[]) => unknown) =>
    chat.given.use(await chat.page.exposeFunction(name, made));
  await give("callTool", (params) => {
    calls.push(params);
    return options.callTool(params.name, params.arguments);
  });
  await give("toldModel", (params) => {
    toldModel.push(params.content.map(({ text }: { text: string }) => text).join("\n"));
  });
  const { html, result, context = {}, twice = false, takes, answers } = options;
  const said: string[] = [];
  await give("said", ({ content }) => {
    const text = content.map((part: { text: string }) => part.text).join("\n");
    said.push(text);
    return takes?.(text) ?? false;
  });
  await give("asked", (method, params) => answers?.(method, params));
  await chat.page.goto(`${origin}/`);
  const does = { takesMessages: takes !== undefined, takesRequests: answers !== undefined };
  await chat.page.evaluate((opening) => window.openBoard(opening), { html, result, context, twice, ...does });
  return { ...chat, toldModel, said, calls };
}

export interface OlderChat extends ChatPage {
  /** Everything that reached the host, as its own code saw it. */
  readonly messages: readonly Json[];
}

/** Shows an embedded page in a host built on @mcp-ui/client 5.x, whose handler gives back what `hear` does. */
export async function openInMcpUiHost(
  browser: Browser,
  html: string,
  hear: (message: Json) => unknown,
): Promise<OlderChat> {
  const script = await scriptOf("mcp-ui-host");
  const files = { "/": document(`<script type="module" src="/host.js"></script>`), "/host.js": script };
  return openOlder(browser, files, hear, (page) => page.evaluate((text) => window.showResource(text), html));
}

/** Shows an embedded page in a host that does nothing but listen for messages. */
export function openInBarePage(browser: Browser, html: string, hear: (message: Json) => void): Promise<OlderChat> {
  return openOlder(browser, { "/": document("<main></main>") }, hear, (page) =>
    page.evaluate((text) => {
      window.addEventListener("message", ({ data }) => Reflect.get(window, "heard")(data));
      const frame = window.document.createElement("iframe");
      frame.setAttribute("sandbox", "allow-scripts");
      frame.srcdoc = text;
      window.document.querySelector("main")?.append(frame);
    }, html),
  );
}

async function openOlder(
  browser: Browser,
  files: Readonly<Record<string, string>>,
  hear: (message: Json) => unknown,
  show: (page: Page) => Promise<void>,
): Promise<OlderChat> {
  const chat = await openPage(browser, files, {});
  const messages: Json[] = [];
  const heard = (message: Json) => {
    messages.push(message);
    return hear(message);
  };
  chat.given.use(await chat.page.exposeFunction("heard", heard));
  await chat.page.goto(`${origin}/`);
  await show(chat.page);
  return { ...chat, messages };
}
