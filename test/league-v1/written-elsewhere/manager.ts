// A league manager, written from the table of `league.v1` alone: everyone against everyone, once.
import { randomUUID } from "node:crypto";
import { type Message, messageOf, send, serve } from "./wire.ts";

interface Registered {
  readonly id: string;
  readonly name: string;
  readonly endpoint: string;
  readonly auth_token: string;
}

export interface ManagerOptions {
  readonly game: string;
  readonly options: Message;
  /** How its matches are played, beside that. */
  readonly settings?: Message;
  readonly players: number;
  readonly port?: number;
}

/** Opens a league that begins when its players and a referee are there. */
export async function openManager({ game, options, settings = {}, players: most, port }: ManagerOptions) {
  const league = randomUUID();
  const sender = `league:${league}`;
  const players: Registered[] = [];
  const referees: Registered[] = [];
  const points = new Map<string, number>();
  const results: Message[] = [];
  let state = "REGISTRATION_OPEN";
  let reported = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<void>();

  const enrol = (list: Registered[], message: Message, id: unknown, room: number, type: string): Message => {
    if (list.length >= room) return { message_type: type, success: false, error: "League full" };
    const { display_name, endpoint } = message;
    const auth_token = randomUUID();
    list.push({ id: String(id), name: String(display_name), endpoint: String(endpoint), auth_token });
    if (players.length === most && referees.length > 0) ready.resolve();
    return { message_type: type, success: true, auth_token, league_info: { league_id: league, game } };
  };
  const served = await serve(
    "manager",
    sender,
    {
      LEAGUE_REGISTER_REQUEST: (message) =>
        enrol(players, message, message["player_id"], most, "LEAGUE_REGISTER_RESPONSE"),
      REFEREE_REGISTER_REQUEST: (message) => {
        const [known] = referees.filter(({ id }) => id === message["referee_id"]);
        const type = "REFEREE_REGISTER_RESPONSE";
        if (known) return { message_type: type, success: true, auth_token: known.auth_token };
        return enrol(referees, message, message["referee_id"], 1, type);
      },
      MATCH_RESULT: (message) => {
        const isOwn = message["auth_token"] === referees[0]?.auth_token;
        if (!isOwn) return { message_type: "MATCH_RESULT_ACK", success: false, error: "Wrong token" };
        results.push(message);
        const winner = message["winner_id"];
        if (typeof winner === "string") points.set(winner, (points.get(winner) ?? 0) + 3);
        reported.resolve();
        return { message_type: "MATCH_RESULT_ACK", success: true };
      },
    },
    port,
  );

  const run = async (): Promise<void> => {
    await ready.promise;
    state = "RUNNING";
    const [referee] = referees as [Registered];
    const info = ({ id, name, endpoint, auth_token }: Registered) => ({
      ...{ player_id: id, display_name: name, endpoint, auth_token },
    });
    const pairs = players.flatMap((one, index) => players.slice(index + 1).map((other) => [one, other] as const));
    for (const [index, [one, other]] of pairs.entries()) {
      state = "ROUND_IN_PROGRESS";
      reported = Promise.withResolvers<void>();
      const match_id = `match-${index + 1}`;
      await send(
        referee.endpoint,
        messageOf("MATCH_ASSIGN", league, `${match_id}-assign`, sender, {
          ...{ auth_token: referee.auth_token, match_id, player1_info: info(one), player2_info: info(other) },
          ...{ game, settings: { ...settings, options }, seed: index },
        }),
      );
      await reported.promise;
      state = "BETWEEN_ROUNDS";
    }
    state = "COMPLETE";
    const standings = players
      .map(({ id, name }) => ({ player_id: id, name, points: points.get(id) ?? 0 }))
      .toSorted((one, other) => other.points - one.points)
      .map((row, index) => ({ rank: index + 1, ...row }));
    for (const { endpoint, auth_token } of players)
      await send(
        endpoint,
        messageOf("STANDINGS_UPDATE", league, "final", sender, { auth_token, status: "complete", standings }),
      );
  };
  return { ...served, league, players, results, points, state: () => state, over: run() };
}
