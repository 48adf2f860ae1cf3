// A referee of odd/even and chess, written from the table of `league.v1` alone.
import { randomUUID } from "node:crypto";
import { type Result, rulesOf } from "./rules.ts";
import { type Message, messageOf, openSender, serve } from "./wire.ts";

interface Player {
  readonly player_id: string;
  readonly endpoint: string;
  readonly auth_token: string;
}
interface Settings {
  readonly options?: Message;
  readonly games_per_match?: number;
  readonly longest_game?: number | null;
}

export interface RefereeOptions {
  readonly name: string;
  readonly headers?: Record<string, string>;
  /** The code by which the person admits it. */
  readonly code?: string | undefined;
  /** A report in place of the right one. */
  readonly instead?: (report: Message) => Message;
  /** Whether it takes matches and never reports one. */
  readonly silent?: boolean;
  /** How often it sends each report. */
  readonly times?: number;
}

/** Opens a referee that runs matches, as many games each as it is told. */
export async function openReferee({ name, headers = {}, code, instead, silent = false, times = 1 }: RefereeOptions) {
  const referee_id = randomUUID();
  const sender = `referee:${referee_id}`;
  const answers: Message[] = [];
  const working = new Set<Promise<void>>();
  /** How far each match is, by the question that assigned it. */
  const progress = new Map<unknown, Message>();
  const { send, close } = openSender();
  let league = "";
  let token: unknown = null;
  let state = "INIT";

  const ask = (player: Player, id: string, type: string, conversation: string, fields: Message, limitMs = 5_000) =>
    send(player.endpoint, messageOf(type, id, conversation, sender, { auth_token: player.auth_token, ...fields }), {
      limitMs,
    });

  const play = async (assigned: Message): Promise<void> => {
    const { match_id, league_id, game, settings = {} } = assigned as Message & { settings?: Settings };
    const { options = {}, games_per_match = 1, longest_game = null } = settings as Settings;
    const rules = rulesOf[String(game)];
    if (!rules) return;
    const players = [assigned["player1_info"], assigned["player2_info"]] as [Player, Player];
    const id = String(league_id);
    const most = rules.rounds(options);
    const wins = { first: 0, second: 0 };
    const scoreOf = (player: number) =>
      player === 0 ? { you: wins.first, opponent: wins.second } : { you: wins.second, opponent: wins.first };
    /** To both at once; answered by both. */
    const both = (tell: (player: Player, index: 0 | 1) => Promise<unknown>) =>
      Promise.all(([0, 1] as const).map((index) => tell(players[index], index)));

    state = "WAITING_ACCEPTS";
    await both((player, index) =>
      ask(player, id, "GAME_INVITE", `${match_id}-invite-${index}`, {
        match_id,
        opponent_id: players[index === 0 ? 1 : 0].player_id,
        role: rules.roles[index],
        rounds: most ?? games_per_match,
      }),
    );
    const games: Message[] = [];
    for (let number = 1; number <= games_per_match; number += 1) {
      const game_id = `${match_id}-game-${number}`;
      /** The place of a player among the roles, and of a role among the players: sides change with each game. */
      const other = (place: 0 | 1) => (number % 2 === 1 ? place : place === 0 ? 1 : 0);
      const tellRound = (round_number: number, { winner, told }: Result) =>
        both((player, index) =>
          ask(player, id, "ROUND_RESULT", `${game_id}-${round_number}-result-${index}`, {
            match_id,
            game_id,
            round_number,
            winner: winner === null ? "draw" : winner === other(index) ? "you" : "opponent",
            score: scoreOf(index),
            ...told(other(index)),
          }),
        );
      state = "GAME_RUNNING";
      await both((player, index) =>
        ask(player, id, "GAME_START", `${game_id}-start-${index}`, {
          match_id,
          game_id,
          your_role: rules.roles[other(index)],
          opponent_role: rules.roles[other(index) === 0 ? 1 : 0],
        }),
      );
      const played = rules.begin(options, longest_game);
      const moves: Message[] = [];
      progress.set(assigned["conversation_id"], { game_number: number, moves });
      for (let rounds = 0, isOver = false; !isOver; ) {
        state = "WAITING_MOVES";
        const role = played.toMove();
        const round_number = most === null ? number : rounds + 1;
        const answer = await ask(players[other(role)], id, "MOVE_REQUEST", `${game_id}-${moves.length}`, {
          round_number,
          time_limit: 5,
          game_state: { game, game_id, your_role: rules.roles[role], ...played.state() },
        });
        const move = String(answer["move"]);
        const came = played.move(move);
        moves.push({ role: rules.roles[role], move });
        state = "RESOLVING_ROUND";
        if (came.round) {
          rounds += 1;
          await tellRound(rounds, came.round);
        }
        if (!came.game) continue;
        isOver = true;
        const { winner, termination } = came.game;
        games.push({ moves, termination });
        wins.first += winner === null ? 0.5 : winner === other(0) ? 1 : 0;
        wins.second += winner === null ? 0.5 : winner === other(1) ? 1 : 0;
        if (most === null) await tellRound(number, came.game);
      }
    }
    const winner = wins.first === wins.second ? null : wins.first > wins.second ? 0 : 1;
    await both((player, index) =>
      ask(player, id, "GAME_END", `${match_id}-end-${index}`, {
        match_id,
        match_winner: winner === null ? "draw" : winner === index ? "you" : "opponent",
        final_score: scoreOf(index),
      }),
    );
    state = "REPORTING_RESULT";
    const report = {
      match_id,
      winner_id: winner === null ? null : players[winner].player_id,
      auth_token: token,
      games,
      score: { [players[0].player_id]: wins.first, [players[1].player_id]: wins.second },
    };
    for (let time = 0; time < times; time += 1) {
      const message = messageOf("MATCH_RESULT", id, `${match_id}-report`, sender, instead ? instead(report) : report);
      answers.push(await send(league, message, { headers }));
    }
    state = "READY";
  };

  const served = await serve(name, sender, {
    MATCH_ASSIGN: (message) => {
      const known = progress.get(message["conversation_id"]);
      if (known) return { message_type: "MATCH_ASSIGN_ACK", success: true, ...known };
      progress.set(message["conversation_id"], {});
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
    sender,
    /** The league's answers to its reports. */
    answers,
    state: () => state,
    register: async (address: string, id: string, fields: Message = {}) => {
      league = address;
      const request = messageOf("REFEREE_REGISTER_REQUEST", id, randomUUID(), sender, {
        referee_id,
        registration_code: code,
        display_name: name,
        endpoint: served.endpoint,
        capabilities: { games: Object.keys(rulesOf), max_matches: 2, repeats: true },
        ...fields,
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
      await close();
      await Promise.allSettled(working);
    },
  };
}
