import type { ChatBoardSeed } from "../../../shared/chat-board.ts";
import { isFields } from "../../../shared/fields.ts";
import { seedIn } from "../seed.ts";

export interface ParentWindow {
  post(message: unknown): void;
  /** Listens to messages of that window only. */
  listen(receive: (message: unknown) => void): void;
}

/** Null where the page has no parent. */
export function parentWindow(own: Window): ParentWindow | null {
  const { parent } = own;
  if (parent === own) return null;
  return {
    // The page cannot know the origin around it, which is often opaque.
    post: (message) => parent.postMessage(message, "*"),
    listen: (receive) =>
      own.addEventListener("message", ({ source, data }) => {
        if (source === parent) receive(data);
      }),
  };
}

/** Reads the result of a tool call; null if it is not one. */
export function readToolResult(result: unknown): ToolAnswer | null {
  if (!isFields(result)) return null;
  const { structuredContent, content, isError } = result;
  if (!isFields(structuredContent) && !Array.isArray(content)) return null;
  const error = isFields(structuredContent) ? structuredContent.error : undefined;
  if (isError !== true && !isFields(error))
    return { kind: "answered", content: structuredContent, board: seedIn(result) };
  const { code, message } = isFields(error) ? error : { code: null, message: null };
  return {
    kind: "refused",
    code: typeof code === "string" ? code : null,
    message: typeof message === "string" ? message : (firstText(content) ?? "Kibitz refused, and gave no reason"),
  };
}

function firstText(content: unknown): string | null {
  if (!Array.isArray(content)) return null;
  const block: unknown = content.find((each: unknown) => isFields(each) && typeof each.text === "string");
  return isFields(block) && typeof block.text === "string" ? block.text : null;
}

/** The outcome of a tool call, as far as the page learns it. */
export type ToolAnswer =
  | {
      readonly kind: "answered";
      readonly content: unknown;
      /** The board's data in the answer, which the model does not see; null where there is none. */
      readonly board: ChatBoardSeed | null;
    }
  /** Kibitz refused; the code is one of its error codes. */
  | { readonly kind: "refused"; readonly code: string | null; readonly message: string }
  /** The host failed or refused to pass the call on. */
  | { readonly kind: "unreachable"; readonly message: string }
  /** The message was sent, and this host does not report its outcome. */
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

/** The host around the page, which carries its calls. Its kind is determined once. */
export interface ChatHost {
  /** May never resolve: a host can forget to answer. */
  call(order: Order): Promise<ToolAnswer>;
  /** Requests the position, now or once it differs from `after`; null where the host carries no requests. */
  readonly watch: ((args: WatchArguments) => Promise<ToolAnswer>) | null;
  /**
   * Sends the model a message in the person's name, which starts its turn; resolves to whether the host accepted it.
   * Null where the host accepts none.
   */
  readonly wake: ((text: string) => Promise<boolean>) | null;
  /** Changes the display mode; resolves to the mode after that. Null where the host has only one. */
  readonly showAs: ((mode: Mode) => Promise<Mode>) | null;
  /** Saves a text for the person as a file; resolves to whether it was accepted. Null where the host saves none. */
  readonly saveFile: ((name: string, mimeType: string, text: string) => Promise<boolean>) | null;
  /** Opens a link outside the chat; resolves to whether it did. Null where the host opens none. */
  readonly openLink: ((url: string) => Promise<boolean>) | null;
  /** Sets the context that the model gets with its next turn. */
  tellModel(text: string): void;
  resize(height: number): void;
}

/** The display modes that the page uses. */
export type Mode = "inline" | "fullscreen";

export interface WatchArguments {
  readonly game_id: string;
  readonly seat_token?: string;
  readonly after?: number;
  readonly timeout_seconds?: number;
  readonly wakes?: boolean;
  readonly pgn?: boolean;
}
