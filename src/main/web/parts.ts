import type { AgentCall, ConnectInfo, ConnectOutcome } from "../../shared/api.ts";
import type { Result } from "../../shared/result.ts";
import type { ApiSettings, SettingsChange } from "../../shared/setting-entries.ts";
import type { Seat } from "../../shared/terms.ts";
import type { Keys } from "../data/keys.ts";
import type { Authority, JoinCodes } from "../games/authority.ts";
import type { Games } from "../games/games.ts";
import type { LiveGame } from "../games/live-game.ts";
import type { SeatCalls } from "../games/seat-calls.ts";
import type { Wakes } from "../games/wakes.ts";
import type { LeagueServices } from "../league/services.ts";
import type { CallLog } from "../players/call-log.ts";
import type { Engines } from "../players/engines.ts";
import type { AnalysisParts } from "../views/analysis.ts";
import type { SignIns } from "./sign-ins.ts";
import type { WrongTokens } from "./wrong-tokens.ts";

/** The caller. The window is the person's; over TCP the token decides. */
export type Principal = "person" | "agent" | "nobody";

/** The data of a request that routes need beside the request itself. */
export interface WebEnv {
  readonly Bindings: { readonly principal: Principal };
  readonly Variables: { readonly body: string };
}

/** Tells a program that watches the host how it is doing. */
export interface Vitals {
  /** Gives the reason why the host can do nothing for anybody just now; null where it can. */
  obstacle(): Promise<string | null>;
  /** Gives its figures as Prometheus reads them. */
  metrics(): string;
}

/** The services behind the routes. */
export interface WebParts extends Pick<LeagueServices, "leagues" | "ratings" | "admission" | "invitations"> {
  readonly games: Games;
  readonly vitals: Vitals;
  readonly analysis: AnalysisParts;
  readonly settingsStore: {
    get(): ApiSettings;
    change(part: SettingsChange): Result<ApiSettings>;
  };
  readonly connecting: {
    list(): Promise<ConnectInfo>;
    connect(id: string): Promise<Result<ConnectOutcome>>;
    disconnect(id: string): Promise<Result<ConnectOutcome>>;
  };
  readonly engines: Engines;
  readonly keys: Keys;
  /** The last calls to players that are servers or models. */
  readonly calls: Pick<CallLog, "of" | "statusOf">;
  /** 2025-era MCP sessions over HTTP that are open. */
  readonly sessions: () => number;
  /** Whether the build that this host was started from has been replaced. */
  readonly rebuilt: () => boolean;
  readonly now: () => number;
  /** The page that replays a game, without one; null where it was not built. */
  readonly replayPage: () => string | null;
  /** The codes by which open seats are joined. */
  readonly joinCodes: JoinCodes;
  readonly tokenOf: Authority["tokenOf"];
  readonly signIns: SignIns;
  readonly wrongTokens: WrongTokens;
  readonly seatCalls: Pick<SeatCalls, "of">;
  readonly wakes: Pick<Wakes, "dueIn">;
  /** The address that opens the assistant across a person with what the person did; null where it has none. */
  readonly opens: (live: LiveGame, person: Seat) => AgentCall["opens"];
  /** In [0, 1). */
  readonly random: () => number;
}
