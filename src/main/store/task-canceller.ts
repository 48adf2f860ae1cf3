import type { Ask } from "./ask.ts";
import type { Store } from "./store.ts";

export const taskCanceller =
  (ask: Ask): Store["cancelTask"] =>
  async (mark, until, now) => {
    await ask("DELETE FROM cancelled_tasks WHERE until < ?", [Math.round(now)]);
    await ask("INSERT INTO cancelled_tasks VALUES (?, ?) ON CONFLICT DO NOTHING", [mark, Math.round(until)]);
  };
