import { seal } from "../src/main/base/sealed-file.ts";
import { verifyBundle } from "../src/main/commands/verify.ts";
import { modernHeaders, modernRequest, postRaw } from "../test/journeys/raw.ts";
import { openVendor } from "../test/players/model/vendor.ts";
import type { HostLine } from "../test/support/host-process.ts";
import type { Person } from "../test/support/person.ts";
import { openReceiver } from "../test/support/receiver.ts";
import { answerOf, taskClientAt } from "../test/support/tasks.ts";
import type { Chance } from "./chance.ts";
import { contentOf } from "./doors.ts";
import { signature } from "./ledger.ts";
import { lasting } from "./records.ts";
import type { Tally } from "./tally.ts";
import type { Scene, Way } from "./ways.ts";

const KEY = "sk-Company/0123456789==";
const KEY_NAME = "KILLED_MODEL";

/** A game with two blunders, from which the person may learn. */
const withMistakes = "1. e4 e5 2. Nf3 Qg5 3. Nc3 Nc6 4. d3 Qd8 1-0";
const spanish = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"] as const;

/** Kinds of leagues of which dice or cards decide. */
const byChance = [
  { game: "poker", options: { leduc: true, hands: 4 }, players: 4, games_per_match: 2 },
  { game: "poker", options: { leduc: false, hands: 10 }, players: 4, games_per_match: 2 },
  { game: "backgammon", players: 3, strategy: "random", games_per_match: 2 },
] as const;

/** Programs outside that a host under attack works with. */
export interface Company {
  /** The environment of the host, with the key of its models. */
  readonly env: Readonly<Record<string, string>>;
  /** The actions of players and assistants with them, also while games go on. */
  ways(host: HostLine): readonly Way[];
  /** The actions of the person and their assistant while no game goes on that an engine could help in. */
  deskWays(host: HostLine): readonly Way[];
  /** Looks up at a host that has just started what the one before had acknowledged. */
  check(host: HostLine, person: Person): Promise<void>;
  /** Fails for a league that is over and told otherwise than it went: by its webhook, its models, its draws. */
  close(person: Person): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens a vendor of models, which is now and then overloaded, and a receiver of webhooks, which now and then refuses. With
 * them hosts are killed while models play, leagues are told of, dice are cast, assistants sleep in tasks, boards are
 * shared, and mistakes are practised.
 */
export async function openCompany(tally: Tally, chance: Chance): Promise<Company> {
  const vendor = await openVendor(({ body }) => {
    if (chance.below(60) === 0) return { status: 503, headers: { "retry-after": "0" } };
    const [, cell] = /Your legal moves:\\n([a-c][1-3])\b/.exec(body) ?? [];
    return `MOVE: ${cell}`;
  }, KEY);
  const receiver = await openReceiver(() => (chance.below(25) === 0 ? 500 : 200));
  /** Leagues by the number of the event after which their webhook was set. */
  const hooks = new Map<string, { readonly from: number; readonly secret: string }>();
  const modelLeagues = new Set<string>();
  const verifiable = new Set<string>();
  /** Tasks of assistants whose turn had come, with the plies then played. */
  const sleepers: { readonly task: string; readonly game: string; readonly ply: number }[] = [];
  let practised = 0;

  const created = async ({ person, ledger }: Scene, request: object, isTold: boolean): Promise<string> => {
    const done = async (path: string, body?: object) => {
      const answer = await person.post(path, body);
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    };
    const { league_id } = await done("/api/leagues", request);
    if (isTold) {
      const from: number = (await person.get(`/api/leagues/${league_id}`)).body.version;
      const { status, body } = await person.put(`/api/leagues/${league_id}/webhook`, { url: receiver.url });
      if (status !== 200) throw new Error(`a webhook: ${status} ${JSON.stringify(body)}`);
      hooks.set(league_id, { from, secret: body.secret });
      tally.count("acknowledged: webhooks");
    }
    await done(`/api/leagues/${league_id}/start`);
    ledger.begun(league_id);
    verifiable.add(league_id);
    return league_id;
  };

  /** Two models and a strategy, with a webhook. */
  const models: Way = async (scene) => {
    const model = { kind: "llm", provider: "openai-compatible", model: "m", base_url: vendor.url, key_env: KEY_NAME };
    const request = {
      name: "Models",
      game: "tic-tac-toe",
      entrants: [
        { ...model, name: "One" },
        { ...model, name: "Two" },
        { kind: "strategy", strategy: "random" },
      ],
      allow_keys: [`${KEY_NAME}@${vendor.url}`],
      seed: scene.chance.below(1_000_000),
      clock: { initial_seconds: 600 },
    };
    modelLeagues.add(await created(scene, request, true));
  };

  const dice: Way = async (scene) => {
    const request = { name: "By chance", seed: scene.chance.below(1_000_000), ...scene.chance.of(byChance) };
    await created(scene, request, scene.chance.below(2) === 0);
  };

  /** An assistant that sleeps in a task until the person has moved. */
  const sleeping =
    (host: HostLine): Way =>
    async ({ person, ledger }) => {
      const client = taskClientAt(host);
      const own = answerOf(await client.call("createGame", { type: "human", color: "black", name: "Sleeper" })).data;
      const { game_id, seat_token } = own;
      ledger.acknowledged("games made", game_id, signature({ type: "gameCreated" }));
      for (let ply = 0; ply < spanish.length; ply += 2) {
        const { result } = await client.call("waitForNextTurn", { game_id, seat_token });
        const task = String(result.taskId);
        const move = spanish[ply];
        const { status, body } = await person.post(`/api/games/${game_id}/moves`, { move, seat: "white" });
        if (status >= 300) throw new Error(`a move to a sleeper: ${status} ${JSON.stringify(body)}`);
        const seat = "white";
        ledger.acknowledged(
          "moves to sleepers",
          game_id,
          signature({ type: "movePlayed", seat, code: move, ply: ply + 1 }),
        );
        sleepers.push({ task, game: game_id, ply: ply + 1 });
        await client.until(task, "completed");
        const reply = spanish[ply + 1];
        const moved = await client.call("finishTurn", { game_id, seat_token, move: reply, ply: ply + 1 });
        if (moved.error || answerOf(moved).isError) throw new Error(`a sleeper's move: ${JSON.stringify(moved)}`);
        const played = { type: "movePlayed", seat: "black", code: reply, ply: ply + 2 } as const;
        ledger.acknowledged("moves of sleepers", game_id, signature(played));
      }
    };

  /** The person and their assistant write on one board, and the person saves it as a study. */
  const boards =
    (host: HostLine): Way =>
    async ({ person, ledger, line }) => {
      const sent = async (method: "post" | "put", path: string, body: object) => {
        const answer = await person[method](path, body);
        if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return answer.body;
      };
      const { game_id } = await sent("post", "/api/import", { pgn: `[White "${line()}"]\n\n1. a4 h5 1-0` });
      const { version: _, ...lines } = (await person.get(`/api/games/${game_id}/lines`)).body;
      await sent("put", `/api/coach/${game_id}`, { lines });
      let refusals = 0;
      const place = { ...host, mcp: `${host.mcp}?toolsets=coach` };
      for (const [batch, move] of ["d2d4", "c2c4", "g1f3"].entries()) {
        const path = ["a2a4", "h7h5", move];
        const changes = [{ type: "add", path, move: { text: move, comment: `person ${batch}` } }];
        await sent("post", `/api/coach/${game_id}/changes`, {
          writer: `page-${game_id}`,
          batch: batch + 1,
          after: 0,
          changes,
        });
        const note = { game_id, at: 2, moves: [["Nc3", "h3", "d3"][batch]], comment: `assistant ${batch}` };
        const call = modernRequest("tools/call", { name: "writeOnBoard", arguments: note }, batch);
        const answer = await postRaw(place, JSON.stringify(call), modernHeaders("tools/call", "writeOnBoard"));
        if (/You are playing game/.test(answer.text)) refusals += 1;
        else contentOf("writeOnBoard", answer.message);
      }
      const { board } = (await person.get(`/api/coach/${game_id}`)).body;
      const study = { game: "chess", title: `Shared ${game_id}`, lines: board.lines, of: game_id };
      const made = await sent("post", "/api/studies", study);
      const address = `/api/games/${made.game_id}/lines`;
      const { body } = await person.get(address);
      const text = JSON.stringify(body);
      // While agents play, all of their programs are refused what an engine could have said.
      tally.count(refusals === 0 ? "boards that both wrote on" : "boards on which no assistant may write now");
      for (const writer of refusals === 0 ? ["person", "assistant"] : ["person"])
        for (const batch of [0, 1, 2])
          if (!text.includes(`${writer} ${batch}`)) tally.fail(`the shared board lost “${writer} ${batch}”: ${text}`);
      ledger.answered("shared boards saved", new Map([[address, lasting(body)]]));
    };

  /** The person answers one of their mistakes. */
  const practice: Way = async ({ person, ledger, line }) => {
    const names = line();
    await person.put("/api/settings", { record_names: "Learner" });
    const { body } = await person.post("/api/import", {
      pgn: `[White "Learner"]\n[Event "${names}"]\n\n${withMistakes}`,
    });
    const review = `/api/games/${body.game_id}/review`;
    if ((await person.last(review, { nodes: 2_000 })).error) return;
    const { question } = await person.last("/api/practice/next", {});
    if (!question) return;
    const answer = { id: question.id, answers: question.answers, move: null, hints: 0, ms: 1_000 };
    const { status } = await person.post("/api/practice/answers", answer);
    // Another window was first.
    if (status === 409) return;
    if (status !== 200) throw new Error(`practice: ${status}`);
    practised += 1;
    ledger.answered("answers of practice", new Map());
  };

  return {
    env: { [KEY_NAME]: KEY },
    ways: (host) => [models, dice, sleeping(host), boards(host), sleeping(host)],
    deskWays: (host) => [boards(host), practice, boards(host), models, dice],

    check: async (host, person) => {
      const client = taskClientAt(host);
      for (const { task, game, ply } of sleepers.splice(0)) {
        // With its own move after that it would sleep again.
        if ((await person.get(`/api/games/${game}`)).body.ply > ply) continue;
        const { result, error } = await client.until(task, "completed");
        if (error || answerOf({ result }).data.ply < ply)
          tally.fail(`a sleeper of game ${game} was not woken at ply ${ply}: ${JSON.stringify(error ?? result)}`);
        tally.count("sleepers that woke, looked up after a restart");
      }
      const { body } = await person.get("/api/practice/statistics");
      const answers = body.kinds.reduce((sum: number, kind: { answers: number }) => sum + kind.answers, 0);
      if (answers < practised) tally.fail(`practice has ${answers} answers, and ${practised} were acknowledged`);
    },

    close: async (person) => {
      for (const [id, { from, secret }] of hooks) {
        const { version } = (await person.get(`/api/leagues/${id}`)).body;
        const told = () => receiver.taken.filter((each) => each.id.startsWith(`msg_${id}_`));
        for (const end = performance.now() + 90_000; !told().some(({ number }) => number === version); ) {
          if (performance.now() > end) break;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        const ids = new Map<number, string>();
        for (const { number, id: message } of told()) {
          if (number !== from + 1 && !ids.has(number - 1))
            tally.fail(`league ${id}: event ${number} came before the one before it`);
          if ((ids.get(number) ?? message) !== message) tally.fail(`league ${id}: event ${number} came under two ids`);
          ids.set(number, message);
        }
        if (ids.size !== version - from)
          tally.fail(`league ${id}: the webhook took ${ids.size} of ${version - from} events`);
        if (!told().every((each) => each.isSignedBy(secret)))
          tally.fail(`league ${id}: an event has a wrong signature`);
        tally.count("events of leagues told to a program", ids.size);
      }
      for (const id of modelLeagues) {
        const { standings } = (await person.get(`/api/leagues/${id}`)).body;
        for (const { name, fallbacks, causes } of standings) {
          const own = Object.keys(causes).filter((cause) => cause !== "provider");
          if (fallbacks > 0 || own.length > 0)
            tally.fail(`league ${id}: ${name} has ${fallbacks} moves by lot and ${own}`);
        }
        tally.count("leagues of models without a move that nobody chose");
      }
      for (const id of verifiable) {
        const { status, body } = await person.get(`/api/leagues/${id}/bundle`);
        if (status !== 200) {
          tally.fail(`league ${id} has no bundle: ${status}`);
          continue;
        }
        const verdict = await verifyBundle(seal(body));
        if (!verdict.ok || verdict.value.difference !== null)
          tally.fail(
            `league ${id} does not follow from its bundle: ${JSON.stringify(verdict.ok ? verdict.value.difference : verdict)}`,
          );
        tally.count("leagues verified by their bundles");
      }
    },

    [Symbol.asyncDispose]: async () => {
      await vendor[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
}
