import { beforeEach, describe, expect, it, vi } from "vitest";
import type { GameDetail, LiveEvent } from "../../src/shared/api.ts";
import { card, game, move, told } from "./support/told.ts";

/** On a busy machine a part of the page takes its time to load. */
const soon = { timeout: 20_000 };

const startFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const view = { kind: "chess", fen: startFen, check: false };
/** The knights go out and home again, as often as it takes. */
const round = ["g1f3", "g8f6", "f3g1", "f6g8"] as const;
const moved = (ply: number): LiveEvent =>
  told(3 + ply, move(ply, round[(ply - 1) % 4] ?? ""), { card: { ...card, view, ply } });

/** A host with one game and one page that listens to it. */
function createHost() {
  const requests: string[] = [];
  let stored: GameDetail | null = { ...game, view };
  let failing: Promise<void> | null = null;
  let held: Promise<void> | null = null;
  let stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  const encoder = new TextEncoder();
  const send = (text: string) => stream?.enqueue(encoder.encode(text));
  return {
    requests,
    store: (next: GameDetail | null) => {
      stored = next;
    },
    /** Answers no more questions but with a failure, and that once this has come. */
    failAfter: (moment: Promise<void>) => {
      failing = moment;
    },
    /** Sends its answers, as they are when it is asked, after this has come. */
    hold: (moment: Promise<void>) => {
      held = moment;
    },
    tell: (event: LiveEvent) => send(`id: ${event.id}\nevent: game\ndata: ${JSON.stringify(event)}\n\n`),
    fetch: async (url: string, { signal }: RequestInit) => {
      requests.push(url);
      if (url.endsWith("/api/settings")) return Response.json({ confirm_moves: true });
      if (url.endsWith("/lines")) return Response.json({ moves: [], comment: "Kept anew." });
      if (!url.startsWith("/api/events")) {
        if (failing === null && stored === null)
          return Response.json(
            { error: { code: "GAME_NOT_FOUND", message: "There is no such game" } },
            { status: 404 },
          );
        if (failing === null) {
          const answer = Response.json(stored);
          await held;
          return answer;
        }
        await failing;
        return new Response(null, { status: 503 });
      }
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          stream = controller;
          signal?.addEventListener("abort", () => controller.error(signal.reason));
        },
      });
      send("id: 103\nevent: hello\ndata: {}\n\n");
      return new Response(body);
    },
  };
}

let host = createHost();
beforeEach(() => {
  host = createHost();
  const listeners = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal("window", listeners);
  vi.stubGlobal("document", { ...listeners, visibilityState: "visible" });
  vi.stubGlobal("fetch", host.fetch);
});

async function openPage() {
  vi.resetModules();
  const { startListening } = await import("../../src/renderer/api/live.ts");
  const { openGame } = await import("../../src/renderer/game/game-model.ts");
  const model = openGame(game.game_id);
  const stop = startListening();
  await vi.waitFor(() => expect(model.live.value).not.toBeNull(), soon);
  return { model, stop };
}

describe("the page of a game", () => {
  it("the page of a game watches a hundred moves with one stream and one question", async () => {
    const { model, stop } = await openPage();
    for (let ply = 1; ply <= 100; ply += 1) host.tell(moved(ply));
    await vi.waitFor(() => expect(model.live.value?.game.history).toHaveLength(100), soon);
    expect(model.live.value?.game).toMatchObject({ version: 103, ply: 100 });
    expect(model.course.value).toHaveLength(101);
    expect(host.requests).toEqual(["/api/events", `/api/games/${game.game_id}`]);
    model.close();
    stop();
  });

  it("the page of a game has a move stand to be confirmed until it is played, or the game goes on without it", async () => {
    const { model, stop } = await openPage();
    const { changeSettings } = await import("../../src/renderer/settings/settings.ts");
    const { confirmMove, makeMove } = await import("../../src/renderer/game/send-move.ts");
    const played = () => host.requests.filter((url) => url.endsWith("/moves")).length;
    const told4 = told(4, { type: "said", seat: "black", message: "Well?" }, { card: { ...card, view } });
    await changeSettings({ confirm_moves: true });
    const proposal = { seat: "white", move: "g1f3", isSent: false };
    const propose = async () => makeMove(model, model.live.value?.game ?? game, "g1f3");

    await propose();
    expect(model.proposal.value).toEqual(proposal);
    host.tell(told4);
    await vi.waitFor(() => expect(model.live.value?.game.talk).toHaveLength(1), soon);
    expect(model.proposal.value).toEqual(proposal);
    expect(played()).toBe(0);
    // Pressed twice, it is played once.
    await Promise.all([confirmMove(model), confirmMove(model)]);
    expect(played()).toBe(1);
    expect(model.proposal.value).toBeNull();

    await propose();
    const next = { ...view, fen: "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1" };
    host.tell({ ...moved(2), event: move(1, "g1f3"), card: { ...card, view: next } });
    await vi.waitFor(() => expect(model.live.value?.game.history).toHaveLength(1), soon);
    expect(model.proposal.value).toBeNull();
    expect(played()).toBe(1);
    model.close();
    stop();
  });

  it("the page of a game asks once where something is missing", async () => {
    const { model, stop } = await openPage();
    host.tell(moved(1));
    await vi.waitFor(() => expect(model.live.value?.game.history).toHaveLength(1), soon);
    const history = [1, 2, 3].map((ply) => {
      const { code, text, seat, ms, clock } = move(ply, round[ply - 1] ?? "");
      return { ply, code, text, by: seat, at: "1970-01-01T00:00:01.000Z", ms, clock };
    });
    host.store({ ...game, view, version: 6, ply: 3, history });
    host.tell(moved(3));
    host.tell(moved(4));
    await vi.waitFor(() => expect(model.live.value?.game.history).toHaveLength(4), soon);
    expect(host.requests.filter((url) => !url.startsWith("/api/events"))).toHaveLength(2);
    model.close();
    stop();
  });

  it("the page of a game asks again for a card whose answer the next move overtook", async () => {
    const hidden = { first: null, second: null };
    const poker = (ply: number, first: "king" | null) => ({
      game: "poker" as const,
      version: 3 + ply,
      ply,
      view: { kind: "poker", hand: 1, cards: { ...hidden, first }, rounds: ply < 2 ? [[]] : [["check"]], chips: {} },
    });
    const moves = [
      { ...move(1, "?"), seat: "chance" },
      { ...move(2, "check"), seat: "second" },
    ];
    const answer = (ply: number, first: "king" | null): GameDetail => {
      const at = "1970-01-01T00:00:01.000Z";
      const history = moves.slice(0, ply).map(({ seat, ...played }) => ({ ...played, by: seat, at }));
      return { ...game, ...poker(ply, first), person_seats: ["first"], history };
    };
    host.store(answer(0, null));
    const { model, stop } = await openPage();
    // The host has written its answer between the two events, and it comes after both.
    const late = Promise.withResolvers<void>();
    host.store(answer(1, "king"));
    host.hold(late.promise);
    for (const [index, event] of moves.entries())
      host.tell(told(4 + index, event, { card: { ...card, ...poker(index + 1, null), person_seats: ["first"] } }));
    await vi.waitFor(() => expect(model.live.value?.game.version).toBe(5), soon);
    host.store(answer(2, "king"));
    late.resolve();
    await vi.waitFor(() => expect(model.live.value?.game.view).toMatchObject({ cards: { first: "king" } }), soon);
    model.close();
    stop();
  });

  it("the page of a game shows what it is told while a question is under way, and if that comes to nothing", async () => {
    const { model, stop } = await openPage();
    const failed = Promise.withResolvers<void>();
    host.failAfter(failed.promise);
    const refused = model.take(
      Promise.resolve({ ok: false, code: "ILLEGAL_MOVE", message: "Not like that." } as const),
    );
    expect(await refused).toBe(false);
    // A host that never answers makes no page deaf.
    host.tell(moved(1));
    await vi.waitFor(() => expect(model.live.value?.game.history).toHaveLength(1), soon);
    // The page asks for missing events once the host has answered.
    const questions = () => host.requests.filter((url) => !url.startsWith("/api/events")).length;
    const { onGameEvent } = await import("../../src/renderer/api/live.ts");
    const heard = Promise.withResolvers<void>();
    onGameEvent(() => heard.resolve());
    host.tell(moved(3));
    await heard.promise;
    expect(questions()).toBe(2);
    failed.resolve();
    await vi.waitFor(() => expect(questions()).toBe(3), soon);
    model.close();
    stop();
  });

  it("the page of a game that is yet to be created shows it as soon as it is there", async () => {
    vi.resetModules();
    host.store(null);
    const { startListening } = await import("../../src/renderer/api/live.ts");
    const { openGame } = await import("../../src/renderer/game/game-model.ts");
    const model = openGame(game.game_id);
    const stop = startListening();
    await vi.waitFor(() => expect(model.missing.value).not.toBeNull(), soon);
    // A game that stays away, though something happens to it, is asked for once more, and not again and again.
    host.tell(told(4, { type: "gameAnnotated" }));
    const questions = () => host.requests.filter((url) => !url.startsWith("/api/events")).length;
    await vi.waitFor(() => expect(questions()).toBe(2), soon);
    host.store({ ...game, view, version: 5 });
    host.tell(moved(2));
    await vi.waitFor(() => expect(model.live.value?.game.version).toBe(5), soon);
    expect(model.missing.value).toBeNull();
    expect(questions()).toBe(3);
    model.close();
    stop();
  });

  it("the page of a game asks where the person made a secret move in another window, and not for its own", async () => {
    const secret = told(4, move(1, "?"), { card: { ...card, view, ply: 1 } });
    const { model, stop } = await openPage();
    const own: GameDetail = {
      ...game,
      view,
      version: 4,
      ply: 1,
      history: [{ ply: 1, code: "3", text: "3", by: "white", at: "1970-01-01T00:00:01.000Z", ms: 1, clock: null }],
    };
    // The answer to this page's own command is under way when the event comes.
    const answer = Promise.withResolvers<{ readonly ok: true; readonly value: GameDetail }>();
    const taken = model.take(answer.promise);
    host.tell(secret);
    await vi.waitFor(() => expect(model.live.value?.game.history[0]?.text).toBe("?"), soon);
    answer.resolve({ ok: true, value: own });
    expect(await taken).toBe(true);
    expect(model.live.value?.game.history[0]?.text).toBe("3");
    expect(host.requests.filter((url) => !url.startsWith("/api/events"))).toHaveLength(1);

    host.store({ ...own, version: 5, ply: 3 });
    host.tell(told(5, move(3, "?"), { card: { ...card, view, ply: 3 } }));
    await vi.waitFor(() => expect(model.live.value?.game.version).toBe(5), soon);
    expect(host.requests.filter((url) => !url.startsWith("/api/events"))).toHaveLength(2);
    model.close();
    stop();
  });

  it("the page of a game plays no move from what is only looked at: a past position, or a line that is played out", async () => {
    const { model, stop } = await openPage();
    const { sendMove } = await import("../../src/renderer/game/send-move.ts");
    const waiting: GameDetail = { ...game, view, person_seats: ["white"] };
    host.tell(moved(1));
    await vi.waitFor(() => expect(model.live.value?.game.history).toHaveLength(1), soon);
    const ways = [
      () => model.view(0),
      () => model.playOut({ ply: 1, moves: [{ code: "g8f6", text: "Nf6" }], count: 1 }),
    ];
    for (const look of ways) {
      look();
      await sendMove(model, waiting, "e2e4");
      expect(model.refusal.value?.words).toBe("Go back to the live position to move.");
      model.view(null);
      model.refusal.value = null;
    }
    expect(host.requests).toHaveLength(2);
    await sendMove(model, waiting, "e2e4");
    expect(host.requests.slice(2)).toContain(`/api/games/${game.game_id}/moves`);
    model.close();
    stop();
  });

  it("the page of a game fetches what was written of a game when somebody has written it", async () => {
    const { model, stop } = await openPage();
    expect([model.live.value?.game.annotated, model.notes.part.value]).toEqual([false, null]);
    host.tell(told(4, { type: "gameAnnotated" }, { card: { ...card, view } }));
    await vi.waitFor(() => expect(model.notes.part.value?.comment).toBe("Kept anew."), soon);
    expect(model.live.value?.game.annotated).toBe(true);
    model.close();
    stop();
  });

  it("the page of a game says plainly that it does not know a game", async () => {
    vi.resetModules();
    host.store({ ...game, game: "go", view: { kind: "go" } });
    const { startListening } = await import("../../src/renderer/api/live.ts");
    const { openGame } = await import("../../src/renderer/game/game-model.ts");
    const model = openGame(game.game_id);
    const stop = startListening();
    await vi.waitFor(() => expect(model.missing.value).toContain("does not know the game “go”"), soon);
    model.close();
    stop();
  });
});
