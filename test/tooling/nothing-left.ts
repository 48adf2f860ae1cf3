import { afterAll, vi } from "vitest";

// The files of some workers share what is global, and what they set up before their first test must find it as it was.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
