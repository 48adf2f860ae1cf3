// The messages of a league and its referee to player servers about matches, games and rounds. Pure: nothing is sent here.
import { definitionOf } from "../../games/register.ts";
import type { Seat } from "../../shared/terms.ts";
import { runInSlices } from "../base/run-in-slices.ts";
import type { GameUpdate } from "../games/live-game.ts";
import { indexOf, opponentSeat } from "../games/machine/game-state.ts";
import * as machine from "../league/machine/league.ts";
import { scoreIn } from "../league/machine/matches.ts";
import { leagueStandings } from "../league/machine/rounds.ts";
import { terminationIn } from "../league/rulings.ts";
import type { MessageType } from "./protocol.ts";
import { protocolLeagueState, protocolPlayerState } from "./states.ts";

/** A message of the league protocol, without the fields that every message carries. */
export interface LeagueMessage {
  readonly to: ReturnType<typeof addressOf>;
  readonly type: MessageType;
  /** Identifies the message, so that a repeated one can be recognised. */
  readonly conversation: string;
  readonly fields: object;
}

/** The receiver of a message: an entrant that is a server. */
export const addressOf = (league: machine.League, { number, settings: { endpoint = "" } }: machine.Entrant) => ({
  league: league.id,
  number,
  endpoint,
});

/** A player of a match that is a server. */
export type MatchPlayer = ReturnType<typeof serversIn>[number];

/** The players of a match that are servers; `match_id` is the match's id as they are told it. */
export const serversIn = (league: machine.League, match: machine.Match, match_id: string) =>
  (["a", "b"] as const).flatMap((side) => {
    const entrant = machine.entrantOn(league, match, side);
    return entrant?.settings.endpoint === undefined ? [] : [{ league, match, match_id, side, entrant }];
  });

export function invitationMessage({ league, match, match_id, side, entrant }: MatchPlayer): LeagueMessage {
  const opponent = machine.entrantOn(league, match, machine.otherSide(side));
  const { game, games_per_match, options } = league.settings;
  const { seats, rounds } = definitionOf(game);
  return {
    to: addressOf(league, entrant),
    type: "GAME_INVITE",
    conversation: `${match_id}-invite`,
    fields: {
      match_id,
      player_id: machine.publicId(entrant),
      opponent_id: opponent ? machine.publicId(opponent) : "",
      opponent_name: opponent?.name ?? "",
      role: seats[machine.placeOf(side)],
      game,
      options,
      rounds: rounds?.most(options) ?? games_per_match,
      games: games_per_match,
    },
  };
}

/** The changes of a match for one of its players: games that began, games that ended, and the end of the match. */
export function matchMessages(
  { league, match, match_id, side, entrant }: MatchPlayer,
  was: machine.Match | undefined,
): readonly LeagueMessage[] {
  const { seats, rounds } = definitionOf(league.settings.game);
  const to = addressOf(league, entrant);
  const messages: LeagueMessage[] = [];
  const add = (type: MessageType, conversation: string, fields: object) =>
    messages.push({ to, type, conversation, fields: { match_id, ...fields } });
  for (const [index, game] of match.games.entries()) {
    const former = was?.games[index];
    const number = index + 1;
    if (!former && !game.result) {
      const own = machine.seatIndexOf(game, side);
      add("GAME_START", `${game.id}-start`, {
        game_id: game.id,
        game_number: number,
        your_role: seats[own],
        opponent_role: seats[own === 0 ? 1 : 0],
        ...(game.armageddon ? { armageddon: true, draw_wins_for: seats[1] } : {}),
      });
    }
    // In a game with rounds, each round was reported as it ended.
    if (!rounds && game.result && !former?.result)
      add("ROUND_RESULT", `${game.id}-result`, {
        game_id: game.id,
        round_number: number,
        termination: game.result.termination,
        winner: seenBy(side, game.result.winner),
        score: scoreFor(side, scoreIn({ games: match.games.slice(0, number) })),
      });
  }
  if (match.result && !was?.result) {
    const score = scoreFor(side, match.result.score);
    const winner = seenBy(side, match.result.winner);
    const winning = match.result.winner && machine.entrantOn(league, match, match.result.winner);
    add("GAME_END", `${match_id}-end`, {
      match_winner: winner,
      final_score: score,
      winner,
      score,
      winner_id: winning ? machine.publicId(winning) : null,
      termination: match.result.termination,
    });
  }
  return messages;
}

/** The rounds that a commit ended, for both players, in a game that has rounds; and one that was broken off. */
export function roundMessages({ game: { state }, entries }: GameUpdate, match_id: string): readonly LeagueMessage[] {
  const { rounds, reasons } = definitionOf(state.kind);
  if (!rounds || !state.league) return [];
  const { league, outcome } = state;
  const plies = new Set(entries.flatMap(({ event }) => (event.type === "movePlayed" ? [event.ply] : [])));
  const over = entries.some(({ event }) => event.type === "gameOver");
  const pastRounds = rounds.past(state.position);

  /** A message about a round to each player that is a server. */
  const toBoth = (number: number, fieldsFor: (seat: Seat) => object): readonly LeagueMessage[] =>
    state.seats.flatMap(({ seat, settings: { endpoint } }) => {
      if (endpoint === undefined) return [];
      const won = (by: Seat) => pastRounds.slice(0, number).filter(({ winner }) => winner === by).length;
      const fields = {
        match_id,
        game_id: state.id,
        game_number: league.game,
        round_number: number,
        ...fieldsFor(seat),
        score: { you: won(seat), opponent: won(opponentSeat(state, seat)) },
      };
      const to = { league: league.id, number: league.entrants[indexOf(state, seat)], endpoint };
      return [{ to, type: "ROUND_RESULT", conversation: `${state.id}-round-${number}`, fields }];
    });

  return [
    ...pastRounds.flatMap(({ ply, winner, facts, choices }, index) =>
      plies.has(ply)
        ? toBoth(index + 1, (seat) => ({
            winner: seenBy(seat, winner),
            ...facts,
            your_choice: choices[seat],
            opponent_choice: choices[opponentSeat(state, seat)],
            choices,
          }))
        : [],
    ),
    ...(over && outcome && !(outcome.reason in reasons)
      ? toBoth(pastRounds.length + 1, (seat) => ({
          winner: seenBy(seat, outcome.winner),
          termination: terminationIn(outcome),
        }))
      : []),
  ];
}

/** The table after a round, for every player that is a server. */
export async function standingsMessages(
  league: machine.League,
  servers: readonly machine.Entrant[],
  round: number,
): Promise<readonly LeagueMessage[]> {
  const standings = (await runInSlices(leagueStandings(machine.leagueAfter(league, round)))).map(
    ({ rank, number, points, played, won, drawn, lost }) => {
      const entrant = machine.entrantOf(league, number);
      const { name = "" } = entrant ?? {};
      const player_id = entrant ? machine.publicId(entrant) : "";
      const state = entrant ? protocolPlayerState(league, entrant) : "SHUTDOWN";
      return { rank, player_id, name, display_name: name, state, points, played, won, drawn, lost };
    },
  );
  const fields = { round, status: league.status, state: protocolLeagueState(league), standings };
  const conversation = `L${league.id}r${round}-standings`;
  return servers.map((entrant) => ({
    to: addressOf(league, entrant),
    type: "STANDINGS_UPDATE",
    conversation,
    fields,
  }));
}

const seenBy = <Who extends machine.Side | Seat>(own: Who, winner: Who | null): "you" | "opponent" | "draw" =>
  winner === null ? "draw" : winner === own ? "you" : "opponent";

const scoreFor = (side: machine.Side, [a, b]: readonly [number, number]) =>
  side === "a" ? { you: a, opponent: b } : { you: b, opponent: a };
