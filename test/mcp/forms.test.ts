import type { ElicitResult, JSONRPCRequest } from "@modelcontextprotocol/client";
import { expect, test, vi } from "vitest";
import { moveForm } from "../../src/main/mcp/forms/move-form.ts";
import { agentGame, human, sure } from "../live-games/support.ts";
import { type Answers, openAgentHost } from "./agent-host.ts";

/** On a busy machine what is soon there takes its time. */
const soon = { timeout: 20_000 };

const eras = ["2025", "2026"] as const;
const write = (move: unknown): ElicitResult => ({ action: "accept", content: { move: String(move) } });

/** A person whose form stays open until the test answers it, or the form is taken back. */
function slowPerson() {
  const opened = Promise.withResolvers<string>();
  const reply = Promise.withResolvers<ElicitResult>();
  const closed = Promise.withResolvers<void>();
  const answers: Answers = ({ message }, signal) => {
    opened.resolve(message);
    signal.addEventListener("abort", () => closed.resolve(), { once: true });
    return reply.promise;
  };
  return { answers, opened: opened.promise, closed: closed.promise, reply: reply.resolve };
}

test.each(eras)("in %s a person sees the board from their side in a form", async (era) => {
  await using place = openAgentHost();
  const forms: unknown[] = [];
  const chat = await place.connect({
    era,
    answers: (form) => {
      forms.push(form);
      return write("e5");
    },
  });
  const { game_id, seat_token } = (await chat.call("createGame", { type: "human" })).data;
  const played = await chat.call("finishTurn", { game_id, move: "e4", seat_token });
  // Nobody is asked by a form who has not wanted it; how to ask stood in the first answer.
  expect(played.data.next_action).toMatchObject({ tool: "waitForNextTurn" });
  const answer = await chat.call("askPerson", { game_id, seat_token });
  expect(answer.text).toContain("Black “Human” played e5. It is your turn.");
  expect(answer.data.next_action).toMatchObject({ tool: "finishTurn" });
  const next = await chat.call("finishTurn", { game_id, move: "Nf3", seat_token });
  expect(next.data.next_action).toMatchObject({ tool: "askPerson" });
  for (const half of [answer.text, JSON.stringify(answer.data)])
    expect(Buffer.byteLength(half)).toBeLessThanOrEqual(900);
  expect(forms).toMatchObject([
    {
      message: [
        // Claude Code shows two lines.
        `e4. Your move as Black.\nGame ${game_id} against White “tester”. Board, also to resign or to offer a draw: http://127.0.0.1:7397/game/${game_id}`,
        [
          ..."    1  R N B K Q B N R|    2  P P P . P P P P|    3  . . . . . . . .|    4  . . . P . . . .".split("|"),
          ..."    5  . . . . . . . .|    6  . . . . . . . .|    7  p p p p p p p p|    8  r n b k q b n r".split("|"),
          "       h g f e d c b a",
        ].join("\n"),
        "Moves: 1. e4",
      ].join("\n\n"),
      requestedSchema: { type: "object", required: ["move"], properties: { move: { type: "string" } } },
    },
  ]);
});

test.each(eras)("in %s nonsense is answered with what is wrong, and at last leads to the chat", async (era) => {
  await using place = openAgentHost();
  const shown: string[] = [];
  const odd = ["Ke5", "", "x".repeat(5_000), "e4 e5", "💥", "accept"];
  const chat = await place.connect({
    era,
    answers: ({ message }) => {
      shown.push(message);
      return write(odd[shown.length - 1]);
    },
  });
  const { game_id, seat_token } = (await chat.call("createGame", { type: "human", color: "black" })).data;
  const answer = await chat.call("askPerson", { game_id, seat_token });
  expect(shown).toHaveLength(odd.length);
  expect(shown[1]).toContain("Legal moves: ");
  expect(shown[1]).toMatch(/^Invalid move: [^\n]*[^.]\. Your move as White\.\n/);
  expect(shown[2]).toMatch(/^That was not a move\. Your move as White\.\n/);
  expect(answer.text).toContain("Your person has not answered with a move that can be played. Nothing was played");
  expect(answer.data).toMatchObject({
    ply: 0,
    next_action: { tool: "waitForNextTurn" },
    board_url: `http://127.0.0.1:7397/game/${game_id}`,
    result: null,
  });
});

test.each(eras)("in %s a form ends no game and agrees to nothing, whoever fills it in", async (era) => {
  await using place = openAgentHost();
  const replies = ["resign", "offer a draw", "accept", "take back", "claim a draw"];
  const shown: string[] = [];
  const answers: Answers = ({ message }) => {
    shown.push(message);
    return write(replies[shown.length - 1] ?? "e4");
  };
  const chat = await place.connect({ era, answers });
  const { game_id, seat_token } = (await chat.call("createGame", { type: "human", color: "black" })).data;
  await chat.call("offerDraw", { game_id, seat_token });
  const { data } = await chat.call("askPerson", { game_id, seat_token });
  expect(shown[0]).toContain("Black offers a draw: accept it on the board.");
  expect(shown[1]).toMatch(/^Invalid move: .* Board, also to resign or to offer a draw: http/s);
  expect(data).toMatchObject({ status: "your_turn", moves_san: ["e4"], result: null });
  expect(data).not.toHaveProperty("draw_offer");
});

test.each(eras)("in %s no form moves for a person in a game that counts for them", async (era) => {
  await using place = openAgentHost({ waitSeconds: () => 5 });
  let shown = 0;
  const answers: Answers = () => {
    shown += 1;
    return write("b2");
  };
  const host = await place.connect({ toolsets: "league" });
  const entrants = [{ kind: "human", name: "Me" }];
  const { league_id } = (await host.call("createLeague", { game: "tic-tac-toe", entrants })).data;
  const chat = await place.connect({ era, answers });
  const joined = await chat.call("joinLeague", { league_id });
  await host.call("startLeague", { league_id });
  const waiting = chat.call("waitForNextMatch", joined.data.next_action.arguments);
  sure(await place.invitations.take(league_id, 1));
  const { game_id, seat_token } = (await waiting).data;
  const asked = await chat.call("askPerson", { game_id, seat_token });
  expect(asked.data).toMatchObject({
    error: { code: "INVALID_ARGUMENT", message: expect.stringMatching(/^This game counts for your person.* at http:/) },
    next_action: { tool: "waitForNextTurn" },
  });
  expect(shown).toBe(0);
});

test("a form is taken back where the game goes on without it, a late answer plays nothing, and no form is offered again", async () => {
  await using place = openAgentHost();
  const person = slowPerson();
  const chat = await place.connect({ answers: person.answers });
  const { game_id } = (await chat.call("createGame", { type: "human", color: "black" })).data;
  const asked = chat.call("askPerson", { game_id });
  await person.opened;
  sure(await place.games.play(game_id, "white", { text: "d4" }, 1));
  expect((await asked).data).toMatchObject({ status: "your_turn", ply: 1, moves_san: ["d4"] });
  await person.closed;
  person.reply(write("e4"));
  expect((await chat.call("getGame", { game_id })).data).toMatchObject({ ply: 1, moves_san: ["d4"] });
  // They moved on the board, and are led there from then on.
  const moved = await chat.call("finishTurn", { game_id, move: "d5" });
  expect(moved.data.next_action).toMatchObject({ tool: "waitForNextTurn" });
});

test.each(eras)("in %s a form outlasts a sleep of the machine, and its answer is played", async (era) => {
  await using place = openAgentHost();
  const person = slowPerson();
  let asked = 0;
  const chat = await place.connect({
    era,
    answers: (form, signal) => {
      asked += 1;
      return person.answers(form, signal);
    },
  });
  const { game_id, seat_token } = (await chat.call("createGame", { type: "human", color: "black" })).data;
  const call = chat.call("askPerson", { game_id, seat_token });
  await person.opened;
  place.clock.ahead += 60_000;
  place.clock.missed += 60_000;
  sure(await place.games.say(game_id, "white", "I am back"));
  const events = sure(await place.games.log(game_id, 0, 10));
  expect(events.map(({ event }) => event.type)).toContain("hostResumed");
  person.reply(write("e4"));
  expect((await call).data).toMatchObject({ status: "your_turn", moves_san: ["e4"] });
  expect(asked).toBe(1);
});

test("a form for one of two who choose at once stays open when the other has chosen", async () => {
  await using place = openAgentHost();
  const person = slowPerson();
  const chat = await place.connect({ answers: person.answers });
  const { game_id } = (await chat.call("createGame", { type: "human", game: "odd-even" })).data;
  const call = chat.call("askPerson", { game_id });
  await person.opened;
  sure(await place.games.play(game_id, "odd", { text: "1" }));
  person.reply(write("4"));
  expect((await call).data.moves_san.slice(0, 2)).toEqual(["1", "4"]);
});

test("in 2026 an answer for a turn that has passed plays nothing, also at the same ply after a takeback", async () => {
  await using place = openAgentHost();
  const person = slowPerson();
  let asked = 0;
  const chat = await place.connect({
    era: "2026",
    answers: (form, signal) => (++asked === 1 ? person.answers(form, signal) : write("c4")),
  });
  const { game_id, seat_token } = (await chat.call("createGame", { type: "human", color: "black" })).data;
  const call = chat.call("askPerson", { game_id, seat_token });
  await person.opened;
  place.clock.ahead += 5;
  sure(await place.games.play(game_id, "white", { text: "d4" }, 1));
  sure(await place.games.takeback(game_id, "white", "offer", 1));
  sure(await place.games.takeback(game_id, "black", "accept", 1));
  person.reply(write("e4"));
  const { data, text } = await call;
  expect(asked).toBe(1);
  expect(data).toMatchObject({ status: "timeout", moves_san: [], next_action: { tool: "waitForNextTurn" } });
  const late =
    "Your person answered a form with “e4” after the game had gone on without it; nothing was played. Tell them so.";
  expect(data.notes).toEqual([late]);
  expect(text).toContain(late);
  expect((await chat.call("getGame", { game_id, seat_token })).data).not.toHaveProperty("notes");
});

test.each(eras)("in %s the end of the game ends a form", async (era) => {
  await using place = openAgentHost();
  const person = slowPerson();
  const chat = await place.connect({ era, answers: person.answers });
  const { game_id, seat_token } = (await chat.call("createGame", { type: "human", color: "black" })).data;
  const asked = chat.call("askPerson", { game_id, seat_token });
  await person.opened;
  sure(await place.games.resign(game_id, "white", 1));
  person.reply(write("e4"));
  expect((await asked).data).toMatchObject({ status: "game_over", ply: 0, next_action: null });
});

test("a client that goes away takes its form along, and the next call shows another", async () => {
  await using place = openAgentHost();
  const first = slowPerson();
  let asked = 0;
  const chat = await place.connect({
    answers: (form, signal) => (++asked === 1 ? first.answers(form, signal) : write("e4")),
  });
  const { game_id } = (await chat.call("createGame", { type: "human", color: "black" })).data;
  const gone = new AbortController();
  const call = chat.call("askPerson", { game_id }, { signal: gone.signal });
  const refused = expect(call).rejects.toThrow();
  await first.opened;
  gone.abort();
  await refused;
  await first.closed;
  expect((await chat.call("askPerson", { game_id })).data).toMatchObject({ status: "your_turn", moves_san: ["e4"] });
});

test("of two forms for one turn the first answer is played, and the other form is taken back", async () => {
  await using place = openAgentHost();
  const [one, two] = [slowPerson(), slowPerson()];
  let asked = 0;
  const chat = await place.connect({
    answers: (form, signal) => (++asked === 1 ? one : two).answers(form, signal),
  });
  const { game_id } = (await chat.call("createGame", { type: "human", color: "black" })).data;
  const calls = [chat.call("askPerson", { game_id }), chat.call("askPerson", { game_id })];
  await Promise.all([one.opened, two.opened]);
  two.reply(write("c4"));
  for (const { data } of await Promise.all(calls)) expect(data).toMatchObject({ ply: 1, moves_san: ["c4"] });
  await one.closed;
});

test.each(eras)(
  "in %s an offer in the opponent's turn is told, and brings no form before the person's turn",
  async (era) => {
    await using place = openAgentHost({ waitSeconds: () => 30 });
    const shown: string[] = [];
    const chat = await place.connect({
      era,
      answers: ({ message }) => {
        shown.push(message);
        return write("e5");
      },
    });
    const other = await place.connect();
    const { game_id } = (await other.call("createGame", { type: "agent" })).data;
    const { seat_token } = (await chat.call("joinGame", { game_id })).data;
    const call = chat.call("askPerson", { game_id, seat_token });
    await vi.waitFor(() => expect(place.games.waiting()).toBe(1), soon);
    await other.call("offerDraw", { game_id });
    const answer = await call;
    expect(answer.text).toContain("offers a draw. It is not your turn.");
    expect(answer.data.next_action).toMatchObject({ tool: "offerDraw" });
    expect(shown).toEqual([]);
    const again = chat.call("askPerson", { game_id, seat_token });
    await other.call("finishTurn", { game_id, move: "e4" });
    expect((await again).data).toMatchObject({ moves_san: ["e4", "e5"] });
    expect(shown).toHaveLength(1);
  },
);

test.each(eras)(
  "in %s the few moves of a game are listed, and hidden choices stay hidden from the agent",
  async (era) => {
    await using place = openAgentHost();
    const schemas: unknown[] = [];
    const chat = await place.connect({
      era,
      answers: (form) => {
        schemas.push(Object.entries(form).find(([key]) => key === "requestedSchema")?.[1]);
        return write("4");
      },
    });
    const { game_id, seat_token } = (await chat.call("createGame", { type: "human", game: "odd-even" })).data;
    const answer = await chat.call("askPerson", { game_id, seat_token });
    expect(schemas).toMatchObject([
      {
        properties: {
          move: {
            oneOf: [...["1", "2", "3", "4", "5"].map((move) => ({ const: move, title: move }))],
          },
        },
      },
    ]);
    // A client of 2025-06-18 knows no titles.
    const showing = { titles: false, objection: null, now: 0, url: "" };
    const live = sure(
      await place.games.create({
        ...agentGame,
        kind: "odd-even",
        options: { rounds: 5 },
        players: [human("Ada"), human("Bo")],
      }),
    );
    expect(moveForm(live, "odd", showing).requestedSchema.properties).toMatchObject({
      move: { enum: ["1", "2", "3", "4", "5"] },
    });
    expect(answer.data.status).toBe("your_turn");
    expect(JSON.stringify(answer.data.last_move)).not.toContain("4");
  },
);

test("clients without forms are neither told of them nor led to them, and lose nothing by calling", async () => {
  await using place = openAgentHost();
  const chat = await place.connect();
  const { tools } = await chat.client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain("askPerson");
  const created = await chat.call("createGame", { type: "human" });
  const { game_id } = created.data;
  expect(created.text).not.toContain("askPerson");
  expect((await chat.call("finishTurn", { game_id, move: "e4" })).data.next_action.tool).toBe("waitForNextTurn");
  const refused = await chat.call("askPerson", { game_id });
  expect(refused.isError).toBe(true);
  expect(refused.data.next_action.tool).toBe("waitForNextTurn");
});

test("where the person is at the window, the agent is not led to forms", async () => {
  await using place = openAgentHost({ personIsThere: () => true });
  const chat = await place.connect({ answers: () => write("e5") });
  const { game_id } = (await chat.call("createGame", { type: "human" })).data;
  expect((await chat.call("finishTurn", { game_id, move: "e4" })).data.next_action.tool).toBe("waitForNextTurn");
});

test("an agent that has only named the game, or names a move, has nobody move in it", async () => {
  await using place = openAgentHost();
  const chat = await place.connect({ era: "2026", answers: () => write("e4") });
  const { game_id, seat_token } = (await chat.call("createGame", { type: "human", color: "black" })).data;
  const refused = await chat.call("askPerson", { game_id });
  expect(refused.data.error).toMatchObject({ code: "SEAT_REQUIRED" });
  const named = await chat.call("askPerson", { game_id, seat_token, move: "e4" });
  expect(named.data.error).toMatchObject({ code: "INVALID_ARGUMENT", message: expect.stringContaining("move") });
});

test.each(eras)("in %s two people in two terminals play each other through their agents’ seats", async (era) => {
  await using place = openAgentHost();
  const sit = async (moves: string[]) => place.connect({ era, answers: () => write(moves.shift()) });
  const [white, black] = [await sit(["f3", "g4"]), await sit(["e5", "Qh4#"])];
  const created = (await white.call("createGame", { type: "agent" })).data;
  const { game_id } = created;
  const code = /join_code["\s:]+([\w-]+)/.exec(created.join_prompt)?.[1];
  const joined = (await black.call("joinGame", { game_id, join_code: code })).data;
  const play = async (chat: typeof white, seat_token: string) => {
    for (;;) {
      const answer = await chat.call("askPerson", { game_id, seat_token, timeout_seconds: 5 });
      if (answer.data.next_action?.tool !== "askPerson") return answer;
    }
  };
  const ends = await Promise.all([play(white, created.seat_token), play(black, joined.seat_token)]);
  for (const { data } of ends) expect(data.result).toMatchObject({ winner: "black", reason: "checkmate" });
});

test("moves that cannot be played do not count as refused ones", async () => {
  await using place = openAgentHost();
  const replies = ["Ke2", "e4"];
  const chat = await place.connect({ answers: () => write(replies.shift()) });
  const { game_id } = (await chat.call("createGame", { type: "human", color: "black" })).data;
  expect((await chat.call("askPerson", { game_id })).data.ply).toBe(1);
  expect(sure(await place.games.get(game_id)).state.seats[0].illegal).toBe(0);
});

test.each(eras)("in %s a form whose client has gone is shown anew to the next", async (era) => {
  await using place = openAgentHost();
  const person = slowPerson();
  const first = await place.connect({ era, answers: person.answers });
  const { game_id, seat_token } = (await first.call("createGame", { type: "human", color: "black" })).data;
  const lost = first.call("askPerson", { game_id, seat_token }).catch(() => null);
  await person.opened;
  await first.client.close();
  person.reply({ action: "cancel" });
  await lost;
  const second = await place.connect({ era, answers: () => write("e4") });
  expect((await second.call("askPerson", { game_id, seat_token })).data).toMatchObject({ ply: 1, status: "your_turn" });
});

test("a form that nobody answers is taken back, and loses nothing", async () => {
  await using place = openAgentHost({ formMs: 5 });
  const person = slowPerson();
  const chat = await place.connect({ answers: person.answers });
  const { game_id } = (await chat.call("createGame", { type: "human", color: "black" })).data;
  const answer = await chat.call("askPerson", { game_id });
  await person.closed;
  expect(answer.text).toContain("Your person has not answered the form. Nothing was played, and nothing is lost.");
  expect(answer.data).toMatchObject({ ply: 0, next_action: { tool: "waitForNextTurn" } });
  expect(answer.data.board_url).toContain(`/game/${game_id}`);
});

test("a form that the host's closing takes back is to be asked for again, and nobody goes on waiting", async () => {
  await using place = openAgentHost();
  const person = slowPerson();
  const chat = await place.connect({ answers: person.answers });
  const { game_id } = (await chat.call("createGame", { type: "computer" })).data;
  const asked = chat.call("askPerson", { game_id });
  await person.opened;
  expect(place.games.waiting()).toBe(1);
  place.games.endWaits();
  const { data } = await asked;
  await person.closed;
  const text = "Kibitz is being restarted; nothing is lost. Ask your person for the move";
  expect(data).toMatchObject({ status: "timeout", next_action: { tool: "askPerson", text } });
  expect(place.games.waiting()).toBe(0);
});

test("a form that was declined leaves no wait behind", async () => {
  await using place = openAgentHost();
  const chat = await place.connect({ answers: () => ({ action: "decline" }) });
  const { game_id } = (await chat.call("createGame", { type: "human", color: "black" })).data;
  await chat.call("askPerson", { game_id });
  await vi.waitFor(() => expect(place.games.waiting()).toBe(0), soon);
});

test.each(eras)(
  "in %s a person plays an entrant’s match of a league in forms, and what cannot be played costs nothing",
  async (era) => {
    await using place = openAgentHost({ waitSeconds: () => 5 });
    const host = await place.connect({ toolsets: "league" });
    const entrants = [{ kind: "strategy", strategy: "random", name: "Dice" }];
    const settings = { name: "Cup", game: "tic-tac-toe", max_illegal: 1, entrants };
    const made = await host.call("createLeague", settings);
    const { league_id } = made.data;
    const cells = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"];
    let shown = 0;
    const chat = await place.connect({ era, answers: () => write(shown++ === 0 ? "z9" : cells.at(shown % 9)) });
    const joined = await chat.call("joinLeague", { league_id });
    await host.call("startLeague", { league_id });
    let answer = await chat.call("waitForNextMatch", joined.data.next_action.arguments);
    const { game_id } = answer.data;
    let { seat_token } = answer.data;
    for (let calls = 0; calls < 60 && answer.data.status !== "game_over"; calls++) {
      seat_token = answer.data.next_action?.arguments.seat_token ?? seat_token;
      answer = await chat.call("askPerson", { game_id, seat_token });
    }
    expect(answer.data.result.reason).not.toMatch(/illegal|forfeit/);
    expect(answer.data.next_action.tool).toBe("waitForNextMatch");
    expect(sure(await place.games.get(game_id)).state.seats.map(({ illegal }) => illegal)).toEqual([0, 0]);
  },
);

test.each(eras)(
  "in %s a person who has just moved on the board is not asked by a form for the next move",
  async (era) => {
    await using place = openAgentHost();
    let asked = 0;
    const chat = await place.connect({ era, answers: () => write(["e4", "Nf3"][asked++] ?? "") });
    const { game_id, seat_token } = (await chat.call("createGame", { type: "human", color: "black" })).data;
    const first = await chat.call("askPerson", { game_id, seat_token });
    expect(first.data).toMatchObject({ status: "your_turn", moves_san: ["e4"] });
    const by = await chat.call("finishTurn", { game_id, seat_token, move: "e5" });
    expect(by.data.next_action).toMatchObject({ tool: "askPerson" });
    // They go to the board; the agent does as it was told, and no form is shown.
    sure(await place.games.play(game_id, "white", { text: "Nf3" }, 1));
    await chat.call("finishTurn", { game_id, seat_token, move: "Nc6" });
    expect(asked).toBe(1);
  },
);

test("a client that answers forms by itself is not asked again, and its agent waits", async () => {
  for (const action of ["decline", "cancel"] as const) {
    await using place = openAgentHost();
    let asked = 0;
    const answers: Answers = () => {
      asked += 1;
      return { action };
    };
    const chat = await place.connect({ answers });
    const { game_id } = (await chat.call("createGame", { type: "human", color: "black" })).data;
    const first = await chat.call("askPerson", { game_id });
    expect(first.text).toContain("Your client answered the form by itself, without your person.");
    const url = `http://127.0.0.1:7397/game/${game_id}`;
    expect(first.data).toMatchObject({ board_url: url, next_action: { tool: "waitForNextTurn" } });
    const second = await chat.call("askPerson", { game_id });
    expect(second.data).toMatchObject({
      error: { code: "INVALID_ARGUMENT", message: expect.stringContaining(url) },
      next_action: { tool: "waitForNextTurn" },
    });
    expect(asked).toBe(1);
    // Nor is it led there in another game.
    const other = await chat.call("createGame", { type: "human" });
    expect(JSON.stringify(other.data)).not.toContain("askPerson");
  }
});

test("a person who declines a form a while later is not taken for their client", async () => {
  await using place = openAgentHost();
  const person = slowPerson();
  const chat = await place.connect({ answers: person.answers });
  const { game_id } = (await chat.call("createGame", { type: "human", color: "black" })).data;
  const asked = chat.call("askPerson", { game_id });
  await person.opened;
  place.clock.ahead += 1_000;
  person.reply({ action: "decline" });
  expect((await asked).text).toContain("Your person declined the form. Nothing was played");
  // No next action leads to a form until they want one again.
  sure(await place.games.play(game_id, "white", { text: "e4" }, 1));
  const played = await chat.call("finishTurn", { game_id, move: "e5" });
  expect(played.data.next_action).toMatchObject({ tool: "waitForNextTurn" });
  const again = chat.call("askPerson", { game_id });
  expect((await again).data).not.toHaveProperty("error");
});

test("an answer to a form that was taken back reaches the person through the agent's next answer, once", async () => {
  await using place = openAgentHost();
  const form = Promise.withResolvers<JSONRPCRequest>();
  const answered = Promise.withResolvers<void>();
  const chat = await place.connect({ answers: () => new Promise(() => {}) });
  // Some clients leave a form open that was taken back, and send what is typed into it.
  const { transport } = chat.client;
  if (!transport) throw new Error("there is no transport");
  const hear = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if ("method" in message && "id" in message && message.method === "elicitation/create") form.resolve(message);
    if ("method" in message && message.method === "notifications/cancelled") answered.resolve();
    hear?.(message, extra);
  };
  const { game_id } = (await chat.call("createGame", { type: "human", color: "black" })).data;
  const asked = chat.call("askPerson", { game_id });
  const { id } = await form.promise;
  sure(await place.games.play(game_id, "white", { text: "d4" }, 1));
  expect((await asked).data).toMatchObject({ status: "your_turn", moves_san: ["d4"] });
  await answered.promise;
  await transport.send({ jsonrpc: "2.0", id, result: { action: "accept", content: { move: "e4" } } });
  const next = await chat.call("finishTurn", { game_id, move: "d5" });
  const late =
    "Your person answered a form with “e4” after the game had gone on without it; nothing was played. Tell them so.";
  expect(next.data).toMatchObject({ ply: 2, notes: [late] });
  expect((await chat.call("waitForNextTurn", { game_id })).data).not.toHaveProperty("notes");
});
