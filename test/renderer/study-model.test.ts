import { beforeEach, describe, expect, it, vi } from "vitest";

const soon = { timeout: 20_000 };

/** A host that keeps studies, and answers when it is let. */
function createHost() {
  const asked: string[] = [];
  const explored: unknown[] = [];
  let answering = Promise.resolve();
  let version = 1;
  return {
    asked,
    /** As another window does. */
    change: () => {
      version += 1;
    },
    explored,
    /** Holds all answers back until the function that it gives is called. */
    hold: () => {
      const held = Promise.withResolvers<void>();
      answering = held.promise;
      return () => held.resolve();
    },
    fetch: async (url: string, { method = "GET", body = "{}" }: { method?: string; body?: string } = {}) => {
      if (url === "/api/analysis") {
        explored.push(JSON.parse(body).moves);
        return Response.json({ depth: 1, lines: [] });
      }
      const request = JSON.parse(body);
      asked.push(`${method} ${url} ${request.lines.moves.length}`);
      await answering;
      if (method === "POST") return Response.json({ game_id: `${11 + asked.length}`, version });
      if (request.version < version)
        return Response.json({ error: { code: "CONFLICT", message: "Study 12 was changed." } }, { status: 409 });
      version += 1;
      return Response.json({ game_id: "12", version });
    },
  };
}

let host = createHost();
let place: { pathname: string; search: string };
beforeEach(() => {
  host = createHost();
  place = { pathname: "/analysis", search: "" };
  const goTo = (_state: unknown, _title: string, path: string) => {
    const { pathname, search } = new URL(path, "http://kibitz.test");
    Object.assign(place, { pathname, search });
  };
  vi.stubGlobal("location", place);
  vi.stubGlobal("history", {
    state: null,
    replaceState: goTo,
    pushState: (...at: [unknown, string, string]) => goTo(...at),
  });
  vi.stubGlobal("scrollTo", () => {});
  vi.stubGlobal("scrollY", 0);
  vi.stubGlobal("fetch", host.fetch);
});

/** Each test has a page of its own. */
async function opened() {
  vi.resetModules();
  const { isAnyChanged, openStudy } = await import("../../src/renderer/analysis/open-study.ts");
  const { navigate } = await import("../../src/renderer/app/route.ts");
  const model = openStudy("");
  await vi.waitFor(() => expect(model.subject.value).not.toBeNull(), soon);
  return { model, isAnyChanged, openStudy, navigate };
}
const address = () => place.pathname + place.search;

describe("a study", () => {
  it("a study is made once, however often it is saved before the host answers", async () => {
    const { model } = await opened();
    model.play("e2e4");
    const release = host.hold();
    const saves = [model.keep("Mine"), model.keep("Mine")];
    await vi.waitFor(() => expect(host.asked).toHaveLength(1), soon);
    model.play("e7e5");
    saves.push(model.keep("Mine"), model.keep("Mine"));
    release();
    expect(await Promise.all(saves)).toEqual([null, null, null, null]);
    expect(host.asked).toEqual(["POST /api/studies 1", "PUT /api/studies/12 2"]);
    expect(model.isChanged.value).toBe(false);
    expect(address()).toBe("/analysis?game=12");
  });

  it("a study takes no page away from who has left, and what was played meanwhile is found at its own address", async () => {
    const { model, isAnyChanged, openStudy, navigate } = await opened();
    model.play("e2e4");
    const release = host.hold();
    const kept = model.keep("Mine");
    await vi.waitFor(() => expect(host.asked).toEqual(["POST /api/studies 1"]), soon);
    model.play("e7e5");
    navigate("/settings");
    release();
    await kept;
    expect(address()).toBe("/settings");
    expect(openStudy("?game=12")).toBe(model);
    expect(openStudy("")).not.toBe(model);
    expect(isAnyChanged()).toBe(true);
    await model.keep("Mine");
    expect(isAnyChanged()).toBe(false);
  });

  it("a study that another window changed loses nothing, and is kept as one of its own where that is wanted", async () => {
    const { model } = await opened();
    model.play("e2e4");
    await model.keep("Mine");
    model.play("e7e5");
    await model.keep("Mine");
    host.change();
    model.play("g1f3");
    const saves = await Promise.all([model.keep("Mine"), model.keep("Mine")]);
    expect(saves.map((failure) => failure?.code)).toEqual(["CONFLICT", "CONFLICT"]);
    expect(model.spot.value.lines.moves.map(({ text }) => text)).toEqual(["e4", "e5", "Nf3"]);
    expect(model.isChanged.value).toBe(true);
    expect(model.subject.value?.id).toBe(null);
    expect(await model.keep("Mine, too")).toBe(null);
    expect(host.asked).toEqual([
      "POST /api/studies 1",
      "PUT /api/studies/12 2",
      "PUT /api/studies/12 3",
      "POST /api/studies 3",
    ]);
    expect(model.isChanged.value).toBe(false);
    expect(address()).toBe("/analysis?game=15");
  });

  it("a study has in it what is being written, whatever is done next", async () => {
    const { model } = await opened();
    const comments = () => [model.spot.value.lines, ...model.spot.value.lines.moves].map(({ comment = "" }) => comment);
    model.play("e2e4");
    model.write("best by test ");
    expect([model.isChanged.value, model.canUndo.value, model.comment.value]).toEqual([true, true, "best by test "]);
    expect(comments()).toEqual(["", ""]);
    model.step("back");
    expect(comments()).toEqual(["", "best by test"]);
    expect(model.comment.value).toBe("");
    model.write("of the whole");
    await model.keep("Mine");
    expect(comments()).toEqual(["of the whole", "best by test"]);
    expect(model.isChanged.value).toBe(false);
    // A text written as it was is no change, and one step back takes all the letters.
    model.write("of the whole ");
    expect(model.isChanged.value).toBe(false);
    model.write("of");
    model.write("of all");
    model.undo();
    expect(model.comment.value).toBe("of the whole");
    model.undo();
    expect(model.comment.value).toBe("");
  });

  it("a study is looked at by the engine once for each position, whatever is written of it", async () => {
    vi.useFakeTimers();
    const { model } = await opened();
    const { openEngine } = await import("../../src/renderer/analysis/engine-panel.tsx");
    const engine = openEngine(model);
    const looked = async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      return host.explored;
    };
    engine.turn(true);
    model.play("e2e4");
    expect(await looked()).toEqual([["e2e4"]]);
    model.annotate({ nags: [1] });
    model.write("best by test");
    model.settle();
    await model.keep("Mine");
    expect(await looked()).toEqual([["e2e4"]]);
    model.step("back");
    expect(await looked()).toEqual([["e2e4"], []]);
    engine.close();
  });
});
