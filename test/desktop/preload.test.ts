import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const preload = join(import.meta.dirname, "..", "..", "out", "preload", "window.cjs");

type Api = Record<string, (...given: never[]) => void>;

/** Runs the built preload as a sandboxed one runs: no Node, and a `require` that knows `electron` alone. */
async function runPreload() {
  const exposed: Record<string, Api> = {};
  const sent: unknown[][] = [];
  const heard = new Map<string, (event: object, ...told: unknown[]) => void>();
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, api: Api) => {
        exposed[name] = api;
      },
    },
    ipcRenderer: {
      send: (...message: unknown[]) => sent.push(message),
      on: (channel: string, listener: (event: object, ...told: unknown[]) => void) => heard.set(channel, listener),
    },
  };
  const require = (name: string) => {
    if (name !== "electron") throw new Error(`module not found: ${name}`);
    return electron;
  };
  runInNewContext(await readFile(preload, "utf8"), { require, module: { exports: {} }, exports: {} });
  return { exposed, sent, heard };
}

test("the preload gives the page three verbs and nothing of Electron", async () => {
  const { exposed, sent, heard } = await runPreload();
  expect(Object.keys(exposed)).toEqual(["kibitz"]);
  expect(Object.keys(exposed["kibitz"] ?? {})).toEqual(["openInBrowser", "onFiles", "onPlace"]);
  expect([sent, [...heard.keys()]]).toEqual([[], []]);
  exposed["kibitz"]?.["openInBrowser"]?.();
  expect(sent).toEqual([["open-in-browser"]]);
  const places: unknown[][] = [];
  exposed["kibitz"]?.["onPlace"]?.(((...told: unknown[]) => places.push(told)) as never);
  expect(sent.slice(1)).toEqual([["hears-places"]]);
  heard.get("place")?.({ sender: "an object of Electron's" }, "/settings", "more");
  expect(places).toEqual([["/settings"]]);
});
