import { describe, expect, it } from "vitest";
import { connect } from "../support/agents.ts";
import { personAt } from "../support/person.ts";
import { type AtTheBoard, see } from "./support/at-the-board.ts";
import { tableHost } from "./support/table-host.ts";

const tables = tableHost();
const againstComputer = { white: { kind: "human", name: "Ada" }, black: { kind: "computer", level: 1 } };
const againstAgent = { white: { kind: "human", name: "Ada" }, black: { kind: "agent" } };

async function withAgent() {
  const table = await tables.newTable({ players: againstAgent });
  const agent = await connect(tables.host, "http", "v2 client, new era", "Opponent");
  const joined = await agent.call("joinGame", { game_id: table.gameId, name: "Opponent" });
  const seat = { game_id: table.gameId, seat_token: joined.data.seat_token };
  await see(table.page.locator(".game[data-status=live]")).toBeVisible();
  return { table, agent, seat };
}
const confirm = (table: AtTheBoard, name: string) =>
  table.page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

describe("offers and endings", () => {
  it("takes a move back against the computer at once", { timeout: 60_000 }, async () => {
    const table = await tables.newTable({ players: againstComputer });
    await see(table.page.getByRole("button", { name: "Takeback" })).toBeDisabled();
    await table.drag("e2", "e4");
    await table.plies(2);
    await table.page.getByRole("button", { name: "Takeback" }).click();
    await table.plies(0);
    expect(await table.label("e2")).toContain("white pawn");
    await table.close();
  });

  it("asks an agent for a takeback", { timeout: 60_000 }, async () => {
    const { table, agent } = await withAgent();
    await table.drag("e2", "e4");
    await table.plies(1);
    await table.page.getByRole("button", { name: "Takeback" }).click();
    await see(table.page.getByText("White asks to take a move back")).toBeVisible();
    await table.close();
    await agent.close();
  });

  it("a draw is offered, with a question first, and accepted by the agent", { timeout: 60_000 }, async () => {
    const { table, agent, seat } = await withAgent();
    await table.page.getByRole("button", { name: "Offer draw" }).click();
    await confirm(table, "Cancel");
    await see(table.page.getByRole("dialog")).toHaveCount(0);
    await table.page.getByRole("button", { name: "Offer draw" }).click();
    await confirm(table, "Offer draw");
    await see(table.page.getByText("White offers a draw")).toBeVisible();
    const answer = await agent.call("offerDraw", { ...seat, answer: "accept" });
    expect(answer.isError, answer.text).toBe(false);
    await see(table.page.locator("[data-part=result]")).toContainText("Draw by Agreement");
    await table.close();
    await agent.close();
  });

  it("an agent's draw offer is declined, then accepted", { timeout: 60_000 }, async () => {
    const { table, agent, seat } = await withAgent();
    await table.drag("e2", "e4");
    await table.plies(1);
    await agent.call("offerDraw", { ...seat, answer: "offer" });
    const offer = table.page.locator("[data-part=draw-offer]");
    await see(offer).toContainText("Black offers a draw");
    await offer.getByRole("button", { name: "Decline" }).click();
    await see(offer).toHaveCount(0);
    expect((await agent.call("finishTurn", { ...seat, move: "e7e5" })).isError).toBe(false);
    await table.plies(2);
    await table.drag("g1", "f3");
    await table.plies(3);
    await agent.call("offerDraw", { ...seat, answer: "offer" });
    await offer.getByRole("button", { name: "Accept draw" }).click();
    await confirm(table, "Accept draw");
    await see(table.page.locator("[data-part=result]")).toContainText("Draw by Agreement");
    await table.close();
    await agent.close();
  });

  it("resigns after a question, and plays a rematch with the sides changed", { timeout: 60_000 }, async () => {
    const table = await tables.newTable({ players: againstComputer });
    const { page } = table;
    await page.getByRole("button", { name: "Resign" }).click();
    await see(page.getByRole("dialog")).toContainText("This cannot be undone");
    await page.keyboard.press("Escape");
    await see(page.locator(".game[data-status=live]")).toBeVisible();
    await page.getByRole("button", { name: "Resign" }).click();
    await confirm(table, "Resign");
    await see(page.locator("[data-part=result]")).toContainText("Black wins by Resignation");
    await page.getByRole("button", { name: "Rematch" }).click();
    await see(page).not.toHaveURL(new RegExp(table.gameId));
    await see(page.locator(".game[data-status=live] .board[data-orientation=black]")).toBeVisible();
    await page.goBack();
    await see(page.getByRole("link", { name: "Go to the rematch" })).toBeVisible();
    await table.close();
  });

  it("a flag falls while the page looks on", { timeout: 60_000 }, async () => {
    const table = await tables.newTable({
      players: againstComputer,
      clock: { initial_seconds: 2, increment_seconds: 0 },
    });
    const clock = table.page.getByRole("timer", { name: "White's clock" });
    await see(clock).toHaveAttribute("data-low", "true");
    await see(table.page.locator("[data-part=result]")).toContainText("Black wins by Time");
    await see(clock).toHaveText("0:00.0");
    await table.close();
  });

  it("claims a draw by repetition", { timeout: 60_000 }, async () => {
    const { table, agent, seat } = await withAgent();
    const turns = [
      ["g1", "f3", "g8f6"],
      ["f3", "g1", "f6g8"],
      ["g1", "f3", "g8f6"],
      ["f3", "g1", "f6g8"],
    ] as const;
    for (const [index, [from, to, reply]] of turns.entries()) {
      await table.plies(2 * index);
      await table.drag(from, to);
      await table.plies(2 * index + 1);
      const answer = await agent.call("finishTurn", { ...seat, move: reply });
      expect(answer.isError, answer.text).toBe(false);
    }
    await table.plies(8);
    await table.page.getByRole("button", { name: "Claim draw" }).click();
    await confirm(table, "Claim draw");
    await see(table.page.locator("[data-part=result]")).toContainText("Draw by Threefold Repetition");
    const { body } = await personAt(tables.host).get(`/api/games/${table.gameId}`);
    expect(body.history).toHaveLength(8);
    await table.close();
    await agent.close();
  });
});
