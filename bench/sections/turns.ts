import { type Agent, type ClientKind, connect, type Door } from "../../test/support/agents.ts";
import type { Figure, Section } from "../section.ts";
import { longGame, turnOf } from "../support/long-game.ts";
import { median, timed } from "../support/measure.ts";
import { startKibitz, startNoOp } from "../support/processes.ts";

const WARM_UP_PLIES = 20;
const PLIES = 160;

const ways: readonly { readonly label: string; readonly door: Door; readonly kind: ClientKind }[] = [
  { label: "shim", door: "shim", kind: "v2 client, new era" },
  { label: "HTTP, new era", door: "http", kind: "v2 client, new era" },
  { label: "HTTP, old era", door: "http", kind: "v2 client, old era" },
];

/** The cost of a move, and the time until the opponent has it, between two real clients. */
export const turns: Section = {
  name: "turns",
  title: "A move and its news, against a tool that does nothing (same SDK, same door, same client)",
  run: async (say) => {
    await using kibitz = await startKibitz();
    await using noOp = await startNoOp();
    const figures: Figure[] = [];
    for (const { label, door, kind } of ways) {
      say(label);
      await using white = await connect(kibitz.line, door, kind, "white");
      await using black = await connect(kibitz.line, door, kind, "black");
      await using idle = await connect(noOp.line, door, kind, "idle");
      const found = await playAndWait(white, black, idle);
      const noop = { name: "no-op tool", value: median(found.noop) };
      figures.push(
        { name: `${label}: finishTurn, there and back`, value: median(found.finish), unit: "ms", against: noop },
        {
          name: `${label}: opponent awake after the move was sent`,
          value: median(found.awake),
          unit: "ms",
          against: noop,
        },
        {
          name: `${label}: opponent awake after the mover’s answer`,
          value: median(found.behind),
          unit: "ms",
          against: null,
        },
      );
    }
    return figures;
  },
};

async function playAndWait(white: Agent, black: Agent, idle: Agent) {
  const created = await white.call("createGame", { type: "agent" });
  const joined = await black.call("joinGame", { game_id: created.data.game_id });
  const seats = {
    white: { agent: white, args: { game_id: created.data.game_id, seat_token: created.data.seat_token } },
    black: { agent: black, args: { game_id: created.data.game_id, seat_token: joined.data.seat_token } },
  };
  const found = { noop: [] as number[], finish: [] as number[], awake: [] as number[], behind: [] as number[] };
  for (const [ply, move] of longGame()
    .slice(0, WARM_UP_PLIES + PLIES)
    .entries()) {
    const [mover, waiter] = turnOf(ply) === "white" ? [seats.white, seats.black] : [seats.black, seats.white];
    const waiting = waiter.agent
      .call("waitForNextTurn", waiter.args)
      .then((answer) => ({ answer, at: performance.now() }));
    // By the time a later call is answered, the earlier one waits.
    await waiter.agent.call("listGames", { limit: 1 });
    const noop = await timed(() => idle.call("noop", {}));
    const sent = performance.now();
    const played = await mover.agent.call("finishTurn", { ...mover.args, move, ply });
    const answered = performance.now();
    const { answer, at } = await waiting;
    if (played.isError || answer.data.ply !== ply + 1) throw new Error(`ply ${ply}: ${played.text} ${answer.text}`);
    if (ply < WARM_UP_PLIES) continue;
    found.noop.push(noop);
    found.finish.push(answered - sent);
    found.awake.push(at - sent);
    found.behind.push(at - answered);
  }
  return found;
}
