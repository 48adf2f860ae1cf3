import type { Context } from "hono";
import type { z } from "zod";
import type { AgentCall, AgentCalls, ResumePrompt } from "../../../shared/api.ts";
import { accept, invalid, type Result, refuse } from "../../../shared/result.ts";
import type { Seat } from "../../../shared/terms.ts";
import { gameOfAnswer, type LiveGame } from "../../games/live-game.ts";
import { type GameState, isToMove, opponentOf, type Seated } from "../../games/machine/game-state.ts";
import { successorOf } from "../../games/wanted-player.ts";
import { resumePrompt } from "../../views/join-prompt.ts";
import type { WebParts } from "../parts.ts";
import { drawRequest, moveRequest, seatRequest, successorRequest, switchRequest, talkRequest } from "../requests.ts";
import { detailFor, idOf, inPath, type Outcome, type Routes, whenOk } from "../respond.ts";

/** Milliseconds that a driver has to answer an offer. */
const ANSWER_MS = 2_000;

/** The person's actions in a game: commands for the human seat, and the care of the game itself. */
export function commandRoutes(
  { answer, answerBody }: Routes,
  { games, tokenOf, seatCalls, wakes, opens, settingsStore, ...parts }: WebParts,
): void {
  const detail = detailFor(parts);

  const command = <Schema extends z.ZodType<{ readonly seat?: Seat | undefined }>>(
    path: string,
    schema: Schema,
    run: (id: string, seat: Seat, request: z.output<Schema>) => Promise<Result<LiveGame>>,
  ) =>
    answerBody("POST", `/api/games/:id/${path}`, schema, (request, context) => {
      const id = idOf(context);
      // Without a named seat, the seat to move is meant.
      const found = request.seat === undefined ? games.latest(id) : games.get(id);
      return whenOk(found, ({ state }) =>
        whenOk(personSeat(state, request.seat), async (seat) => detail(await run(id, seat, request))),
      );
    });
  command("moves", moveRequest, async (id, seat, { move, claim_win, claim_draw, ply }) =>
    gameOfAnswer(await games.play(id, seat, { text: move, claimWin: claim_win, claimDraw: claim_draw, ply })),
  );
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
  command("rematch", seatRequest, async (id, seat) => gameOfAnswer(await games.rematch(id, seat, null)));

  answerBody("POST", "/api/games/:id/analysis", switchRequest, async ({ on }, context) =>
    detail(await games.switchAnalysis(idOf(context), on)),
  );
  answer("POST", "/api/games/:id/end", async (context) => detail(await games.callOff(idOf(context))));
  answer("DELETE", "/api/games/:id", async (context) => detail(await games.deleteGame(idOf(context))));
  answer("POST", "/api/games/:id/restore", async (context) => detail(await games.restoreGame(idOf(context))));
  const ofSeat = (
    context: Context,
    run: (state: GameState, seated: Seated) => Outcome | Promise<Outcome>,
  ): Promise<Outcome> =>
    whenOk(games.state(idOf(context)), (state) => {
      const seated = state.seats.find(({ seat }) => seat === inPath(context, "seat"));
      return seated ? run(state, seated) : invalid("There is no such seat in this game");
    });
  answer("POST", "/api/games/:id/seats/:seat/free", (context) =>
    ofSeat(context, async ({ id }, { seat }) => detail(await games.freeSeat(id, seat))),
  );
  answerBody("POST", "/api/games/:id/seats/:seat/hand-over", successorRequest, (request, context) =>
    ofSeat(context, async ({ id }, { seat }) =>
      detail(await games.handOver(id, seat, successorOf(request, settingsStore.get().name))),
    ),
  );
  answer("GET", "/api/games/:id/seats/:seat/resume", (context) =>
    ofSeat(context, (state, seated) => {
      const token = state.outcome ? null : tokenOf(state, seated);
      if (token === null) return invalid("No agent sits there");
      return accept<ResumePrompt>({ prompt: resumePrompt(state.id, seated.seat, token) });
    }),
  );
  answer("GET", "/api/games/:id/agents", (context) =>
    whenOk(games.get(idOf(context)), (game) => {
      const { state } = game;
      const calls = state.seats.flatMap(({ kind, name: taken, seat }) => {
        if (kind !== "agent" || taken === null) return [];
        const last = seatCalls.of(state, seat);
        const across = opponentOf(state, seat);
        const due = across.kind === "human" ? wakes.dueIn(game, across.seat) : null;
        const call: AgentCall = {
          last_call: last && new Date(last.at).toISOString(),
          waits: (last?.underWay ?? 0) > 0,
          asleep: (last?.inBackground ?? 0) > 0,
          not_listening_in: due === null ? null : Math.ceil(due / 1000),
          opens: due === 0 ? opens(game, across.seat) : null,
        };
        return [[seat, call]];
      });
      return accept<AgentCalls>(Object.fromEntries(calls));
    }),
  );
}

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
