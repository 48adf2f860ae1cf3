import { expect } from "@playwright/test";

/**
 * Waits until a page shows what is expected. Patient: a machine may be busy with other things, and a test that is going to
 * pass waits no longer than it must.
 */
export const see = expect.configure({ timeout: 60_000 });
