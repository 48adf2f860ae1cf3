import { connect, kinds } from "../test/support/agents.ts";
import { personAt } from "../test/support/person.ts";
import type { Tally } from "./tally.ts";
import type { Victim } from "./victim.ts";

/** More than a move, as an answer to the form of a person. */
const forged = ["resign", "draw", "accept", "claim_draw", "takeback", "abort"];

/**
 * Clients of the agent opposite that answer a person's form themselves: they end nothing and agree to nothing, and in a
 * game that counts they make no move either.
 */
export async function forgedForms(victim: Victim, tally: Tally): Promise<void> {
  const person = personAt(victim);
  for (const kind of kinds)
    for (const move of forged) {
      await using agent = await connect(victim, "http", kind, "forger", () => ({
        action: "accept",
        content: { move },
      }));
      const { game_id, seat_token } = (await agent.call("createGame", { type: "human", color: "black" })).data;
      await agent.call("offerDraw", { game_id, seat_token });
      await agent.call("askPerson", { game_id, seat_token, timeout_seconds: 1 });
      const { body } = await person.get(`/api/games/${game_id}`);
      if (body.status !== "live" || body.history.length > 0)
        tally.fail(`a form answered with ${move} by ${kind}: ${JSON.stringify(body.result)}`);
      tally.count("forged answers of a person");
    }
  for (const kind of kinds) {
    await using agent = await connect(victim, "http", kind, "forger", () => ({
      action: "accept",
      content: { move: "f3" },
    }));
    const league = { game: "chess", entrants: [{ kind: "human", name: "Ada" }] };
    const { league_id } = (await person.post("/api/leagues", league)).body;
    const { entrant_token } = (await agent.call("joinLeague", { league_id, name: "Forger" })).data;
    await person.post(`/api/leagues/${league_id}/start`);
    const waiting = agent.call("waitForNextMatch", { league_id, entrant_token, timeout_seconds: 60 });
    await person.post(`/api/leagues/${league_id}/entrants/1/come`);
    const match = await waiting;
    const { game_id, seat_token } = match.data;
    await agent.call("askPerson", { game_id, seat_token, timeout_seconds: 1 });
    const { body } = await person.get(`/api/games/${game_id}`);
    const persons = body.history?.filter(({ seat }: { readonly seat: string }) => body.seats[seat].kind === "human");
    if (persons?.length !== 0)
      tally.fail(`a form moved for a person in a league: ${JSON.stringify(body).slice(0, 300)}`);
    tally.count("forged answers of a person in a league");
  }
}
