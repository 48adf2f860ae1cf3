import { describe, expect, it, onTestFinished } from "vitest";
import { agentOpponent, withBlack } from "./support/agent-opponent.ts";
import { newTable, sitDown } from "./support/at-the-board.ts";
import { seriousInEitherScheme } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { putSettings, useStage } from "./support/shared-host.ts";

const stage = useStage();
const againstComputer = { white: { kind: "human", name: "Ada" }, black: { kind: "computer", level: 1 } };
const promotion = { players: againstComputer, fen: "8/2P1k3/8/8/8/8/4K3/8 w - - 0 1" };

const texts = async (gameId: string): Promise<string[]> => {
  const { body } = await stage.person.get(`/api/games/${gameId}`);
  return body.history.map(({ text }: { text: string }) => text);
};

/** Lets a test hold the timers by which chessground says what was done on it, as a busy machine does. */
function holdShortTimers(): void {
  const start = window.setTimeout;
  let held: (() => void)[] | null = null;
  window.setTimeout = ((run: () => void, delay?: number) =>
    held && delay === 1 ? held.push(run) : start(run, delay)) as typeof window.setTimeout;
  addEventListener("hold-timers", () => {
    held = [];
  });
  addEventListener("release-timers", () => {
    const due = held ?? [];
    held = null;
    for (const run of due) run();
  });
}

describe("moves on the board", () => {
  it("marks the square to which a finger has dragged a piece, and that the finger hides", async () => {
    await using board = await newTable(stage, { players: againstComputer });
    const { page } = board;
    const touch = await page.context().newCDPSession(page);
    const drag = async (type: "touchStart" | "touchMove" | "touchEnd", square?: string) => {
      const box = square === undefined ? null : await page.locator(`[data-square="${square}"]`).boundingBox();
      const touchPoints = box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : [];
      await touch.send("Input.dispatchTouchEvent", { type, touchPoints });
    };
    const target = page.locator("square.move-dest.hover:visible");
    await drag("touchStart", "e2");
    await drag("touchMove", "e4");
    await see(target).toHaveAttribute("data-key", "e4");
    await drag("touchMove", "e5");
    await see(target).toHaveCount(0);
    await drag("touchMove", "e3");
    await see(target).toHaveAttribute("data-key", "e3");
    await drag("touchEnd");
    await board.plies(1);
    await see(page.locator("square.hover:visible")).toHaveCount(0);
    await touch.detach();
  });

  it("the board shows where a piece may go, and lets it go with Escape", async () => {
    await using board = await newTable(stage, { players: againstComputer });
    await board.page.locator('[data-square="e2"]').focus();
    await board.page.keyboard.press("Enter");
    await see(board.page.locator("square.move-dest:visible")).toHaveCount(2);
    expect(await board.label("e4")).toBe("e4, empty, can move here");
    await see(board.page.getByText("white pawn on e2 picked up, 2 moves")).toBeAttached();
    await board.page.keyboard.press("Escape");
    await see(board.page.locator("square.move-dest:visible")).toHaveCount(0);
    expect(await board.label("e2")).toBe("e2, white pawn");
  });

  it("a premove is shown, and played as soon as it may be", async () => {
    await using opponent = await agentOpponent(stage);
    const { board, reply } = opponent;
    await board.drag("e2", "e4");
    await board.plies(1);
    await board.drag("g1", "f3");
    await see(board.page.locator("square.current-premove:visible")).toHaveCount(2);
    expect(await texts(board.gameId)).toEqual(["e4"]);
    await reply("e7e5");
    await board.plies(3);
    expect(await texts(board.gameId)).toEqual(["e4", "e5", "Nf3"]);
    await see(board.page.locator("square.current-premove:visible")).toHaveCount(0);
  });

  it("a move that is to be confirmed stands on a board that stays where it is; what waited is played at once", async () => {
    await putSettings(stage.host, { confirm_moves: true });
    onTestFinished(() => putSettings(stage.host, { confirm_moves: false }));
    await using opponent = await agentOpponent(stage);
    const { board, reply } = opponent;
    const { page } = board;
    const place = () => page.locator(".board").boundingBox();
    const bar = page.locator("[data-part=confirm-move]");
    const entry = page.getByLabel("Move, in algebraic notation");
    for (const [width, height] of [
      [390, 800],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      const before = await place();
      await board.drag("e2", "e4");
      await see(bar).toContainText("Play e4?");
      await see.poll(() => board.drawn("e4")).toBe("white pawn");
      expect(await place()).toEqual(before);
      expect(await seriousInEitherScheme(page)).toEqual([]);
      await bar.getByRole("button", { name: "Cancel" }).click();
      await see(bar).toHaveCount(0);
      await see.poll(() => board.drawn("e2")).toBe("white pawn");
    }
    // By keyboard: typed, thought better of, typed again and confirmed where one is.
    await entry.fill("d4");
    await entry.press("Enter");
    await see(bar).toContainText("Play d4?");
    await see(page.locator("[data-part=announcer]")).toHaveText("Play pawn to d4? Enter confirms, Escape cancels.");
    await entry.press("Escape");
    await see(bar).toHaveCount(0);
    await entry.fill("d3");
    await entry.press("Enter");
    await entry.fill("e4");
    await entry.press("Enter");
    await see(bar).toContainText("Play e4?");
    expect(await texts(board.gameId)).toEqual([]);
    await entry.press("Enter");
    await board.plies(1);
    await see(bar).toHaveCount(0);
    await board.drag("g1", "f3");
    await see(page.locator("square.current-premove:visible")).toHaveCount(2);
    await reply("e7e5");
    await board.plies(3);
    await reply("b8c6");
    await board.plies(4);
    await page.locator('.board-grid [tabindex="0"]').focus();
    await board.press("f1");
    await board.press("b5");
    await see(bar).toContainText("Play Bb5?");
    await page.keyboard.press("Enter");
    await board.plies(5);
  });

  it("the board says what became of a key: a premove and its end, and that nothing was picked up", {
    tags: "edge",
  }, async () => {
    await using opponent = await agentOpponent(stage);
    const { board, reply } = opponent;
    const said = board.page.locator(".board > [role=status]");
    await board.page.locator('[data-square="e2"]').focus();
    await board.press("e2");
    await board.press("e4");
    await board.plies(1);
    await board.press("d2");
    await see(said).toHaveText(/^white pawn on d2 picked up/);
    await board.press("d4");
    await see(said).toHaveText("premove d2 to d4");
    await board.page.keyboard.press("Escape");
    await see(said).toHaveText("no premove");
    await board.press("a5");
    await see(said).toHaveText("nothing to pick up on a5");
    await board.press("g1");
    await board.page.keyboard.press("Escape");
    await see(said).toHaveText("put down");
    await board.press("e4");
    await board.press("e5");
    await see(said).toHaveText("premove e4 to e5");
    // There is no such move any more.
    await reply("e7e5");
    await see(said).toHaveText("no premove");
    await board.press("d2");
    await board.press("d4");
    await board.plies(3);
    await board.press("c2");
    await board.press("c3");
    await see(said).toHaveText("premove c2 to c3");
    await reply("d7d6");
    await board.plies(5);
    await see(said).toHaveText("");
  });

  it("a premove that has become illegal is dropped, and one can be taken back", { tags: "edge" }, async () => {
    await using opponent = await agentOpponent(stage);
    const { board, reply } = opponent;
    await board.drag("e2", "e4");
    await board.plies(1);
    await board.click("e4", "e5");
    await reply("e7e5");
    await board.plies(2);
    await see(board.page.locator("square.current-premove:visible")).toHaveCount(0);
    expect(await board.drawn("e4")).toBe("white pawn");
    await board.drag("d2", "d4");
    await board.plies(3);
    await board.click("g1", "f3");
    await see(board.page.locator("square.current-premove:visible")).toHaveCount(2);
    // From wherever the focus is.
    await board.page.getByPlaceholder("Say something").focus();
    await board.page.keyboard.press("Escape");
    await see(board.page.locator("square.current-premove:visible")).toHaveCount(0);
  });

  it("a premove that meets the opponent's reply is played or dropped, as one made before it", {
    tags: "edge",
  }, async () => {
    await using opponent = await agentOpponent(stage);
    const { board, reply } = opponent;
    const { page } = board;
    await page.evaluate(holdShortTimers);
    const release = () => page.evaluate(() => dispatchEvent(new Event("release-timers")));
    const marked = page.locator("square.current-premove:visible");
    const meeting = async (from: string, to: string, answer: string, plies: number) => {
      await page.evaluate(() => dispatchEvent(new Event("hold-timers")));
      await board.click(from, to);
      await see(marked).toHaveCount(2);
      await reply(answer);
      await board.plies(plies);
      await release();
    };
    await board.drag("e2", "e4");
    await board.plies(1);
    await meeting("e4", "e5", "e7e5", 2);
    await see(marked).toHaveCount(0);
    await board.drag("d2", "d4");
    await board.plies(3);
    await meeting("d4", "e5", "a7a6", 4);
    await board.plies(5);
    expect((await texts(board.gameId)).at(-1)).toBe("dxe5");
    await see(marked).toHaveCount(0);
  });

  it("a premove goes with its position: with a takeback, a look at an earlier move, and the seat that is freed", async () => {
    await using opponent = await agentOpponent(stage);
    const { board, agent, seat, reply } = opponent;
    const { page } = board;
    const marked = page.locator("square.current-premove:visible");
    await board.drag("e2", "e4");
    await board.plies(1);
    await reply("e7e5");
    await board.plies(2);
    await board.drag("g1", "f3");
    await board.plies(3);
    await board.drag("f1", "c4");
    await see(marked).toHaveCount(2);
    await page.getByRole("button", { name: "Take back" }).click();
    await see(page.locator(".status-below")).toHaveText("You asked to take a move back");
    expect((await agent.call("answerTakeback", { ...seat, answer: "accept" })).isError).toBe(false);
    await board.plies(2);
    await see(marked).toHaveCount(0);
    await board.drag("d2", "d4");
    await board.plies(3);
    expect(await texts(board.gameId)).toEqual(["e4", "e5", "d4"]);

    await board.drag("g1", "f3");
    await see(marked).toHaveCount(2);
    await page.keyboard.press("ArrowLeft");
    await see(marked).toHaveCount(0);
    await page.keyboard.press("ArrowRight");
    await see(page.locator("[data-part=status]")).not.toContainText("Viewing");
    await board.drag("g1", "f3");
    await see(marked).toHaveCount(2);
    await stage.person.post(`/api/games/${board.gameId}/seats/black/free`, {});
    await see(marked).toHaveCount(0);
    expect(await texts(board.gameId)).toEqual(["e4", "e5", "d4"]);
  });

  it("a premove goes with the connection, and what was missed does not play it", { tags: "edge" }, async () => {
    await using opponent = await agentOpponent(stage);
    const { board, reply } = opponent;
    await board.drag("e2", "e4");
    await board.plies(1);
    await board.drag("g1", "f3");
    await see(board.page.locator("square.current-premove:visible")).toHaveCount(2);
    // Chromium tells the page, which then lets its stream go.
    await board.page.evaluate(() => document.dispatchEvent(new Event("freeze")));
    await reply("e7e5");
    await board.plies(2);
    await see(board.page.locator("square.current-premove:visible")).toHaveCount(0);
    await board.drag("d2", "d4");
    await board.plies(3);
    expect(await texts(board.gameId)).toEqual(["e4", "e5", "d4"]);
  });

  it("a premove that promotes asks for its piece, also while the opponent moves, and then plays what is chosen", async () => {
    await using opponent = await agentOpponent(stage, "Opponent", { fen: "8/2P1k3/8/8/8/8/4K3/7r w - - 0 1" });
    const { board, reply } = opponent;
    const chooser = board.page.getByRole("dialog", { name: "Promote the pawn to" });
    await board.drag("e2", "e3");
    await board.plies(1);
    await board.drag("c7", "c8");
    await see(chooser).toBeVisible();
    await reply("h1h2");
    await board.plies(2);
    await see.poll(() => board.drawn("h2")).toBe("black rook");
    await see(chooser).toBeVisible();
    await see(board.page.locator("square.current-premove:visible")).toHaveCount(0);
    expect(await texts(board.gameId)).toEqual(["Ke3", "Rh2"]);
    await chooser.getByRole("button", { name: "knight" }).click();
    await see.poll(() => texts(board.gameId)).toEqual(["Ke3", "Rh2", "c8=N+"]);
  });

  it("a promotion of Black's asks with Black's pieces, and a look at an earlier move ends the question", async () => {
    const fen = "8/4k3/8/8/8/8/2p1K3/7R w - - 0 1";
    await using opponent = await agentOpponent(stage, "Opponent", { ...withBlack, fen });
    const { board, reply } = opponent;
    const { page } = board;
    const chooser = page.getByRole("dialog", { name: "Promote the pawn to" });
    await reply("e2d3");
    await board.plies(1);
    await board.drag("e7", "e6");
    await board.plies(2);
    await board.drag("c2", "c1");
    await see(chooser.locator(".piece.black")).toHaveCount(4);
    await page.getByRole("button", { name: "1. White king to d3" }).evaluate((move: HTMLElement) => move.click());
    await see(page.locator("[data-part=status]")).toContainText("Viewing");
    await see(chooser).toHaveCount(0);
    await page.getByRole("button", { name: "Back to live" }).click();
    await see(page.locator("square.current-premove:visible")).toHaveCount(0);
    expect(await texts(board.gameId)).toEqual(["Kd3", "Ke6"]);
  });

  it("a premove does not take the place of a move that failed", { tags: "edge" }, async () => {
    await using opponent = await agentOpponent(stage);
    const { board } = opponent;
    const { page } = board;
    const failing = Promise.withResolvers<void>();
    await page.route(
      "**/moves",
      async (route) => {
        await failing.promise;
        await route.abort();
      },
      { times: 1 },
    );
    await board.drag("e2", "e4");
    await see.poll(() => board.drawn("e4")).toBe("white pawn");
    await board.drag("g1", "f3");
    await see(page.locator("square.current-premove:visible")).toHaveCount(2);
    failing.resolve();
    await see.poll(() => board.drawn("e2")).toBe("white pawn");
    await see(page.locator("square.current-premove:visible")).toHaveCount(0);
    await see(page.getByRole("alert")).toContainText("does not answer");
    await board.drag("d2", "d4");
    await board.plies(1);
    expect(await texts(board.gameId)).toEqual(["d4"]);
  });

  it("the board castles by putting the king onto its rook, on either side, also beforehand", async () => {
    const fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const people = { white: { kind: "human", name: "Ada" }, black: { kind: "human", name: "Grace" } };
    await using board = await newTable(stage, { players: people, fen });
    await board.drag("e1", "h1");
    await board.plies(1);
    expect(await board.label("g1")).toContain("white king");
    await board.click("e8", "a8");
    await board.plies(2);
    expect(await texts(board.gameId)).toEqual(["O-O", "O-O-O"]);
  });

  it("the board promotes by mouse to what was chosen", async () => {
    await using board = await newTable(stage, promotion);
    await board.drag("c7", "c8");
    await board.page.getByRole("dialog").getByRole("button", { name: "rook" }).click();
    await see.poll(() => texts(board.gameId)).toContain("c8=R");
  });

  it("the board promotes by keyboard, and takes the move back on Escape", async () => {
    await using board = await newTable(stage, promotion);
    await board.page.locator('[data-square="c7"]').focus();
    await board.page.keyboard.press("Enter");
    await board.press("c8");
    await see(board.page.getByRole("dialog", { name: "Promote the pawn to" })).toBeVisible();
    await board.page.keyboard.press("Escape");
    await see(board.page.getByRole("dialog")).toHaveCount(0);
    await see.poll(() => board.drawn("c7")).toBe("white pawn");
    expect(await texts(board.gameId)).toEqual([]);
    await board.press("c7");
    await board.press("c8");
    await see(board.page.getByRole("button", { name: "queen" })).toBeFocused();
    await board.page.keyboard.press("ArrowDown");
    await board.page.keyboard.press("Enter");
    await see.poll(() => texts(board.gameId)).toContain("c8=N+");
  });

  it("the board says that a typed move is illegal as often as it is sent", async () => {
    await using board = await newTable(stage, promotion);
    const field = board.page.getByLabel("Move, in algebraic notation");
    await field.fill("Qa1");
    await field.press("Enter");
    const refusal = board.page.locator(".status-refusal");
    await see(refusal).toHaveText("“Qa1” is not a legal move here.");
    const first = await refusal.elementHandle();
    await field.press("Enter");
    // A screen reader reads elements that are added to the page.
    await see.poll(() => first?.evaluate((each) => each.isConnected)).toBe(false);
    await see(refusal).toHaveText("“Qa1” is not a legal move here.");
  });

  it("a move typed out of turn is no longer wrong once the turn has come", async () => {
    await using opponent = await agentOpponent(stage);
    const { board, reply } = opponent;
    await board.drag("e2", "e4");
    await board.plies(1);
    const field = board.page.getByLabel("Move, in algebraic notation");
    await field.fill("Nf3");
    await field.press("Enter");
    const refusal = board.page.locator(".status-refusal");
    await see(refusal).toHaveText("It is not your turn.");
    await see(field).toHaveAttribute("aria-invalid", "true");
    await reply("e7e5");
    await see(refusal).toHaveCount(0);
    await see(field).not.toHaveAttribute("aria-invalid");
    await field.press("Enter");
    await board.plies(3);
  });

  it("the board asks when a typed promotion does not say what", { tags: "edge" }, async () => {
    await using board = await newTable(stage, promotion);
    const field = board.page.getByLabel("Move, in algebraic notation");
    await field.fill("c8");
    await field.press("Enter");
    await board.page.getByRole("dialog").getByRole("button", { name: "bishop" }).click();
    await see.poll(() => texts(board.gameId)).toContain("c8=B");
  });

  it("the board draws arrows and circles with the right button, and turns round", async () => {
    await using board = await newTable(stage, { players: againstComputer });
    const { page } = board;
    const middle = async (square: string) => {
      const box = await page.locator(`[data-square="${square}"]`).boundingBox();
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    };
    const [d1, h5] = [await middle("d1"), await middle("h5")];
    await page.mouse.move(d1.x, d1.y);
    await page.mouse.down({ button: "right" });
    await page.mouse.move(h5.x, h5.y, { steps: 4 });
    await page.mouse.up({ button: "right" });
    await see(page.locator(".cg-shapes line")).toHaveCount(1);
    await page.mouse.down({ button: "right" });
    await see(page.locator(".cg-shapes circle")).toHaveCount(1);
    await page.mouse.up({ button: "right" });
    await see(page.locator(".cg-shapes circle")).toHaveCount(1);
    await page.getByRole("button", { name: "Flip board" }).click();
    await see(page.locator(".board")).toHaveAttribute("data-orientation", "black");
    expect((await middle("a1")).y).toBeLessThan((await middle("a8")).y);
  });
});

describe("the ring of the keyboard", () => {
  it("the ring of the keyboard stands on board, buttons and fields for who uses the keyboard, and not where the mouse was", {
    tags: "edge",
  }, async () => {
    await using board = await newTable(stage, { players: againstComputer });
    const { page } = board;
    const ringed = () =>
      page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
        return outlineStyle !== "none" && outlineWidth !== "0px";
      });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-square") ?? null);
    await board.click("e2", "e4");
    await board.plies(2);
    expect(await ringed()).toBe(false);
    await page.locator(".board-grid [tabindex='0']").focus();
    await page.keyboard.press("ArrowUp");
    expect([await focused(), await ringed()]).toEqual(["e3", true]);
    await board.click("d2", "d4");
    await board.plies(4);
    expect(await ringed()).toBe(false);

    const flip = page.getByRole("button", { name: "Flip board" });
    await flip.click();
    expect(await ringed()).toBe(false);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await see(flip).toBeFocused();
    expect(await ringed()).toBe(true);

    const more = page.locator(".move-menu summary");
    await more.click();
    expect(await ringed()).toBe(false);
    const claim = page.getByLabel("Claim checkmate");
    await claim.click();
    await see(claim).toBeFocused();
    expect(await ringed()).toBe(false);
    // A person who goes into a field is about to type.
    await page.getByLabel("Move, in algebraic notation").click();
    expect(await ringed()).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await see(more).toBeFocused();
    expect(await ringed()).toBe(true);
    await page.keyboard.press("Tab");
    await see(claim).toBeFocused();
    expect(await ringed()).toBe(true);
  });
});

describe("walking through the game", () => {
  it("the wheel over the board steps through the game, f flips the board, and ? lists the keys", {
    tags: "edge",
  }, async () => {
    await using board = await newTable(stage, { players: againstComputer }, { width: 1280, height: 800 });
    const { page } = board;
    await board.drag("e2", "e4");
    await board.plies(2);
    await page.locator(".board").hover();
    await page.mouse.wheel(0, -100);
    await see(page.getByText("Viewing move 1")).toBeVisible();
    await page.mouse.wheel(0, 100);
    await see(page.getByText("Viewing move 1")).toHaveCount(0);
    await page.keyboard.press("Tab");
    await page.evaluate(() => document.querySelector<HTMLElement>("main")?.focus());
    await page.keyboard.press("f");
    await see(page.locator(".board")).toHaveAttribute("data-orientation", "black");
    await page.keyboard.press("?");
    await see(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Flip board");
    await page.keyboard.press("Escape");
    await see(page.getByRole("dialog")).toHaveCount(0);
  });

  it("the game page has the page's keys on the board as well, which keeps those it walks by", {
    tags: "edge",
  }, async () => {
    await using board = await newTable(stage, { players: againstComputer });
    const { page } = board;
    await board.drag("e2", "e4");
    await board.plies(2);
    const g1 = page.locator('[data-square="g1"]');
    await g1.focus();
    await page.keyboard.press("f");
    await see(page.locator(".board")).toHaveAttribute("data-orientation", "black");
    await see(g1).toBeFocused();
    for (const key of ["ArrowRight", "Home", "End"]) await page.keyboard.press(key);
    await see(page.locator('[data-square="a1"]')).toBeFocused();
    await see(page.locator("[data-part=status]")).toHaveText("Your turn");
    await page.keyboard.press("?");
    await see(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Game" }).focus();
    await page.keyboard.press("f");
    await see(page.locator(".board")).toHaveAttribute("data-orientation", "white");
  });

  it("a past position neither blocks nor misplays the live one", { tags: "edge" }, async () => {
    await using opponent = await agentOpponent(stage);
    const { board, reply } = opponent;
    const { page } = board;
    await board.drag("e2", "e4");
    await board.plies(1);
    await page.keyboard.press("Home");
    await see(page.locator("[data-part=status]")).toContainText("Viewing the start");
    await reply("e7e5");
    await board.plies(2);
    // The person is to move, but not here.
    await see.poll(() => board.drawn("e2")).toBe("white pawn");
    await board.drag("d2", "d4");
    await board.click("g1", "f3");
    const field = page.getByLabel("Move, in algebraic notation");
    await field.fill("d4");
    await field.press("Enter");
    await see(page.getByRole("alert")).toContainText("Go back to the live position");
    expect(await board.drawn("d2")).toBe("white pawn");
    expect(await texts(board.gameId)).toEqual(["e4", "e5"]);

    await page.getByRole("button", { name: "Back to live" }).click();
    await see(page.locator("[data-part=status]")).toHaveText("Your turn");
    await see.poll(() => board.drawn("e4")).toBe("white pawn");
    await board.drag("g1", "f3");
    await board.plies(3);
    expect(await texts(board.gameId)).toEqual(["e4", "e5", "Nf3"]);
  });

  it("arrow keys, the list of moves and the buttons step through the game", async () => {
    const { body } = await stage.person.post("/api/import", { pgn: "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0" });
    await using board = await sitDown(stage, body.game_id);
    const { page } = board;
    const current = page.locator('.moves-list [aria-current="step"]');
    await see(current).toHaveText("a6");
    await page.keyboard.press("ArrowLeft");
    await see(current).toHaveText("Bb5");
    await see(page.locator("[data-part=announcer]")).toHaveText("White: bishop to b5. 5 of 6.");
    await page.getByRole("button", { name: "1. Black pawn to e5" }).click();
    await see.poll(() => board.drawn("g1")).toBe("white knight");
    await page.keyboard.press("Home");
    await see(current).toHaveCount(0);
    await page.getByRole("button", { name: "Next move" }).click();
    await see(current).toHaveText("e4");
    await page.keyboard.press("End");
    await see(current).toHaveText("a6");
  });
});
