declare module "vitest" {
  interface TaskMeta {
    needs?: string;
  }
  interface ProvidedContext {
    /** What no test of a project can do without and is not here. */
    missing?: string;
  }
}

/** For a suite or test that is skipped somewhere: what it lacks there, for the last line of the run. */
export const needs = (what: string) => ({ meta: { needs: what } });
