import * as mcp from "@modelcontextprotocol/server";
import { RecentMap } from "../../../shared/recent-map.ts";
import type { Seat } from "../../../shared/terms.ts";
import type { Client } from "../server/client.ts";
import type { CallRun } from "../tasks/tasks.ts";

/** A form for the person at the client: MCP elicitation in form mode. */
export type Form = Pick<mcp.ElicitRequestFormParams, "message" | "requestedSchema">;

/** The fate of a form. `failed`: the client could not show it, or answered with something else. */
export type Reply =
  | { readonly action: "accept"; readonly content: Readonly<Record<string, unknown>> }
  | { readonly action: "decline" | "cancel" | "failed" };

/** Called with a reply to a form that was withdrawn. */
export type LateReply = (reply: Reply) => void;

/** The forms of a client that says that it shows them. */
export interface Forms {
  /** Whether a choice may have a title beside its value, as in revisions from 2025-11-25 on. */
  readonly titles: boolean;
  /** The reply to the form of the last round that came with this call, and the state that was sent with it. */
  readonly lastReply: { readonly reply: Reply; readonly state: string } | null;
  /**
   * Shows a form and waits for the reply; null where the form has to be the answer to the call (2026-07-28, unless it
   * is a task). The form is withdrawn at the signal; a client may leave it open all the same, and `late` gets the reply.
   */
  readonly show: ((form: Form, signal: AbortSignal, late: LateReply) => Promise<Reply>) | null;
}

/** The key of the one form in an answer. */
const FORM_KEY = "answer";
/** The first revision with titles for the options of a form (SEP-1330). */
const TITLES_SINCE = "2025-11-25";
/** Milliseconds for which a form may stay open where a server waits for it. */
export const FORM_MS = 600_000;

/** Whether a client shows forms. One that names no mode shows forms only. */
export function showsForms({ elicitation }: mcp.ClientCapabilities = {}): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** The forms that a client shows for a call. @param by the task that the call may be, or the request that makes it */
export function formsOf({ capabilities, revision }: Client, by: CallRun | mcp.ServerContext["mcpReq"]): Forms | null {
  if (!showsForms(capabilities)) return null;
  const titles = revision >= TITLES_SINCE;
  return "waits" in by ? formsInTask(titles, by) : formsInCall(titles, by);
}

const formsInTask = (titles: boolean, run: CallRun): Forms => ({
  titles,
  lastReply: null,
  show: async (form, signal, late) =>
    replyTo(await run.ask(mcp.inputRequired.elicit(form), signal, (content) => late(replyTo(content)))),
});

function formsInCall(titles: boolean, mcpReq: mcp.ServerContext["mcpReq"]): Forms {
  const state = mcpReq.requestState<string>();
  const response = mcp.inputResponse(mcpReq.inputResponses, FORM_KEY);
  return {
    titles,
    lastReply: state === undefined || response.kind !== "elicit" ? null : { state, reply: replyIn(response) },
    show:
      mcpReq.envelope === undefined
        ? async (form, signal, late) => {
            const params = { mode: "form", ...form };
            lateReplyListeners.set(params, late);
            // A refused, unreadable or cancelled form counts as an answer too.
            return mcpReq
              .send({ method: "elicitation/create", params }, { signal, timeout: 2 * FORM_MS })
              .then(replyIn, () => ({ action: "failed" as const }));
          }
        : null,
  };
}

/** The hearers of late replies, by the parameters of the request that shows the form. */
const lateReplyListeners = new WeakMap<object, LateReply>();

/** Most forms of a connection whose replies are awaited, withdrawn ones included. */
const MOST_FORMS = 100;

/** The forms of each connection that has shown one, by the ids of their requests. Few have: waits cost nothing here. */
const sentForms = new WeakMap<mcp.Transport, RecentMap<unknown, { readonly late: LateReply; isWithdrawn: boolean }>>();

/** Notes a message that a connection sends, where it shows a form or withdraws one. */
export function noteForm(transport: mcp.Transport, message: mcp.JSONRPCMessage): void {
  if (!("method" in message) || !message.params) return;
  const forms = sentForms.get(transport);
  const late = "id" in message ? lateReplyListeners.get(message.params) : undefined;
  if (late && "id" in message)
    sentForms.set(transport, (forms ?? new RecentMap(MOST_FORMS)).set(message.id, { late, isWithdrawn: false }));
  const id = forms && mcp.isSpecType.CancelledNotification(message) ? message.params.requestId : undefined;
  const withdrawn = forms?.get(id);
  if (withdrawn) withdrawn.isWithdrawn = true;
}

/** Takes the reply to a withdrawn form, which the SDK no longer expects; returns whether the message was one. */
export function takeLateReply(transport: mcp.Transport, message: mcp.JSONRPCMessage): boolean {
  const forms = sentForms.get(transport);
  if (!forms || "method" in message) return false;
  const form = forms.get(message.id);
  forms.delete(message.id);
  if (!form?.isWithdrawn) return false;
  form.late(replyTo("result" in message ? message.result : null));
  return true;
}

function replyTo(content: unknown): Reply {
  const response = mcp.inputResponse({ [FORM_KEY]: content }, FORM_KEY);
  return response.kind === "elicit" ? replyIn(response) : { action: "failed" };
}

const replyIn = ({ action, content }: Pick<mcp.ElicitResult, "action"> & { content?: object | undefined }): Reply =>
  action === "accept" ? { action, content: { ...content } } : { action };

/** A form as the answer to a call; the client repeats the call with the reply and the state. */
export const formAnswer = (form: Form, requestState: string): mcp.InputRequiredResult =>
  mcp.inputRequired({ inputRequests: { [FORM_KEY]: mcp.inputRequired.elicit(form) }, requestState });

/** Most seats, and most connections, that are remembered. */
const MOST_ENTRIES = 10_000;

/** Remembers who plays by forms, which clients answer them by themselves, and what came too late. In memory. */
export type FormUse = ReturnType<typeof createFormUse>;

export function createFormUse() {
  const people = new RecentMap<string, Seat>(MOST_ENTRIES);
  const automatic = new RecentMap<string, true>(MOST_ENTRIES);
  const late = new RecentMap<string, string>(MOST_ENTRIES);
  const keyOf = (gameId: string, agent: Seat) => `${gameId} ${agent}`;
  return {
    /** The seat that the person at a client plays by forms, opposite an agent or for it; null where nobody does. */
    personOf: (gameId: string, agent: Seat): Seat | null => people.get(keyOf(gameId, agent)) ?? null,
    /** Notes whom forms are to ask from now on; null for nobody. */
    setPerson: (gameId: string, agent: Seat, person: Seat | null): void => {
      if (person === null) people.delete(keyOf(gameId, agent));
      else people.set(keyOf(gameId, agent), person);
    },
    /** Whether the client at a connection has answered a form by itself. */
    isAutomatic: (connection: string | null): boolean => connection !== null && automatic.has(connection),
    noteAutomatic: (connection: string | null): void => {
      if (connection !== null) automatic.set(connection, true);
    },
    /** Notes what came too late, as a sentence for the agent. */
    noteLate: (gameId: string, agent: Seat, sentence: string): void => void late.set(keyOf(gameId, agent), sentence),
    /** Takes that sentence, once; null for none. */
    takeLate: (gameId: string, agent: Seat): string | null => {
      const sentence = late.get(keyOf(gameId, agent)) ?? null;
      late.delete(keyOf(gameId, agent));
      return sentence;
    },
  };
}
