import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { type Agent, connect } from "../support/agents.ts";
import { followNextActions, movesOf, scholarsMate } from "../support/script.ts";
import { newTable } from "./support/at-the-board.ts";
import { see } from "./support/see.ts";
import { useStage } from "./support/shared-host.ts";

const stage = useStage();
const agentAtTheDoor = (name: string): Promise<Agent> => connect(stage.host, "http", "v2 client, new era", name);

/** Claims mate with the next move, as the field for moves has it behind its menu. */
async function claim(page: Page): Promise<void> {
  await page.getByLabel("More about the next move").click();
  await page.getByLabel("Claim checkmate").check();
}

describe("the person and an agent", () => {
  it("the person mates an agent with a claim", async () => {
    await using board = await newTable(stage, {
      players: { white: { kind: "human", name: "Ada" }, black: { kind: "agent" } },
    });
    const { page } = board;

    // The prompt that the person copies is what the agent is told.
    await page.getByRole("button", { name: "Copy join prompt" }).click();
    await see.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(board.gameId);

    await using agent = await agentAtTheDoor("Opponent");
    const joined = await agent.call("joinGame", { game_id: board.gameId, name: "Deep <b>Thought</b>" });
    expect(joined.isError, joined.text).toBe(false);
    const theirs = followNextActions(agent, joined, movesOf(scholarsMate.black));
    await see(page.getByText("Deep <b>Thought</b>", { exact: true }).first()).toBeVisible();

    for (const [index, move] of scholarsMate.white.entries()) {
      await board.plies(2 * index);
      await see(page.locator("[data-part=status]")).toHaveText("Your turn");
      if (move === "h5f7") await claim(page);
      await board.drag(move.slice(0, 2), move.slice(2, 4));
    }
    await see(page.locator("[data-part=result]")).toHaveText("You won · checkmate 1–0");
    expect((await theirs).text).toContain("White wins by Checkmate");
  });

  it("a wrong claim says so, and nothing is played", { tags: "edge" }, async () => {
    const players = { white: { kind: "human" }, black: { kind: "computer", level: 1 } };
    await using board = await newTable(stage, { players });
    const { page } = board;
    await claim(page);
    await board.drag("e2", "e4");
    await see(page.getByRole("alert")).toHaveText(
      "Move rejected: You claimed Checkmate, but this move does not result in Checkmate.",
    );
    await board.plies(0);
    await see.poll(() => board.drawn("e2")).toBe("white pawn");
    expect(await board.drawn("e4")).toBeNull();
    // The claim is spent: the same move goes in without it.
    await see(page.getByLabel("Claim checkmate")).not.toBeChecked();
    await board.drag("e2", "e4");
    await board.plies(2);
    await see(page.getByRole("alert")).toHaveCount(0);
  });

  it("two agents play while the page only watches", { tags: "edge" }, async () => {
    await using board = await newTable(stage, { players: { white: { kind: "agent" }, black: { kind: "agent" } } });
    const { page } = board;
    await using white = await agentAtTheDoor("White hat");
    await using black = await agentAtTheDoor("Black hat");
    const one = await white.call("joinGame", { game_id: board.gameId, name: "White hat" });
    const other = await black.call("joinGame", { game_id: board.gameId, name: "Black hat" });
    await Promise.all([
      followNextActions(white, one, movesOf(scholarsMate.white)),
      followNextActions(black, other, movesOf(scholarsMate.black)),
    ]);
    await see(page.locator("[data-part=result]")).toHaveText("White hat won · checkmate 1–0");
    await board.plies(7);
    // Agents are told apart by colour and initial.
    const marks = page.locator(".player-bar .agent-mark");
    await see(marks).toHaveText(["B", "W"]);
    const [far, near] = await marks.evaluateAll((all) => all.map((mark) => getComputedStyle(mark).backgroundColor));
    expect(far).not.toBe(near);
    await see(marks.first()).toHaveCSS("color", "rgb(255, 255, 255)");
    await see(page.getByRole("button", { name: "Resign" })).toHaveCount(0);
    await see(page.getByLabel("Say something")).toHaveCount(0);
    await see(page.locator("[data-part=best-line]")).toBeVisible();
    expect(board.problems).toEqual([]);
  });

  it("an agent's seat can be freed for another one", { tags: "edge" }, async () => {
    await using board = await newTable(stage, { players: { white: { kind: "agent" }, black: { kind: "human" } } });
    const { page } = board;
    await using agent = await agentAtTheDoor("Sleeper");
    await agent.call("joinGame", { game_id: board.gameId, name: "Sleeper" });
    await see(page.locator(".game[data-status=live]")).toBeVisible();
    await page.getByRole("tab", { name: "Game" }).click();
    await page.getByRole("button", { name: "Free seat" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Free seat" }).click();
    await see(page.getByRole("button", { name: "Copy join prompt" })).toBeVisible();
  });

  it("a game that agents left is ended by the person, after a question, and deleted, which can be undone", async () => {
    await using board = await newTable(stage, { players: { white: { kind: "agent" }, black: { kind: "agent" } } });
    const { page } = board;
    await page.getByRole("tab", { name: "Game" }).click();
    await page.getByRole("button", { name: "End this game" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await see(page.locator(".game[data-status=open]")).toBeVisible();
    await page.getByRole("button", { name: "End this game" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End game" }).click();
    await see(page.locator("[data-part=result]")).toHaveText("Aborted *");
    await see(page.getByRole("button", { name: "End this game" })).toHaveCount(0);
    const again = await stage.person.post(`/api/games/${board.gameId}/end`);
    expect(again).toMatchObject({ status: 409, body: { error: { code: "GAME_OVER" } } });

    const listed = async () => {
      const { body } = await stage.person.get("/api/games");
      return body.games.some(({ game_id }: { game_id: string }) => game_id === board.gameId);
    };
    await page.getByRole("button", { name: "Delete" }).click();
    await see(page).toHaveURL(/\/games(?:\?list=finished)?$/);
    expect(await listed()).toBe(false);
    await page.getByRole("button", { name: "Undo" }).click();
    await see.poll(listed).toBe(true);
  });
});
