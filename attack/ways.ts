import type { Person } from "../test/support/person.ts";
import type { Chance } from "./chance.ts";
import type { Call } from "./doors.ts";
import { type Ledger, signature } from "./ledger.ts";
import { type Answers, recordKinds, sendRecord } from "./records.ts";

/** A Spanish opening: any number of its first plies is legal. */
const plies = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8".split(" ");
const seatAt = (ply: number): "white" | "black" => (ply % 2 === 0 ? "white" : "black");
const other = (seat: string) => (seat === "white" ? "black" : "white");
const texts = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7";

export interface Scene {
  readonly person: Person;
  readonly calls: readonly Call[];
  readonly chance: Chance;
  readonly ledger: Ledger;
  /** A line that was never said before. */
  readonly line: () => string;
}

/** Two people at one board: moves, talk, draws, takebacks, the end, a rematch. */
async function people({ person, chance, ledger, line }: Scene): Promise<void> {
  const ask = async (path: string, body: object) => {
    const { status, body: answer } = await person.post(path, body);
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const players = { white: { kind: "human" }, black: { kind: "human" } };
  const id = (await ask("/api/games", { players })).game_id;
  ledger.acknowledged("games made", id, signature({ type: "gameCreated" }));
  for (let ply = 0; ply < plies.length; ply += 1) {
    const [seat, move] = [seatAt(ply), plies[ply] ?? ""];
    await ask(`/api/games/${id}/moves`, { move, seat });
    ledger.acknowledged("moves of people", id, signature({ type: "movePlayed", seat, code: move, ply: ply + 1 }));
    const message = line();
    if (ply < 4) {
      await ask(`/api/games/${id}/talk`, { message, seat });
      ledger.acknowledged("talk of people", id, signature({ type: "said", seat, message }));
    }
    if (ply === 5) {
      await ask(`/api/games/${id}/draw`, { answer: "offer", seat });
      ledger.acknowledged("draw offers", id, signature({ type: "drawOffered", seat }));
      await ask(`/api/games/${id}/draw`, { answer: "decline", seat: other(seat) });
      ledger.acknowledged("draw offers declined", id, signature({ type: "drawDeclined", seat: other(seat) }));
    }
    if (ply === 8) {
      await ask(`/api/games/${id}/takeback`, { answer: "offer", seat });
      ledger.acknowledged("takebacks asked for", id, signature({ type: "takebackOffered", seat }));
      await ask(`/api/games/${id}/takeback`, { answer: "accept", seat: other(seat) });
      ledger.acknowledged("takebacks", id, signature({ type: "movesTakenBack", seat, ply }));
      await ask(`/api/games/${id}/moves`, { move, seat });
      ledger.acknowledged("moves of people", id, signature({ type: "movePlayed", seat, code: move, ply: ply + 1 }));
    }
  }
  await ask(`/api/games/${id}/resign`, { seat: "black" });
  const outcome = { winner: "white", reason: "resignation" };
  ledger.acknowledged("resignations", id, signature({ type: "gameOver", outcome }));
  const next = (await ask(`/api/games/${id}/rematch`, { seat: chance.of(["white", "black"]) })).game_id;
  ledger.acknowledged("rematches", id, signature({ type: "rematchCreated", next }));
  ledger.acknowledged("games made", next, signature({ type: "gameCreated" }));
}

/** Two agents at one board, each call through any of the doors. */
async function agents({ calls, chance, ledger, line }: Scene): Promise<void> {
  const call: Call = (tool, args) => chance.of(calls)(tool, args);
  const made = await call("createGame", { type: "agent", name: "One" });
  const id: string = made.game_id;
  ledger.acknowledged("games made", id, signature({ type: "gameCreated" }));
  const join_code = /join_code "([^"]+)"/.exec(made.join_prompt ?? "")?.[1];
  const joined = await call("joinGame", { game_id: id, name: "Two", join_code });
  ledger.acknowledged("joins", id, signature({ type: "seatTaken", seat: "black", name: "Two" }));
  const tokens = { white: made.seat_token, black: joined.seat_token };
  for (let ply = 0; ply < plies.length; ply += 1) {
    const [seat, move] = [seatAt(ply), plies[ply] ?? ""];
    const identity = { game_id: id, seat_token: tokens[seat] };
    await call("finishTurn", { ...identity, move, ply });
    ledger.acknowledged("moves of agents", id, signature({ type: "movePlayed", seat, code: move, ply: ply + 1 }));
    const message = line();
    if (ply < 4) {
      await call("say", { ...identity, message });
      ledger.acknowledged("talk of agents", id, signature({ type: "said", seat, message }));
    }
  }
  await call("resignGame", { game_id: id, seat_token: tokens.white });
  const outcome = { winner: "black", reason: "resignation" };
  ledger.acknowledged("resignations", id, signature({ type: "gameOver", outcome }));
  const next = (await call("rematch", { game_id: id, seat_token: tokens.black })).game_id;
  ledger.acknowledged("rematches", id, signature({ type: "rematchCreated", next }));
}

async function imports({ person, ledger, line }: Scene): Promise<void> {
  const name = line();
  const { status, body } = await person.post("/api/import", { pgn: `[White "${name}"]\n\n${texts} *` });
  if (status !== 201) throw new Error(`import: ${status}`);
  ledger.acknowledged("imports", body.game_id, signature({ type: "gameCreated" }));
  for (let ply = 0; ply < 10; ply += 1) {
    const event = signature({ type: "movePlayed", seat: seatAt(ply), code: plies[ply], ply: ply + 1 });
    ledger.acknowledged("moves of imports", body.game_id, event);
  }
}

/** Imports and studies, with values at their limits. */
async function records({ person, chance, ledger }: Scene): Promise<void> {
  const kind = chance.of(recordKinds);
  const answers: Answers = new Map();
  try {
    await sendRecord(person, chance, answers, kind);
  } finally {
    // The first of its steps may have been acknowledged before the host was killed.
    if (answers.size > 0) ledger.answered(`records: ${kind}`, answers);
  }
}

/** A game that an engine looks through. */
async function reviews({ person, ledger, line }: Scene): Promise<void> {
  const made = await person.post("/api/import", { pgn: `[White "${line()}"]\n\n1. e4 e5 2. Nf3 *` });
  if (made.status !== 201) throw new Error(`import: ${made.status}`);
  const address = `/api/games/${made.body.game_id}/review`;
  const reviewed = await person.last(address, { nodes: 500 });
  if (reviewed.error) throw new Error(`review: ${JSON.stringify(reviewed)}`);
  ledger.answered("reviews", new Map([[address, reviewed]]));
}

/** A league that is over in a moment. */
async function leagues({ person, chance, ledger }: Scene): Promise<void> {
  const request = {
    name: "Killed",
    game: "tic-tac-toe",
    players: 4,
    seed: chance.below(1_000_000),
    games_per_match: 2,
  };
  const made = await person.post("/api/leagues", request);
  if (made.status !== 201) throw new Error(`league: ${made.status} ${JSON.stringify(made.body)}`);
  const started = await person.post(`/api/leagues/${made.body.league_id}/start`);
  if (started.status !== 200) throw new Error(`league: ${started.status} ${JSON.stringify(started.body)}`);
  ledger.begun(made.body.league_id);
}

/** The actions of players; each begins a game of its own. Rejects where a call is refused or not answered. */
export type Way = (scene: Scene) => Promise<void>;
export const ways: readonly Way[] = [people, people, agents, agents, imports];
/** The same, with all that one host keeps as a whole. */
export const hostWays: readonly Way[] = [people, agents, records, reviews, leagues, ...ways, records, records];
