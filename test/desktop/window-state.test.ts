import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { frameShift, placeOn } from "../../src/main/desktop/placement.ts";
import { eventually } from "../journeys/scene.ts";
import { tempDir } from "../support/temp-dir.ts";
import { startApplication } from "./application.ts";

const left = { x: 0, y: 25, width: 1440, height: 875 };
const right = { x: 1440, y: 0, width: 2560, height: 1400 };
const state = { x: 1600, y: 100, width: 1200, height: 900, maximized: false };

test("a window opens where it was, on whichever display that is", () => {
  expect(placeOn([left, right], state)).toEqual(state);
  expect(placeOn([left, right], { ...state, maximized: true })).toMatchObject({ maximized: true });
});

test("a window whose display has gone opens in the middle of the main one, no larger than that", () => {
  expect(placeOn([left], state)).toEqual({ width: 1200, height: 875, maximized: false });
  expect(placeOn([{ x: 0, y: 0, width: 800, height: 600 }], state)).toEqual({
    width: 800,
    height: 600,
    maximized: false,
  });
});

test("a window that nobody could take hold of does not count as on a display", () => {
  const at = (x: number, y: number) => "x" in placeOn([left, right], { ...state, x, y });
  expect(at(-1100, 100), "a sliver at the left edge").toBe(false);
  expect(at(-1000, 100), "enough of its title bar").toBe(true);
  expect(at(100, -40), "the title bar above the top").toBe(false);
  expect(at(100, 890), "below the bottom").toBe(false);
  expect(at(3950, 100), "a sliver at the right edge").toBe(false);
});

test("a window without a remembered place, or without a display, has its usual size, and is never too small to use", () => {
  expect(placeOn([left], null)).toEqual({ width: 1180, height: 820, maximized: false });
  expect(placeOn([], null)).toEqual({ width: 1180, height: 820, maximized: false });
  expect(placeOn([left], { ...state, x: 10, width: 20, height: 20 })).toMatchObject({ width: 360, height: 480 });
});

test("a window's size, position and being maximised outlive the application", async () => {
  using folder = tempDir();
  {
    await using application = startApplication(folder.path);
    await application.ready;
    expect(await application.windows()).toMatchObject([{ maximized: false, options: { width: 1180, height: 820 } }]);
    await application.place({ x: 200, y: 150, width: 900, height: 700 });
    await application.maximize();
  }
  {
    await using application = startApplication(folder.path);
    await application.ready;
    expect(await application.windows()).toMatchObject([
      { maximized: true, options: { x: 200, y: 150, width: 900, height: 700 } },
    ]);
  }
  const displays = [{ id: 7, workArea: { x: 3000, y: 0, width: 800, height: 600 } }];
  await using elsewhere = startApplication(folder.path, [], { STAND_IN_DISPLAYS: JSON.stringify(displays) });
  await elsewhere.ready;
  const [window] = await elsewhere.windows();
  expect(window?.options).toMatchObject({ width: 800, height: 600 });
  expect(window?.options).not.toHaveProperty("x");
});

test("a window does not creep by its frame, however often it is opened, and stays where it was moved to", async () => {
  expect(frameShift({ x: 200, y: 150 }, { x: 201, y: 170 })).toEqual({ x: 1, y: 20 });
  expect(frameShift({ x: 200, y: 150 }, { x: 200, y: 300 }), "somebody moved it").toEqual({ x: 0, y: 0 });
  using folder = tempDir();
  const frame = { STAND_IN_FRAME: "1,20" };
  const file = join(folder.path, "window", "placement.json");
  const written = async () => JSON.parse(await readFile(file, "utf8"));
  {
    await using application = startApplication(folder.path, [], frame);
    await application.ready;
    await eventually(async () => expect(await written()).toMatchObject({ x: 40, y: 40 }));
    await application.closeWindow();
    await application.startAgain();
    await application.closeWindow();
    expect(await written()).toMatchObject({ x: 40, y: 40 });
    await application.startAgain();
    await eventually(async () => expect(await application.windows()).toMatchObject([{ visible: true }]));
    await application.place({ x: 301, y: 220 });
    await eventually(async () => expect((await written()).x).not.toBe(40));
  }
  // It was moved before it had settled.
  await using again = startApplication(folder.path, [], frame);
  await again.ready;
  expect(await again.windows()).toMatchObject([{ options: { x: 301, y: 220 } }]);
});

test("a window's place is written soon after it was moved, and a damaged file of it counts as none", {
  tags: "edge",
}, async () => {
  using folder = tempDir();
  const file = join(folder.path, "window", "placement.json");
  {
    await using application = startApplication(folder.path);
    await application.ready;
    await application.place({ x: 77, y: 88 });
    await eventually(async () => expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ x: 77, y: 88 }));
  }
  await writeFile(file, '{"x": 1e99, "width": "wide"');
  await using again = startApplication(folder.path);
  await again.ready;
  expect(await again.windows()).toMatchObject([{ options: { width: 1180, height: 820 } }]);
});
