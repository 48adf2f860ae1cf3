import {
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type ElicitResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Client } from "./client.ts";
import type { Run } from "./tasks/tasks.ts";

/** A form for the person at the client: MCP elicitation in form mode. */
export type Form = Pick<ElicitRequestFormParams, "message" | "requestedSchema">;

/** The fate of a form. `failed`: the client could not show it, or answered with something else. */
export type Reply =
  | { readonly action: "accept"; readonly content: Readonly<Record<string, unknown>> }
  | { readonly action: "decline" | "cancel" | "failed" };

/** The forms of a client that says that it shows them. */
export interface Forms {
  /** Whether a choice may have a title beside its value, as in revisions from 2025-11-25 on. */
  readonly titles: boolean;
  /** The reply to the form of the last round that came with this call, and the state that was sent with it. */
  readonly brought: { readonly reply: Reply; readonly state: string } | null;
  /**
   * Shows a form and waits for the reply; null where the form has to be the answer to the call (2026-07-28, unless it
   * is a task).
   */
  readonly show: ((form: Form, signal: AbortSignal) => Promise<Reply>) | null;
}

/** The key of the one form in an answer. */
const KEY = "answer";
/** The first revision with titles for the options of a form (SEP-1330). */
const TITLES_SINCE = "2025-11-25";
/** Milliseconds for which a form may stay open where a server waits for it. */
export const FORM_MS = 600_000;

/** Whether a client shows forms. One that names no mode shows forms only. */
export function showsForms({ elicitation }: ClientCapabilities = {}): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** The forms that a client shows for a call. @param by the task that the call may be, or the request that makes it */
export function formsOf({ capabilities, revision }: Client, by: Run | ServerContext["mcpReq"]): Forms | null {
  if (!showsForms(capabilities)) return null;
  const titles = revision >= TITLES_SINCE;
  return "waits" in by ? formsInTask(titles, by) : formsInCall(titles, by);
}

const formsInTask = (titles: boolean, run: Run): Forms => ({
  titles,
  brought: null,
  show: async (form, signal) => {
    const given = inputResponse({ [KEY]: await run.ask(inputRequired.elicit(form), signal) }, KEY);
    return given.kind === "elicit" ? replyIn(given) : { action: "failed" };
  },
});

function formsInCall(titles: boolean, mcpReq: ServerContext["mcpReq"]): Forms {
  const state = mcpReq.requestState<string>();
  const given = inputResponse(mcpReq.inputResponses, KEY);
  return {
    titles,
    brought: state === undefined || given.kind !== "elicit" ? null : { state, reply: replyIn(given) },
    show:
      mcpReq.envelope === undefined
        ? async (form, signal) => {
            const params = { mode: "form", ...form };
            // A refused, unreadable or cancelled form counts as an answer too.
            return mcpReq
              .send({ method: "elicitation/create", params }, { signal, timeout: 2 * FORM_MS })
              .then(replyIn, () => ({ action: "failed" as const }));
          }
        : null,
  };
}

const replyIn = ({ action, content }: Pick<ElicitResult, "action"> & { content?: object | undefined }): Reply =>
  action === "accept" ? { action, content: { ...content } } : { action };

/** A form as the answer to a call; the client repeats the call with the reply and the state. */
export const formAnswer = (form: Form, requestState: string): InputRequiredResult =>
  inputRequired({ inputRequests: { [KEY]: inputRequired.elicit(form) }, requestState });
