import type { ChatBoardSeed } from "../../../shared/chat-board.ts";

/** How a call of a tool ended, as far as the page hears of it. */
export type ToolAnswer =
  | {
      readonly kind: "answered";
      readonly structured: unknown;
      /** The board's own data in the answer, which the model does not see; null where there is none. */
      readonly board: ChatBoardSeed | null;
    }
  /** Kibitz refused; the code is one of its error codes. */
  | { readonly kind: "refused"; readonly code: string | null; readonly message: string }
  /** The host did not get through, or would not. */
  | { readonly kind: "unreachable"; readonly message: string }
  /** The message went out, and this host does not tell what became of it. */
  | { readonly kind: "handed-over" };

/**
 * The person's action, as it is sent; a second attempt sends the same again. The token is good for the position that is
 * shown, so that a late or repeated message cannot be taken for another one.
 */
export type Order = { readonly args: { readonly game_id: string; readonly seat_token: string } } & (
  | { readonly tool: "finishTurn"; readonly args: { readonly move: string; readonly claim_win: boolean } }
  | { readonly tool: "offerDraw"; readonly args: { readonly answer: DrawAnswer } }
  | { readonly tool: "resignGame" }
);
export type DrawAnswer = "offer" | "accept" | "decline";

/** The host that shows the page and carries its calls. Its form is found out once. */
export interface ChatHost {
  readonly form: "apps" | "mcp-ui" | "action" | "nobody";
  /** May never resolve: a host can forget to answer. */
  call(order: Order): Promise<ToolAnswer>;
  /** Asks for the position now, or once it differs from what `after` shows; null where the host carries no questions. */
  readonly watch: ((args: WatchArguments) => Promise<ToolAnswer>) | null;
  /**
   * Says something to the model in the person's name, at which it takes its turn; resolves to whether the host took it.
   * Null where the host says that it takes nothing.
   */
  readonly wake: ((text: string) => Promise<boolean>) | null;
  /** Shows the page in another mode; resolves to the one it is in then. Null where the host has one alone. */
  readonly showAs: ((mode: Mode) => Promise<Mode>) | null;
  /** Gives the person a file; resolves to whether it was taken. Null where the host gives out none. */
  readonly saveFile: ((file: TextFile) => Promise<boolean>) | null;
  /** Opens an address beside the chat; resolves to whether it did. Null where the host opens none. */
  readonly openLink: ((url: string) => Promise<boolean>) | null;
  /** Says to the model what it is to know at its next turn. */
  tellModel(text: string): void;
  resize(height: number): void;
}

/** How a host can show the page, as far as the page cares. */
export type Mode = "inline" | "fullscreen";

export interface TextFile {
  readonly name: string;
  readonly mimeType: string;
  readonly text: string;
}

export interface WatchArguments {
  readonly game_id: string;
  readonly seat_token?: string;
  readonly after?: number;
  readonly timeout_seconds?: number;
  readonly wakes?: boolean;
  readonly pgn?: boolean;
}
