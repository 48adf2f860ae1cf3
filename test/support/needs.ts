declare module "vitest" {
  interface TaskMeta {
    needs?: string;
  }
  interface ProvidedContext {
    /** Programs that all tests of a project need and that are missing. */
    missing?: string;
  }
}

/** For a suite or test that is skipped somewhere: what it lacks there, for the last line of the run. */
export const needs = (what: string) => ({ meta: { needs: what } });
