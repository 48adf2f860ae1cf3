/** Runs a task now, or once more after the run under way: never twice at once, and always once after the last call. */
export function coalesce(task: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const run = () => {
    again = running;
    if (running) return;
    running = true;
    void task().finally(() => {
      running = false;
      if (again) run();
    });
  };
  return run;
}
