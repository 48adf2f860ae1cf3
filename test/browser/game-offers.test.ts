import { describe, expect, it } from "vitest";
import { amount } from "../support/full.ts";
import { agentOpponent } from "./support/agent-opponent.ts";
import { type AtTheBoard, newTable, sitDown } from "./support/at-the-board.ts";
import { see } from "./support/see.ts";
import { people, useStage } from "./support/shared-host.ts";

const stage = useStage();
const againstComputer = { white: { kind: "human", name: "Ada" }, black: { kind: "computer", level: 1 } };
const confirm = (board: AtTheBoard, name: string) =>
  board.page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

describe("offers and endings", () => {
  it("the game page takes a move back against the computer at once", async () => {
    await using board = await newTable(stage, { players: againstComputer });
    await see(board.page.getByRole("button", { name: "Take back" })).toBeDisabled();
    await board.drag("e2", "e4");
    await board.plies(2);
    await board.page.getByRole("button", { name: "Offer draw" }).click();
    await confirm(board, "Offer draw");
    await see(board.page.locator("[data-part=notice]")).toHaveText("The computer declines the draw");
    await see(board.page.locator("[data-part=announcer]")).toContainText("The computer declines the draw");
    await board.page.getByRole("button", { name: "Take back" }).click();
    await board.plies(0);
    expect(await board.label("e2")).toContain("white pawn");
  });

  it("the game page asks an agent for a takeback", { tags: "edge" }, async () => {
    await using opponent = await agentOpponent(stage);
    const { board } = opponent;
    await board.drag("e2", "e4");
    await board.plies(1);
    // An agent that has not called for a while is said not to listen, where the person's offer would stand.
    await opponent.agent.call("getGame", opponent.seat);
    await board.page.getByRole("button", { name: "Take back" }).click();
    const asked = board.page.locator(".status-below");
    await see(asked).toHaveText("You asked to take a move back");
    // An agent's offer stands in the rail, and hides nothing.
    expect((await opponent.agent.call("offerDraw", opponent.seat)).isError).toBe(false);
    await board.page.reload();
    await see(board.page.locator("[data-part=draw-offer]")).toBeVisible();
    await see(asked).toHaveText("You asked to take a move back");
  });

  it("the game page allows and declines the takeback that the opponent asks for", { tags: "edge" }, async () => {
    const people = { white: { kind: "human", name: "Ada" }, black: { kind: "human", name: "Grace" } };
    await using board = await newTable(stage, { players: people });
    const ask = () => stage.person.post(`/api/games/${board.gameId}/takeback`, { answer: "offer", seat: "black" });
    const offer = board.page.locator("[data-part=takeback-offer]");
    await board.drag("e2", "e4");
    await board.plies(1);
    await board.drag("e7", "e5");
    await board.plies(2);
    await ask();
    await see(offer).toContainText("Grace asks to take a move back");
    await offer.getByRole("button", { name: "Allow takeback" }).click();
    await board.plies(1);
    await see(offer).toHaveCount(0);
    await board.drag("e7", "e6");
    await board.plies(2);
    await ask();
    await offer.getByRole("button", { name: "Decline" }).click();
    await see(offer).toHaveCount(0);
    await board.plies(2);
  });

  it("a draw is offered, with a question first, and accepted by the agent", { tags: "edge" }, async () => {
    await using opponent = await agentOpponent(stage);
    const { board, agent, seat } = opponent;
    await board.page.getByRole("button", { name: "Offer draw" }).click();
    await confirm(board, "Cancel");
    await see(board.page.getByRole("dialog")).toHaveCount(0);
    await agent.call("getGame", seat);
    await board.page.getByRole("button", { name: "Offer draw" }).click();
    await confirm(board, "Offer draw");
    await see(board.page.getByText("You offered a draw")).toBeVisible();
    const answer = await agent.call("offerDraw", { ...seat, answer: "accept" });
    expect(answer.isError, answer.text).toBe(false);
    await see(board.page.locator("[data-part=result]")).toContainText("Draw · agreement");
  });

  it("an agent's draw offer is declined, then accepted", async () => {
    await using opponent = await agentOpponent(stage);
    const { board, agent, seat } = opponent;
    await board.drag("e2", "e4");
    await board.plies(1);
    await agent.call("offerDraw", { ...seat, answer: "offer" });
    const offer = board.page.locator("[data-part=draw-offer]");
    await see(offer).toContainText("Opponent offers a draw");
    await see(board.page.locator("[data-part=announcer]")).toContainText("Black offers a draw");
    // A question about an offer goes with it, and does not come back with the next one.
    await offer.getByRole("button", { name: "Accept draw" }).click();
    await see(board.page.getByRole("dialog")).toBeVisible();
    await stage.person.post(`/api/games/${board.gameId}/draw`, { answer: "decline", seat: "white" });
    await see(offer).toHaveCount(0);
    expect((await agent.call("finishTurn", { ...seat, move: "e7e5" })).isError).toBe(false);
    await board.plies(2);
    await board.drag("g1", "f3");
    await board.plies(3);
    await agent.call("offerDraw", { ...seat, answer: "offer" });
    await see(offer).toContainText("Opponent offers a draw");
    expect(await board.page.getByRole("dialog").count()).toBe(0);
    await offer.getByRole("button", { name: "Decline" }).press("Enter");
    await see(offer).toHaveCount(0);
    await see(board.page.getByRole("region", { name: "Game", exact: true })).toBeFocused();
    await agent.call("finishTurn", { ...seat, move: "b8c6" });
    await board.plies(4);
    await board.drag("f1", "b5");
    await board.plies(5);
    await agent.call("offerDraw", { ...seat, answer: "offer" });
    await offer.getByRole("button", { name: "Accept draw" }).click();
    await confirm(board, "Accept draw");
    await see(board.page.locator("[data-part=result]")).toContainText("Draw · agreement");
  });

  it("the game page keeps the board where it is, to the pixel, whatever is offered, called, told or shown", async () => {
    await using boardPage = await newTable(stage, people("Ada", "Grace"));
    const { page, gameId } = boardPage;
    const board = () =>
      page.locator(".board-square").evaluate((square) => {
        scrollTo(0, 0);
        return JSON.stringify(square.getBoundingClientRect());
      });
    const say = async (answer: string, seat: string) => {
      const { status, body } = await stage.person.post(`/api/games/${gameId}/takeback`, { answer, seat });
      expect(status, body.error?.message).toBe(200);
    };
    const offer = page.locator(".offer-bar");
    const [call, toast, banner] = [
      page.locator(".call"),
      page.locator(".corner .toast"),
      page.locator(".connection-banner"),
    ];
    /** Where the board lies in a window of that width. */
    const places = new Map<number, string>();
    /** The board lies where it lay, and nothing over it. */
    const still = async (width: number, what: string, part?: typeof offer) => {
      expect(await board(), `${what} at ${width}`).toBe(places.get(width));
      const clear = await part?.last().evaluate((each) => {
        const [a, b] = [each, document.querySelector(".board-square") ?? each].map((one) =>
          one.getBoundingClientRect(),
        );
        return !a || !b || a.left >= b.right || a.top >= b.bottom || a.bottom <= b.top;
      });
      expect(clear ?? true, `${what} at ${width}`).toBe(true);
    };
    const usual = [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ];
    const sizes = [
      ...usual,
      ...amount(
        [],
        [
          { width: 820, height: 1180 },
          { width: 1920, height: 1080 },
        ],
      ),
    ];
    await boardPage.drag("e2", "e4");
    await boardPage.plies(1);
    for (const { width, height } of sizes) {
      await page.setViewportSize({ width, height });
      places.set(width, await board());
      await say("offer", "white");
      await see(offer).toBeVisible();
      await still(width, "an offer", offer);
      const { body } = await stage.person.post("/api/leagues", {
        name: "Club",
        game: "tic-tac-toe",
        rounds: 1,
        entrants: [{ kind: "human" }, { kind: "strategy", strategy: "random" }],
      });
      await stage.person.post(`/api/leagues/${body.league_id}/start`, {});
      await see(call).toBeVisible();
      await still(width, "a call", call);
      await stage.person.post(`/api/games/${gameId}/analysis`, { on: true });
      await see(page.locator('.evaluation-bar[data-shown="true"]')).toBeAttached();
      await still(width, "the evaluation");
      await stage.person.post(`/api/games/${gameId}/analysis`, { on: false });
      await stage.person.post(`/api/leagues/${body.league_id}/cancel`, {});
      await see(call).toHaveCount(0);
      await say("accept", "black");
      await see(offer).toHaveCount(0);
      await stage.person.post(`/api/games/${gameId}/moves`, { move: "e4" });
      await boardPage.plies(1);
      await still(width, "afterwards");
    }
    await page.getByRole("tab", { name: "Game" }).click();
    for (const { width, height } of usual) {
      await page.setViewportSize({ width, height });
      // A toast goes away after three seconds.
      await see(async () => {
        await page.getByRole("button", { name: "Share" }).click();
        await page.getByRole("button", { name: "Copy FEN" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
        await see(toast.last()).toBeVisible({ timeout: 2_000 });
        await still(width, "a toast", toast);
      }).toPass();
    }
    await page.route("**/api/events*", (route) => route.abort());
    await page.reload();
    for (const { width, height } of usual) {
      await page.setViewportSize({ width, height });
      await see(banner).toBeVisible();
      await see(page.locator(".board-square")).toBeVisible();
      await still(width, "a notice", banner);
    }
  });

  it("the game page sees and hears that what was offered is declined, until the game goes on", {
    tags: "edge",
  }, async () => {
    const people = { white: { kind: "human", name: "Ada" }, black: { kind: "human", name: "Grace" } };
    await using board = await newTable(stage, { players: people });
    const notice = board.page.locator("[data-part=notice]");
    const heard = board.page.locator("[data-part=announcer]");
    const say = (what: string, answer: string, seat: string) =>
      stage.person.post(`/api/games/${board.gameId}/${what}`, { answer, seat });
    await board.drag("e2", "e4");
    await board.plies(1);
    await say("draw", "offer", "white");
    await say("draw", "decline", "black");
    await see(notice).toHaveText("Grace declines the draw");
    await see(heard).toContainText("Grace declines the draw");
    await board.drag("e7", "e5");
    await board.plies(2);
    await see(notice).toHaveCount(0);
    await say("takeback", "offer", "black");
    await say("takeback", "decline", "white");
    await see(notice).toHaveText("Ada declines the takeback");
    await see(heard).toContainText("Ada declines the takeback");
  });

  it("the game page cuts a long name and no word of what its player does", { tags: "edge" }, async () => {
    const [white, black] = ["Wilhelmina Wordsworth-Montgomery the 3rd", "Maximilian Montgomery-Wordsworth the 4th"];
    await using board = await newTable(stage, people(white, black));
    const { page } = board;
    const say = (answer: string, seat: string) =>
      stage.person.post(`/api/games/${board.gameId}/takeback`, { answer, seat });
    await board.drag("e2", "e4");
    await board.plies(1);
    await say("offer", "white");
    await say("decline", "black");
    const [status, notice] = [page.locator("[data-part=status] p"), page.locator("[data-part=notice]")];
    await see(status).toHaveText(`${black} to move`);
    await see(notice).toHaveText(`${black} declines the takeback`);
    for (const { width, height } of [
      { width: 1440, height: 900 },
      { width: 900, height: 600 },
      { width: 320, height: 640 },
    ]) {
      await page.setViewportSize({ width, height });
      for (const line of [status, notice])
        expect(await line.evaluate((p) => p.scrollWidth - p.clientWidth), `${width} px`).toBeLessThanOrEqual(0);
    }
  });

  it("the game page hears of offers, answers and moves while it looks at a past position, and of each once", {
    tags: "edge",
  }, async () => {
    await using opponent = await agentOpponent(stage);
    const { board, agent, seat, reply } = opponent;
    const { page } = board;
    const news = page.locator("[data-part=news]");
    const place = page.locator("[data-part=announcer]");
    await board.drag("e2", "e4");
    await board.plies(1);
    await see(place).toHaveText("White: pawn to e4.");
    await page.keyboard.press("ArrowLeft");
    await see(place).toHaveText("Starting position. 0 of 1.");
    await see(news).toHaveText("");
    await agent.call("offerDraw", { ...seat, answer: "offer" });
    await see(news).toHaveText("White: pawn to e4. Black offers a draw.");
    await page.locator("[data-part=draw-offer]").getByRole("button", { name: "Decline" }).click();
    await see(news).toHaveText(/You declined the draw\.$/);
    await reply("e7e5");
    await see(news).toHaveText("Black: pawn to e5. Your turn.");
    await page.getByRole("button", { name: "Back to live" }).click();
    await see(place).toHaveText("Black: pawn to e5. Your turn.");
    await see(news).toHaveText("");
  });

  it("the game page resigns after a question, and plays a rematch with the sides changed", async () => {
    await using board = await newTable(stage, { players: againstComputer });
    const { page } = board;
    await see(page.getByRole("button", { name: "Abort" })).toBeVisible();
    await board.drag("e2", "e4");
    await board.plies(2);
    await page.getByRole("button", { name: "Resign" }).click();
    await see(page.getByRole("dialog")).toContainText("The computer wins. This cannot be undone");
    await page.keyboard.press("Escape");
    await see(page.locator(".game[data-status=live]")).toBeVisible();
    await page.getByRole("button", { name: "Resign" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).press("Enter");
    await see(page.locator("[data-part=result]")).toContainText("You lost · resignation");
    // The focused button is gone: the focus stays beside the board.
    await see(page.getByRole("region", { name: "Game", exact: true })).toBeFocused();
    await page.getByRole("button", { name: "New opponent" }).click();
    await see(page.getByRole("dialog", { name: "New game" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Rematch" }).click();
    await see(page).not.toHaveURL(new RegExp(board.gameId));
    await see(page.locator(".game[data-status=live] .board[data-orientation=black]")).toBeVisible();
    await page.goBack();
    await see(page.getByRole("link", { name: "Go to the rematch" })).toBeVisible();
  });

  it("the game page offers no rematch against a player that plays in leagues alone", { tags: "edge" }, async () => {
    const model = { kind: "llm", provider: "openai-compatible", model: "m", base_url: "http://127.0.0.1:9/v1" };
    const { body } = await stage.person.post("/api/leagues", { entrants: [{ kind: "human" }, model] });
    await stage.person.post(`/api/leagues/${body.league_id}/start`, {});
    const come = await stage.person.post(`/api/leagues/${body.league_id}/entrants/1/come`, {});
    await stage.person.post(`/api/games/${come.body.game_id}/resign`, {});
    await using board = await sitDown(stage, come.body.game_id);
    const { page } = board;
    await see(page.locator("[data-part=result]")).toContainText("You lost");
    await see(
      page.getByRole("group", { name: "After the game" }).getByRole("link", { name: /^Back to/ }),
    ).toBeVisible();
    await see(page.getByRole("button", { name: /Rematch|New opponent/ })).toHaveCount(0);
  });

  it("clocks wait for the first moves, warn whose time is low, and a flag falls while the page looks on", {
    tags: "edge",
  }, async () => {
    await using board = await newTable(stage, {
      players: againstComputer,
      clock: { initial_seconds: 6, increment_seconds: 0 },
    });
    const { page } = board;
    const clock = page.getByRole("timer", { name: "White’s clock" });
    await see(page.getByText("The clocks start when both have moved.")).toBeVisible();
    await see(clock).toHaveAttribute("data-running", "false");
    await board.drag("e2", "e4");
    await see(clock).toHaveAttribute("data-low", "true");
    await see(page.getByText("Less than 20 seconds left")).toBeAttached();
    await see(page.locator("[data-part=result]")).toContainText("You lost · on time");
    await see(clock).toHaveText("0:00.0");
    await page.getByRole("tab", { name: "Log" }).click();
    await see(page.locator("[data-event=clocksStarted]")).toHaveText(/The clocks start$/);
  });

  it("the game page warns of little time once, and not with each turn", { tags: "edge" }, async () => {
    const clock = { initial_seconds: 19, increment_seconds: 0 };
    await using board = await newTable(stage, { ...people(), clock });
    const { page } = board;
    const warning = page.locator(".player-bar[data-seat=white]").getByRole("alert");
    await board.drag("e2", "e4");
    await board.plies(1);
    await see(warning).toHaveText("");
    await board.drag("e7", "e5");
    await see(warning).toHaveText("Less than 20 seconds left");
    await board.drag("g1", "f3");
    await board.plies(3);
    // It stands there still, so that it is not said anew when White is to move again.
    await see(page.locator(".clock[data-seat=black]")).toHaveAttribute("data-low", "true");
    expect(await warning.textContent()).toBe("Less than 20 seconds left");
  });

  it("the game page claims a draw by repetition", { tags: "edge" }, async () => {
    await using opponent = await agentOpponent(stage);
    const { board } = opponent;
    const turns = [
      ["g1", "f3", "g8f6"],
      ["f3", "g1", "f6g8"],
      ["g1", "f3", "g8f6"],
      ["f3", "g1", "f6g8"],
    ] as const;
    for (const [index, [from, to, reply]] of turns.entries()) {
      await board.plies(2 * index);
      await board.drag(from, to);
      await board.plies(2 * index + 1);
      await opponent.reply(reply);
    }
    await board.plies(8);
    await board.page.getByRole("button", { name: "Claim draw" }).click();
    await confirm(board, "Claim draw");
    await see(board.page.locator("[data-part=result]")).toContainText("Draw · threefold repetition");
    const { body } = await stage.person.get(`/api/games/${board.gameId}`);
    expect(body.history).toHaveLength(8);
  });
});
