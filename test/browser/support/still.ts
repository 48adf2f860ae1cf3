import type { Frame, Page } from "@playwright/test";

/** The controls of a page; those in lists that scroll to their newest entry, and in an engine's line, come and go. */
const controls = "a[href], button, input, select, textarea, summary, [role=gridcell], [role=slider]";
const scrolled = ".moves-list, .talk-list, .event-log, .line-of-moves";

/** Watches the controls of a page, or of its open dialog: each by the pixel at which it is in the window. */
export interface Still {
  /** The controls that have moved since, and by how much; one that is gone or has another name is another one. */
  moved(): Promise<readonly string[]>;
}

/** Remembers where every control is now. */
export async function stillnessOf(page: Page | Frame): Promise<Still> {
  const places = await page.evaluateHandle(
    ([all, left]) => {
      const nameOf = (each: Element) => (each.ariaLabel ?? each.textContent ?? "").trim().slice(0, 40);
      const within = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
      const shown = [...within.querySelectorAll(all)].filter(
        (each) => each.checkVisibility({ visibilityProperty: true }) && each.closest(left) === null,
      );
      return shown.map((each) => ({ each, name: nameOf(each), nameOf, before: each.getBoundingClientRect() }));
    },
    [controls, scrolled] as const,
  );
  return {
    moved: () =>
      places.evaluate((all) =>
        all.flatMap(({ each, name, nameOf, before }) => {
          if (!each.isConnected || !each.checkVisibility() || nameOf(each) !== name) return [];
          const now = each.getBoundingClientRect();
          const [x, y] = [Math.round(now.x - before.x), Math.round(now.y - before.y)];
          return x === 0 && y === 0 ? [] : [`${name || each.localName}: ${x}, ${y}`];
        }),
      ),
  };
}
