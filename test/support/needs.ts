declare module "vitest" {
  interface TaskMeta {
    needs?: string;
  }
  interface ProvidedContext {
    /** Programs that all tests of a project need and that are missing. */
    missing?: string;
  }
}

/** Options of a suite or test that some machines skip: what they lack, for the last line of the run. */
export const needs = (what: string) => ({ meta: { needs: what } });
