import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const preload = join(import.meta.dirname, "..", "..", "out", "preload", "window.cjs");

/** Runs the built preload as a sandboxed one runs: no Node, and a `require` that knows `electron` alone. */
async function runPreload() {
  const exposed: Record<string, Record<string, () => void>> = {};
  const sent: unknown[][] = [];
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, api: Record<string, () => void>) => {
        exposed[name] = api;
      },
    },
    ipcRenderer: { send: (...message: unknown[]) => sent.push(message) },
  };
  const require = (name: string) => {
    if (name !== "electron") throw new Error(`module not found: ${name}`);
    return electron;
  };
  runInNewContext(await readFile(preload, "utf8"), { require, module: { exports: {} }, exports: {} });
  return { exposed, sent };
}

test("the preload gives the page one verb and nothing of Electron", async () => {
  const { exposed, sent } = await runPreload();
  expect(Object.keys(exposed)).toEqual(["kibitz"]);
  expect(Object.keys(exposed["kibitz"] ?? {})).toEqual(["openInBrowser"]);
  expect(sent).toEqual([]);
  exposed["kibitz"]?.["openInBrowser"]?.();
  expect(sent).toEqual([["open-in-browser"]]);
});
