import type { BrowserServer } from "@playwright/test";
import type { TestProject } from "vitest/node";
import { serveChromium } from "./chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the Chromium of this run listens. */
    readonly chromium: string;
  }
}

/** Starts the one Chromium in which all files show their pages: starting one for each file costs more than some files. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server: BrowserServer = await serveChromium();
  provide("chromium", server.wsEndpoint());
  return () => server.close();
}
