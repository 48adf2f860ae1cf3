import type { Page } from "@playwright/test";

/** Has a page run as in a browser of a few years ago, without what came to the language since. */
export const asInOlderBrowser = (page: Page) =>
  page.addInitScript(() => {
    for (const [of, name] of [
      [Map, "groupBy"],
      [Object, "groupBy"],
      [Promise, "withResolvers"],
      [Set.prototype, "union"],
      [Array, "fromAsync"],
    ] as const)
      Reflect.deleteProperty(of, name);
  });
