// A referee of odd/even, written from the table of `league.v1` alone.
import { randomUUID } from "node:crypto";
import { type Message, messageOf, send, serve } from "./wire.ts";

interface Player {
  readonly player_id: string;
  readonly endpoint: string;
  readonly auth_token: string;
}

export interface RefereeOptions {
  readonly name: string;
  readonly headers?: Record<string, string>;
  /** What it reports in place of what happened. */
  readonly instead?: (report: Message) => Message;
  /** Whether it takes matches and never reports one. */
  readonly silent?: boolean;
  /** How often it sends each report. */
  readonly times?: number;
}

/** Opens a referee that runs matches of one game, best of so many rounds. */
export async function openReferee({ name, headers = {}, instead, silent = false, times = 1 }: RefereeOptions) {
  const referee_id = randomUUID();
  const sender = `referee:${referee_id}`;
  const answers: Message[] = [];
  const working = new Set<Promise<void>>();
  let league = "";
  let token: unknown = null;
  let state = "INIT";

  const ask = (player: Player, id: string, type: string, conversation: string, fields: Message, limitMs = 5_000) =>
    send(player.endpoint, messageOf(type, id, conversation, sender, { auth_token: player.auth_token, ...fields }), {
      limitMs,
    });

  const play = async (assigned: Message): Promise<void> => {
    const { match_id, league_id, settings } = assigned as Message & { settings: { options?: { rounds?: number } } };
    const players = [assigned["player1_info"], assigned["player2_info"]] as Player[];
    const [one, other] = players as [Player, Player];
    const id = String(league_id);
    const best = settings.options?.rounds ?? 5;
    const roles = ["odd", "even"] as const;
    state = "WAITING_ACCEPTS";
    for (const [index, player] of players.entries())
      await ask(player, id, "GAME_INVITE", `${match_id}-invite-${index}`, {
        ...{ match_id, opponent_id: (index === 0 ? other : one).player_id, role: roles[index], rounds: best },
      });
    state = "GAME_RUNNING";
    const game_id = `${match_id}-game`;
    for (const [index, player] of players.entries())
      await ask(player, id, "GAME_START", `${game_id}-start-${index}`, {
        ...{ match_id, game_id, your_role: roles[index], opponent_role: roles[1 - index] },
      });
    const won = [0, 0];
    const moves: Message[] = [];
    for (let round = 1; Math.max(...won) <= best / 2; round += 1) {
      state = "WAITING_MOVES";
      const choices: number[] = [];
      for (const [index, player] of players.entries()) {
        const answer = await ask(player, id, "MOVE_REQUEST", `${game_id}-${round}-${index}`, {
          ...{ round_number: round, game_state: { round, score: won, legal_moves: ["1", "2", "3", "4", "5"] } },
          time_limit: 5,
        });
        choices.push(Number(answer["move"]));
        moves.push({ role: roles[index], move: String(answer["move"]) });
      }
      state = "RESOLVING_ROUND";
      const sum = choices.reduce((all, each) => all + each, 0);
      const winner = sum % 2 === 1 ? 0 : 1;
      won[winner] = (won[winner] ?? 0) + 1;
      for (const [index, player] of players.entries())
        await ask(player, id, "ROUND_RESULT", `${game_id}-${round}-result-${index}`, {
          ...{ match_id, game_id, round_number: round, winner: winner === index ? "you" : "opponent", sum },
          ...{ your_choice: choices[index], opponent_choice: choices[1 - index] },
          score: { you: won[index], opponent: won[1 - index] },
        });
    }
    const winner = (won[0] ?? 0) > (won[1] ?? 0) ? 0 : 1;
    for (const [index, player] of players.entries())
      await ask(player, id, "GAME_END", `${match_id}-end-${index}`, {
        ...{ match_id, match_winner: winner === index ? "you" : "opponent" },
        final_score: { you: winner === index ? 1 : 0, opponent: winner === index ? 0 : 1 },
      });
    state = "REPORTING_RESULT";
    const report = {
      ...{ match_id, winner_id: players[winner]?.player_id, auth_token: token },
      score: { [one.player_id]: winner === 0 ? 1 : 0, [other.player_id]: winner === 0 ? 0 : 1 },
      games: [{ moves, termination: "normal" }],
    };
    for (let time = 0; time < times; time += 1) {
      const message = messageOf("MATCH_RESULT", id, `${match_id}-report`, sender, instead ? instead(report) : report);
      answers.push(await send(league, message, { headers }));
    }
    state = "READY";
  };

  const served = await serve(name, sender, {
    MATCH_ASSIGN: (message) => {
      state = "MANAGING_MATCH";
      if (!silent) {
        const work = play(message)
          .catch(() => {})
          .finally(() => working.delete(work));
        working.add(work);
      }
      return { message_type: "MATCH_ASSIGN_ACK", success: true };
    },
  });
  return {
    ...served,
    /** What the league answered to its reports. */
    answers,
    state: () => state,
    register: async (address: string, id: string, fields: Message = {}) => {
      league = address;
      const request = messageOf("REFEREE_REGISTER_REQUEST", id, randomUUID(), sender, {
        ...{ referee_id, display_name: name, endpoint: served.endpoint },
        ...{ capabilities: { games: ["odd-even"], max_matches: 2 }, ...fields },
      });
      const answer = await send(address, request, { headers });
      if (answer["success"] === true) {
        token = answer["auth_token"];
        state = "READY";
      }
      return answer;
    },
    close: async () => {
      await served.close();
      await Promise.allSettled(working);
    },
  };
}
