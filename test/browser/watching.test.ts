import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { longGame, turnOf } from "../../bench/support/long-game.ts";
import { connect } from "../support/agents.ts";
import { amount } from "../support/full.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openPage, overflows, seriousInEitherScheme } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { useStage } from "./support/shared-host.ts";
import { openWindow } from "./support/windows.ts";

/** The requests of a page to the host while others play. */

const stage = useStage();
/** The page's model is tested with a hundred in each run, so fewer are enough here. */
const MOVES = amount(30, 100);

/** Two agents at a table, and the way to play the next move of a long game. */
async function agentsAtPlay(options: Record<string, unknown> = {}) {
  const white = await connect(stage.host, "http", "v2 client, new era", "One");
  const black = await connect(stage.host, "http", "v2 client, new era", "Two");
  const created = await white.call("createGame", { type: "agent", ...options });
  const { game_id } = created.data;
  const joined = await black.call("joinGame", { game_id });
  const seats = {
    white: { agent: white, seat_token: created.data.seat_token },
    black: { agent: black, seat_token: joined.data.seat_token },
  };
  const moves = longGame();
  let ply = 0;
  return {
    id: String(game_id),
    play: async (thoughts?: string) => {
      const { agent, seat_token } = turnOf(ply) === "white" ? seats.white : seats.black;
      const answer = await agent.call("finishTurn", { game_id, seat_token, move: moves[ply], thoughts });
      expect(answer.isError, answer.text).toBe(false);
      ply += 1;
    },
    resign: () => white.call("resignGame", { game_id, seat_token: created.data.seat_token }),
    [Symbol.asyncDispose]: async () => {
      await white.close();
      await black.close();
    },
  };
}

/** Collects a page's requests to the API from now on. */
function apiRequests(page: Awaited<ReturnType<typeof openPage>>["page"]): readonly string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) asked.push(`${request.method()} ${pathname}`);
  });
  return asked;
}

test("a page that watches a game of many moves asks nothing after it has opened", { tags: "edge" }, async () => {
  await using game = await agentsAtPlay();
  await using window = await openPage(stage.browser, stage.host, "/connect");
  await see(window.page.getByText("Claude Desktop").first()).toBeVisible();
  // Requests of the page before are not counted.
  await window.page.goto("about:blank");
  const asked = apiRequests(window.page);
  // Where a move is told before its game is in a list, the page asks for the counts once more.
  const lists = ["live", "open"].map((status) =>
    window.page.waitForResponse((response) => response.url().includes(`/api/games?status=${status}`)),
  );
  await window.page.goto(`${stage.host.url}/game/${game.id}`);
  await Promise.all(lists);
  await see(window.page.locator('.game[data-ply="0"]')).toBeAttached();
  // The page has loaded everything when the first move is on its board.
  await game.play();
  await see(window.page.locator('.game[data-ply="1"]')).toBeAttached();
  expect(asked.toSorted()).toEqual(
    [
      "GET /api/events",
      "GET /api/games",
      "GET /api/games",
      `GET /api/games/${game.id}`,
      "GET /api/invitations",
      "GET /api/settings",
      "GET /api/status",
      "POST /api/sign-in/session",
    ].toSorted(),
  );
  const opened = asked.length;

  for (let move = 1; move < MOVES; move += 1) await game.play();
  await see(window.page.locator(`.game[data-ply="${MOVES}"]`)).toBeAttached();
  await see(window.page.locator(".moves-list button")).toHaveCount(MOVES);
  expect(asked.slice(opened)).toEqual([]);
});

test("a dashboard whose card shows the moves asks nothing while they are made", async () => {
  await using game = await agentsAtPlay();
  await using window = await openPage(stage.browser, stage.host, "/games");
  const asked = apiRequests(window.page);
  const card = window.page.locator(`[data-game="${game.id}"]`);
  await see(card).toBeVisible();
  await game.play();
  await see(card).toContainText("Black to move");
  const opened = asked.length;
  for (let move = 1; move < 20; move += 1) await game.play();
  await see(card).toContainText("White to move");
  expect(asked.slice(opened)).toEqual([]);
});

test("thoughts appear beside the moves as text when the game is over, with a sign where they contradict, and in its replay page", async () => {
  await using game = await agentsAtPlay();
  const hostile = "<img src=x onerror=alert(1)> **bold** \u202eevil\nI play Qh5.";
  await game.play(hostile);
  await game.play();
  await using opened = await openPage(stage.browser, stage.host, `/game/${game.id}`);
  const { page, problems } = opened;
  await see(page.locator(".moves-list button")).toHaveCount(2);
  await see(page.locator(".thoughts")).toHaveCount(0);
  await game.resign();
  const move = page.locator(".moves-list button").first();
  await move.click();
  const thoughts = page.locator(".thoughts");
  await see(thoughts).toContainText("<img src=x onerror=alert(1)> **bold** evil\nI play Qh5.");
  await see(thoughts.getByText("Said Qh5, played")).toBeVisible();
  await see(move).toHaveAccessibleName(/, said otherwise$/);
  await page.keyboard.press("End");
  await see(thoughts).toContainText("None came with this move.");
  await thoughts.locator("summary").click();
  await see(thoughts.getByText("None came")).toBeHidden();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflows(page)).toBe(false);
  }
  expect(await seriousInEitherScheme(page)).toEqual([]);
  await page.getByRole("button", { name: "Share" }).click();
  await see(page.getByRole("switch", { name: "With thoughts" })).toBeChecked();
  expect(problems).toEqual([]);

  using folder = tempDir();
  writeFileSync(`${folder.path}/game.html`, (await stage.person.get(`/api/games/${game.id}/html`)).body);
  await using replay = await openWindow(stage.browser);
  await replay.page.goto(pathToFileURL(`${folder.path}/game.html`).href);
  await replay.page.keyboard.press("ArrowRight");
  await see(replay.page.locator(".thoughts")).toContainText("<img src=x onerror=alert(1)>");
  await see(replay.page.getByText("Said Qh5, played")).toBeVisible();
  await see(replay.page.locator(".line-move").first()).toHaveAccessibleName(/said otherwise$/);
  for (const width of [390, 1280]) {
    await replay.page.setViewportSize({ width, height: 800 });
    expect(await overflows(replay.page)).toBe(false);
  }
  expect(await seriousInEitherScheme(replay.page)).toEqual([]);
});

test("spectators see thoughts while the game goes on where it was set up so", async () => {
  await using game = await agentsAtPlay({ open_thoughts: true });
  await using opened = await openPage(stage.browser, stage.host, `/game/${game.id}`);
  await see(opened.page.getByText("Spectators see the players’ thoughts at once.")).toBeVisible();
  await game.play("The centre counts.");
  await see(opened.page.locator(".thoughts")).toContainText("The centre counts.");
  await game.play("It does.");
  await see(opened.page.locator(".thoughts")).toContainText("It does.");
});
