import { Hono } from "hono";
import type { z } from "zod";
import type { AgentCall, AgentCalls, ResumePrompt } from "../../../shared/api.ts";
import { accept, type Result, refuse } from "../../../shared/result.ts";
import type { Seat } from "../../../shared/terms.ts";
import type { LiveGame } from "../../games/live-game.ts";
import { type GameState, isToMove, opponentOf, type Seated } from "../../games/machine/game-state.ts";
import type { Successor } from "../../games/machine/seats.ts";
import { playerName } from "../../games/names.ts";
import { personsDetail } from "../../views/game-view.ts";
import { resumePrompt } from "../../views/join-prompt.ts";
import type { WebEnv, WebParts } from "../parts.ts";
import { drawRequest, moveRequest, seatRequest, successorRequest, switchRequest, talkRequest } from "../requests.ts";
import { readBody, refused } from "../respond.ts";

/** Milliseconds that a driver has to answer an offer. */
const ANSWER_MS = 2_000;

/** The person's actions in a game: commands for the human seat, and the care of the game itself. */
export function commandRoutes({
  games,
  now,
  joinCodes,
  tokenOf,
  seatCalls,
  wakes,
  opens,
  settingsStore,
}: WebParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const shown = (game: LiveGame) => personsDetail(game, now(), joinCodes);

  const command = <Schema extends z.ZodType<{ readonly seat?: Seat | undefined }>>(
    path: string,
    schema: Schema,
    run: (id: string, seat: Seat, request: z.output<Schema>) => Promise<Result<LiveGame>>,
  ) =>
    app.post(`/api/games/:id/${path}`, async (context) => {
      const id = context.req.param("id") ?? "";
      const request = readBody(context, schema);
      if (!request.ok) return refused(context, request);
      // Without a named seat, the seat to move is meant.
      const found = await (request.value.seat === undefined ? games.latest(id) : games.get(id));
      if (!found.ok) return refused(context, found);
      const seat = personSeat(found.value.state, request.value.seat);
      if (!seat.ok) return refused(context, seat);
      const done = await run(id, seat.value, request.value);
      return done.ok ? context.json(shown(done.value)) : refused(context, done);
    });
  command("moves", moveRequest, async (id, seat, { move, claim_win, claim_draw, ply }) => {
    const played = await games.play(id, seat, { text: move, claimWin: claim_win, claimDraw: claim_draw, ply });
    return played.ok ? accept(played.value.game) : played;
  });
  command("resign", seatRequest, (id, seat) => games.resign(id, seat));
  command("draw", drawRequest, (id, seat, { answer }) => games.draw(id, seat, answer));
  command("takeback", drawRequest, async (id, seat, { answer }) => {
    for (let attempt = 1; ; attempt += 1) {
      const asked = await games.takeback(id, seat, answer);
      if (!asked.ok || asked.value.state.takebackOffer !== seat) return asked;
      if (!opponentOf(asked.value.state, seat).driven) return asked;
      // A driver answers at once, so its answer goes with this one.
      const answered = await games.waitUntil(id, ({ state }) => state.takebackOffer !== seat, ANSWER_MS);
      if (!answered.ok) return answered;
      const { game } = answered.value;
      // A move of the driver may have come in between and cancelled the request: then it is made once more.
      if (attempt > 1 || game.state.ply <= asked.value.state.ply) return accept(game);
    }
  });
  command("talk", talkRequest, (id, seat, { message }) => games.say(id, seat, message));
  command("rematch", seatRequest, async (id, seat) => {
    const made = await games.rematch(id, seat, null);
    return made.ok ? accept(made.value.game) : made;
  });

  app.post("/api/games/:id/analysis", async (context) => {
    const request = readBody(context, switchRequest);
    if (!request.ok) return refused(context, request);
    const done = await games.switchAnalysis(context.req.param("id"), request.value.on);
    return done.ok ? context.json(shown(done.value)) : refused(context, done);
  });
  app.post("/api/games/:id/end", async (context) => {
    const done = await games.callOff(context.req.param("id"));
    return done.ok ? context.json(shown(done.value)) : refused(context, done);
  });
  app.delete("/api/games/:id", async (context) => {
    const done = await games.deleteGame(context.req.param("id"));
    return done.ok ? context.json(shown(done.value)) : refused(context, done);
  });
  app.post("/api/games/:id/restore", async (context) => {
    const done = await games.restoreGame(context.req.param("id"));
    return done.ok ? context.json(shown(done.value)) : refused(context, done);
  });
  const seatIn = async (id: string, named: string): Promise<Result<{ state: GameState; seated: Seated }>> => {
    const found = await games.state(id);
    if (!found.ok) return found;
    const seated = found.value.seats.find(({ seat }) => seat === named);
    return seated
      ? accept({ state: found.value, seated })
      : refuse("INVALID_ARGUMENT", "There is no such seat in this game");
  };
  app.post("/api/games/:id/seats/:seat/free", async (context) => {
    const { id, seat } = context.req.param();
    const found = await seatIn(id, seat);
    const freed = found.ok ? await games.freeSeat(id, found.value.seated.seat) : found;
    return freed.ok ? context.json(shown(freed.value)) : refused(context, freed);
  });
  app.post("/api/games/:id/seats/:seat/hand-over", async (context) => {
    const request = readBody(context, successorRequest);
    if (!request.ok) return refused(context, request);
    const { id, seat } = context.req.param();
    const found = await seatIn(id, seat);
    const done = found.ok
      ? await games.handOver(id, found.value.seated.seat, successor(request.value, settingsStore.get().name))
      : found;
    return done.ok ? context.json(shown(done.value)) : refused(context, done);
  });
  app.get("/api/games/:id/seats/:seat/resume", async (context) => {
    const { id, seat } = context.req.param();
    const found = await seatIn(id, seat);
    if (!found.ok) return refused(context, found);
    const { state, seated } = found.value;
    const token = state.outcome ? null : tokenOf(state, seated);
    if (token === null) return refused(context, refuse("INVALID_ARGUMENT", "No agent sits there"));
    return context.json({ prompt: resumePrompt(id, seated.seat, token) } satisfies ResumePrompt);
  });
  app.get("/api/games/:id/agents", async (context) => {
    const found = await games.get(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    const { state } = found.value;
    const calls = state.seats.flatMap(({ kind, name: taken, seat }) => {
      if (kind !== "agent" || taken === null) return [];
      const last = seatCalls.of(state, seat);
      const across = opponentOf(state, seat);
      const due = across.kind === "human" ? wakes.dueIn(found.value, across.seat) : null;
      const call: AgentCall = {
        last_call: last && new Date(last.at).toISOString(),
        waits: (last?.underWay ?? 0) > 0,
        asleep_in: due === null ? null : Math.ceil(due / 1000),
        opens: due === 0 ? opens(found.value, across.seat) : null,
      };
      return [[seat, call]];
    });
    return context.json(Object.fromEntries(calls) satisfies AgentCalls);
  });
  return app;
}

const successor = (request: z.output<typeof successorRequest>, personName: string): Successor =>
  request.kind === "human"
    ? { kind: "human", name: playerName(request.name ?? personName, "Human"), settings: {} }
    : { kind: "computer", name: "Computer", settings: { level: request.level } };

/** The person's seat: the named one, or else the one to move. Seats of agents and computers are not the person's. */
function personSeat(state: GameState, named: Seat | undefined): Result<Seat> {
  const human = state.seats.filter(({ kind }) => kind === "human").map(({ seat }) => seat);
  if (named !== undefined)
    return human.includes(named)
      ? accept(named)
      : refuse("SEAT_REQUIRED", `${named} is not a person's seat in game ${state.id}`);
  const seat = human.find((each) => isToMove(state, each)) ?? human[0];
  return seat ? accept(seat) : refuse("SEAT_REQUIRED", `No person plays in game ${state.id}`);
}
