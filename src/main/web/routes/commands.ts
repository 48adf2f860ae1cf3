import { Hono } from "hono";
import type { z } from "zod";
import type { AgentCall, AgentCalls, ResumePrompt } from "../../../shared/api.ts";
import { accept, type Result, refuse } from "../../../shared/result.ts";
import type { Seat } from "../../../shared/terms.ts";
import type { LiveGame } from "../../tables/live-game.ts";
import type { Successor } from "../../tables/machine/seats.ts";
import { isToMove, opponentOf, type Seated, type Table } from "../../tables/machine/table.ts";
import { playerName } from "../../tables/names.ts";
import { personsDetail } from "../../views/game-view.ts";
import { resumePrompt } from "../../views/join-prompt.ts";
import type { WebEnv, WebParts } from "../parts.ts";
import { drawRequest, moveRequest, seatRequest, successorRequest, switchRequest, talkRequest } from "../requests.ts";
import { readBody, refused } from "../respond.ts";

/** Milliseconds that a driver has to answer an offer. */
const ANSWER_MS = 2_000;

/** The person's actions in a game: commands for the human seat, and the care of the game itself. */
export function commandRoutes({
  tables,
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
      const found = await (request.value.seat === undefined ? tables.latest(id) : tables.get(id));
      if (!found.ok) return refused(context, found);
      const seat = personSeat(found.value.table, request.value.seat);
      if (!seat.ok) return refused(context, seat);
      const done = await run(id, seat.value, request.value);
      return done.ok ? context.json(shown(done.value)) : refused(context, done);
    });
  command("moves", moveRequest, async (id, seat, { move, claim_win, claim_draw, ply }) => {
    const played = await tables.play(id, seat, { text: move, claimWin: claim_win, claimDraw: claim_draw, ply });
    return played.ok ? accept(played.value.game) : played;
  });
  command("resign", seatRequest, (id, seat) => tables.resign(id, seat));
  command("draw", drawRequest, (id, seat, { answer }) => tables.draw(id, seat, answer));
  command("takeback", drawRequest, async (id, seat, { answer }) => {
    for (let attempt = 1; ; attempt += 1) {
      const asked = await tables.takeback(id, seat, answer);
      if (!asked.ok || asked.value.table.takebackOffer !== seat) return asked;
      if (!opponentOf(asked.value.table, seat).driven) return asked;
      // A driver answers at once; its answer belongs into this one.
      const answered = await tables.waitUntil(id, ({ table }) => table.takebackOffer !== seat, ANSWER_MS);
      if (!answered.ok) return answered;
      const { game } = answered.value;
      // Its move may have come in between and let the request lapse: then it is asked once more.
      if (attempt > 1 || game.table.ply <= asked.value.table.ply) return accept(game);
    }
  });
  command("talk", talkRequest, (id, seat, { message }) => tables.say(id, seat, message));
  command("rematch", seatRequest, async (id, seat) => {
    const made = await tables.rematch(id, seat, null);
    return made.ok ? accept(made.value.game) : made;
  });

  app.post("/api/games/:id/analysis", async (context) => {
    const request = readBody(context, switchRequest);
    if (!request.ok) return refused(context, request);
    const done = await tables.switchAnalysis(context.req.param("id"), request.value.on);
    return done.ok ? context.json(shown(done.value)) : refused(context, done);
  });
  app.post("/api/games/:id/end", async (context) => {
    const done = await tables.callOff(context.req.param("id"));
    return done.ok ? context.json(shown(done.value)) : refused(context, done);
  });
  app.delete("/api/games/:id", async (context) => {
    const done = await tables.deleteGame(context.req.param("id"));
    return done.ok ? context.json(shown(done.value)) : refused(context, done);
  });
  app.post("/api/games/:id/restore", async (context) => {
    const done = await tables.restoreGame(context.req.param("id"));
    return done.ok ? context.json(shown(done.value)) : refused(context, done);
  });
  const seatIn = async (id: string, named: string): Promise<Result<{ table: Table; seated: Seated }>> => {
    const found = await tables.table(id);
    if (!found.ok) return found;
    const seated = found.value.seats.find(({ seat }) => seat === named);
    return seated
      ? accept({ table: found.value, seated })
      : refuse("INVALID_ARGUMENT", "There is no such seat in this game");
  };
  app.post("/api/games/:id/seats/:seat/free", async (context) => {
    const { id, seat } = context.req.param();
    const found = await seatIn(id, seat);
    const freed = found.ok ? await tables.freeSeat(id, found.value.seated.seat) : found;
    return freed.ok ? context.json(shown(freed.value)) : refused(context, freed);
  });
  app.post("/api/games/:id/seats/:seat/hand-over", async (context) => {
    const request = readBody(context, successorRequest);
    if (!request.ok) return refused(context, request);
    const { id, seat } = context.req.param();
    const found = await seatIn(id, seat);
    const done = found.ok
      ? await tables.handOver(id, found.value.seated.seat, successor(request.value, settingsStore.get().name))
      : found;
    return done.ok ? context.json(shown(done.value)) : refused(context, done);
  });
  app.get("/api/games/:id/seats/:seat/resume", async (context) => {
    const { id, seat } = context.req.param();
    const found = await seatIn(id, seat);
    if (!found.ok) return refused(context, found);
    const { table, seated } = found.value;
    const token = table.outcome ? null : tokenOf(table, seated);
    if (token === null) return refused(context, refuse("INVALID_ARGUMENT", "No agent sits there"));
    return context.json({ prompt: resumePrompt(id, seated.seat, token) } satisfies ResumePrompt);
  });
  app.get("/api/games/:id/agents", async (context) => {
    const found = await tables.get(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    const { table } = found.value;
    const calls = table.seats.flatMap(({ kind, name: taken, seat }) => {
      if (kind !== "agent" || taken === null) return [];
      const last = seatCalls.of(table, seat);
      const across = opponentOf(table, seat);
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

/** The person's seat: the one that was named, else the one that is to move. Agents' and computers' seats are not the person's. */
function personSeat(table: Table, named: Seat | undefined): Result<Seat> {
  const human = table.seats.filter(({ kind }) => kind === "human").map(({ seat }) => seat);
  if (named !== undefined)
    return human.includes(named)
      ? accept(named)
      : refuse("SEAT_REQUIRED", `${named} is not a person's seat in game ${table.id}`);
  const seat = human.find((each) => isToMove(table, each)) ?? human[0];
  return seat ? accept(seat) : refuse("SEAT_REQUIRED", `No person plays in game ${table.id}`);
}
