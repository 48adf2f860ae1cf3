import type { GameKind } from "../../../shared/terms.ts";
import type { Toolset } from "../../../shared/toolsets.ts";
import type { Log } from "../../base/log.ts";
import type { Coach } from "../../coach/coach.ts";
import type { Authority, Connections, Credentials } from "../../games/authority.ts";
import type { Games } from "../../games/games.ts";
import type { SeatCalls, Wakes } from "../../games/wakes.ts";
import type { LeagueServices } from "../../league/services.ts";
import type { AnalysisParts } from "../../views/game/review.ts";
import type { Forms, FormUse } from "../forms/forms.ts";
import type { CallLimit, ShownTokens, TalkDelivery } from "../server/agent-memory.ts";
import type { Holds } from "../server/holds.ts";
import type { CallRun, TaskCaller, Tasks } from "../tasks/tasks.ts";

/** The services behind the tools; the same for every connection. */
export interface Services
  extends Pick<LeagueServices, "leagues" | "lobby" | "entrantTokens" | "ratings" | "admission"> {
  readonly games: Games;
  readonly authority: Authority;
  readonly connections: Connections;
  readonly log: Log;
  readonly now: () => number;
  /** Seconds that a wait lasts for a client of which nothing is known. */
  readonly waitSeconds: () => number;
  /** Milliseconds that a form may stay open where the host waits for its answer. */
  readonly formMs: number;
  /** The URL at which a person finds a game. */
  readonly boardUrl: (gameId: string) => string;
  /** The chat board's page for one kind of game, or for all: a self-contained document; null where it was not built. */
  readonly boardPage: (kind?: GameKind) => string | null;
  /** Whether a page is open in which the person would see a game at once. */
  readonly personIsThere: () => boolean;
  /** The person's name at the window; empty for none. */
  readonly personName: () => string;
  readonly random: () => number;
  readonly analysis: AnalysisParts;
  readonly callLimit: CallLimit;
  readonly toldTalk: TalkDelivery;
  readonly shownTokens: ShownTokens;
  readonly seatCalls: SeatCalls;
  readonly wakes: Wakes;
  readonly tasks: Tasks;
  readonly holds: Holds;
  readonly formUse: FormUse;
  /** The boards that the person shares; null for callers that may be on another machine. */
  readonly coach: Coach["forAssistants"] | null;
}

/** The clients of a server. */
export interface ServedClient extends TaskCaller {
  /** Seconds that the client's entry in its host lets a call take; null where nobody has said so. */
  readonly callSeconds: number | null;
  readonly toolsets: readonly Toolset[];
  /** The names of the tools in them: no next action may lead to another. */
  readonly tools: ReadonlySet<string>;
}

/** One call, as a tool sees it. */
export interface Call extends Services, ServedClient {
  readonly tool: string;
  /** The MCP client's name for people. */
  readonly clientName: string | null;
  /** Whether the client says that it shows MCP Apps. */
  readonly showsApps: boolean;
  /** Whether it is known to show pages that are embedded in an answer: others give them to the model. */
  readonly showsPages: boolean;
  /** Whether its waits go on in the background, and wake the model. */
  readonly background: boolean;
  /** Seconds for which this call may be held, of those that the caller asks for. */
  readonly holdSeconds: (requestedSeconds?: number) => number;
  /** Notes that the call waits, and for what: see {@link Holds}. */
  readonly holdBegan: (subject: string | null) => (isCut: boolean) => void;
  /** The forms of a client that says that it shows them; else null. */
  readonly forms: Forms | null;
  /** For clients that know tasks: the call may go on after it was answered, without a time limit. */
  readonly run: CallRun | null;
  readonly signal: AbortSignal;
  /** Reports the progress of a wait to a client that asked for it; null for others. */
  readonly progress: ((seconds: number, total: number, message: string) => void) | null;
  readonly credentials: (token: string | undefined) => Credentials;
}
