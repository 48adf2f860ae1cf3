import type { AgentCall } from "../../shared/api.ts";
import type { Seat } from "../../shared/terms.ts";
import type { Coach } from "../coach/coach.ts";
import type { Connecting } from "../connect/connecting.ts";
import type { Keys } from "../data/keys.ts";
import type { SettingsStore } from "../data/settings-store.ts";
import type { Authority, Connections, JoinCodes } from "../games/authority.ts";
import type { Games } from "../games/games.ts";
import type { LiveGame } from "../games/live-game.ts";
import type { SeatCalls, Wakes } from "../games/wakes.ts";
import type { LeagueServices } from "../league/services.ts";
import type { Outlets, Webhooks } from "../league/webhooks.ts";
import type { CallLog } from "../players/call-log.ts";
import type { Engines } from "../players/engines.ts";
import type { Practice } from "../practice/practice.ts";
import type { Spectators } from "../views/export/spectators.ts";
import type { AnalysisParts } from "../views/game/review.ts";
import type { SignIns, WrongTokens } from "./sign-ins.ts";

/** The caller. In the window it is the person; over TCP the token decides. */
export type Principal = "person" | "agent" | "nobody";

/** The data of a request that routes need beside the request itself. */
export interface WebEnv {
  readonly Bindings: { readonly principal: Principal };
  readonly Variables: { readonly body: string };
}

/** Tells a monitoring program the state of the host. */
export interface Vitals {
  /** The reason why the host can serve nobody just now; null where it can. */
  obstacle(): Promise<string | null>;
  /** The metrics in Prometheus' text format. */
  metrics(): string;
}

export interface WebParts
  extends Pick<LeagueServices, "leagues" | "ratings" | "admission" | "invitations" | "lobby" | "entrantTokens"> {
  readonly games: Games;
  readonly vitals: Vitals;
  readonly analysis: AnalysisParts;
  readonly practice: Practice;
  readonly coach: Coach["forPages"];
  readonly settingsStore: Pick<SettingsStore, "get" | "change">;
  readonly connecting: Pick<Connecting, "list" | "connect" | "disconnect">;
  readonly engines: Engines;
  readonly keys: Keys;
  /** The last calls to players that are servers or models. */
  readonly calls: Pick<CallLog, "of" | "statusOf">;
  /** 2025-era MCP sessions over HTTP that are open. */
  readonly sessions: () => number;
  /** Whether the build from which this host was started has been replaced. */
  readonly isReplaced: () => boolean;
  /** The reason why nothing can be stored, and what to do; null where it can. */
  readonly readOnly: string | null;
  readonly now: () => number;
  /** The host's URL, once its port is open. */
  readonly url: () => string;
  readonly outlets: Outlets;
  readonly webhooks: Pick<Webhooks, "set">;
  readonly spectators: Pick<Spectators, "pgn" | "seed">;
  /** The replay page without a game; null where it was not built. */
  readonly replayPage: () => string | null;
  readonly joinCodes: JoinCodes;
  readonly tokenOf: Authority["tokenOf"];
  readonly signIns: SignIns;
  readonly wrongTokens: WrongTokens;
  readonly seatCalls: Pick<SeatCalls, "of">;
  readonly wakes: Pick<Wakes, "dueIn">;
  readonly connections: Pick<Connections, "isOpen">;
  /** The link that opens the assistant across, with a text about the person's action; null where it has none. */
  readonly opens: (live: LiveGame, person: Seat) => AgentCall["opens"];
  /** In [0, 1). */
  readonly random: () => number;
}
