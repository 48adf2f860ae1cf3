// A league manager, written from the table of `league.v1` alone: everyone against everyone, once, in rounds.
import { randomUUID } from "node:crypto";
import { type Message, messageOf, openSender, serve } from "./wire.ts";

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
  const { send, close } = openSender();
  let state = "REGISTRATION_OPEN";
  /** Those that are played, by their ids: what is waited for, and who plays. */
  const matches = new Map<unknown, { readonly reported: () => void; readonly players: readonly Registered[] }>();
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
        const match = matches.get(message["match_id"]);
        if (!isOwn || !match) return { message_type: "MATCH_RESULT_ACK", success: false, error: "Not yours" };
        results.push(message);
        const winner = message["winner_id"];
        for (const { id } of match.players)
          points.set(id, (points.get(id) ?? 0) + (winner === id ? 3 : winner === null ? 1 : 0));
        matches.delete(message["match_id"]);
        match.reported();
        return { message_type: "MATCH_RESULT_ACK", success: true };
      },
    },
    { port },
  );

  const run = async (): Promise<void> => {
    await ready.promise;
    state = "RUNNING";
    const [referee] = referees as [Registered];
    const info = ({ id, name, endpoint, auth_token }: Registered) => ({
      player_id: id,
      display_name: name,
      endpoint,
      auth_token,
    });
    const rounds = roundsOf(players);
    for (const [index, pairs] of rounds.entries()) {
      const round = index + 1;
      state = "ROUND_IN_PROGRESS";
      await Promise.all(
        pairs.map(async ([one, other], board) => {
          const match_id = `match-${round}-${board + 1}`;
          const { promise: over, resolve: reported } = Promise.withResolvers<void>();
          matches.set(match_id, { reported, players: [one, other] });
          await send(
            referee.endpoint,
            messageOf("MATCH_ASSIGN", league, `${match_id}-assign`, sender, {
              auth_token: referee.auth_token,
              match_id,
              player1_info: info(one),
              player2_info: info(other),
              game,
              settings: { ...settings, options },
              seed: round,
            }),
          );
          await over;
        }),
      );
      state = round < rounds.length ? "BETWEEN_ROUNDS" : "COMPLETE";
      const standings = players
        .map(({ id, name }) => ({ player_id: id, name, points: points.get(id) ?? 0 }))
        .toSorted((one, other) => other.points - one.points)
        .map((row, place) => ({ rank: place + 1, ...row }));
      const status = state === "COMPLETE" ? "complete" : "running";
      await Promise.all(
        players.map(({ endpoint, auth_token }) =>
          send(
            endpoint,
            messageOf("STANDINGS_UPDATE", league, `round-${round}`, sender, { auth_token, round, status, standings }),
          ),
        ),
      );
    }
  };
  return {
    ...served,
    league,
    players,
    results,
    points,
    state: () => state,
    over: run(),
    close: async () => {
      await close();
      await served.close();
    },
  };
}

/** Everyone against everyone, by the circle method: the first stays, the others go round. An even number of players. */
function roundsOf<Player>(players: readonly Player[]): (readonly [Player, Player])[][] {
  const [first, ...others] = players;
  return others.map((_, turn) => {
    const circle = [first, ...others.slice(turn), ...others.slice(0, turn)] as Player[];
    return Array.from(
      { length: players.length / 2 },
      (_unused, board) => [circle[board], circle[players.length - 1 - board]] as [Player, Player],
    );
  });
}
