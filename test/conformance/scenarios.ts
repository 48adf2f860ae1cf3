import type { Revision } from "./conformance-program.ts";

/** Where a scenario is shown to pass: against the product as it is shipped, or with the fixtures added. */
export type Place = "host" | "fixtures";

interface Shown {
  readonly in: Readonly<Partial<Record<Revision, readonly Place[]>>>;
  /** Checks that cannot pass in one of the places, and why. */
  readonly except?: Readonly<Partial<Record<Place, { readonly checks: readonly string[]; readonly because: string }>>>;
}
interface Skipped {
  readonly skipped: string;
}

const bothRevisions = (...places: readonly Place[]): Shown => ({ in: { "2026-07-28": places, "2025-11-25": places } });
const only = (revision: Revision, ...places: readonly Place[]): Shown => ({ in: { [revision]: places } });

/** Every scenario that the program runs against a server at either revision, required ones and others. */
export const scenarios: Readonly<Record<string, Shown | Skipped>> = {
  // Scenarios that any server can show.
  "server-initialize": only("2025-11-25", "host", "fixtures"),
  ping: only("2025-11-25", "host", "fixtures"),
  "server-session-lifecycle": only("2025-11-25", "host", "fixtures"),
  "resources-subscribe": only("2025-11-25", "host", "fixtures"),
  "resources-unsubscribe": only("2025-11-25", "host", "fixtures"),
  "tools-list": bothRevisions("host", "fixtures"),
  "resources-list": bothRevisions("host", "fixtures"),
  "prompts-list": bothRevisions("host", "fixtures"),
  "server-sse-multiple-streams": bothRevisions("host", "fixtures"),
  "server-stateless": {
    ...only("2026-07-28", "host", "fixtures"),
    except: {
      host: {
        checks: [
          "sep-2575-server-rejects-undeclared-capability",
          "sep-2575-missing-capability-http-400",
          "sep-2575-http-server-no-independent-requests-on-stream",
          "sep-2575-server-no-log-without-loglevel",
        ],
        because: "they call tools named test_*, which the fixtures have",
      },
    },
  },
  "sep-2164-resource-not-found": only("2026-07-28", "host", "fixtures"),
  caching: only("2026-07-28", "host", "fixtures"),
  "http-header-validation": only("2026-07-28", "host", "fixtures"),
  "input-required-result-unsupported-methods": only("2026-07-28", "host", "fixtures"),
  // The guard stands in front of the host; the server with the fixtures has none.
  "dns-rebinding-protection": bothRevisions("host"),

  // Scenarios that need tools, resources and prompts of certain names.
  "completion-complete": bothRevisions("fixtures"),
  "tools-call-simple-text": bothRevisions("fixtures"),
  "tools-call-image": bothRevisions("fixtures"),
  "tools-call-audio": bothRevisions("fixtures"),
  "tools-call-embedded-resource": bothRevisions("fixtures"),
  "tools-call-mixed-content": bothRevisions("fixtures"),
  "tools-call-error": bothRevisions("fixtures"),
  "tools-call-with-progress": bothRevisions("fixtures"),
  "resources-read-text": bothRevisions("fixtures"),
  "resources-read-binary": bothRevisions("fixtures"),
  "resources-templates-read": bothRevisions("fixtures"),
  "prompts-get-simple": bothRevisions("fixtures"),
  "prompts-get-with-args": bothRevisions("fixtures"),
  "prompts-get-embedded-resource": bothRevisions("fixtures"),
  "prompts-get-with-image": bothRevisions("fixtures"),
  "json-schema-2020-12": bothRevisions("fixtures"),
  "logging-set-level": only("2025-11-25", "fixtures"),
  "tools-call-with-logging": only("2025-11-25", "fixtures"),
  "tools-call-sampling": only("2025-11-25", "fixtures"),
  "tools-call-elicitation": only("2025-11-25", "fixtures"),
  "elicitation-sep1034-defaults": only("2025-11-25", "fixtures"),
  "elicitation-sep1330-enums": only("2025-11-25", "fixtures"),
  "http-custom-header-server-validation": only("2026-07-28", "fixtures"),
  "input-required-result-basic-elicitation": only("2026-07-28", "fixtures"),
  "input-required-result-basic-sampling": only("2026-07-28", "fixtures"),
  "input-required-result-basic-list-roots": only("2026-07-28", "fixtures"),
  "input-required-result-request-state": only("2026-07-28", "fixtures"),
  "input-required-result-multiple-input-requests": only("2026-07-28", "fixtures"),
  "input-required-result-multi-round": only("2026-07-28", "fixtures"),
  "input-required-result-missing-input-response": only("2026-07-28", "fixtures"),
  "input-required-result-non-tool-request": only("2026-07-28", "fixtures"),
  "input-required-result-result-type": only("2026-07-28", "fixtures"),
  "input-required-result-tampered-state": only("2026-07-28", "fixtures"),
  "input-required-result-capability-check": only("2026-07-28", "fixtures"),
  "input-required-result-ignore-extra-params": only("2026-07-28", "fixtures"),
  "input-required-result-validate-input": only("2026-07-28", "fixtures"),

  // Calls that are answered later.
  "tasks-lifecycle": only("2026-07-28", "fixtures"),
  "tasks-capability-negotiation": only("2026-07-28", "fixtures"),
  "tasks-wire-fields": only("2026-07-28", "fixtures"),
  "tasks-request-state-removal": only("2026-07-28", "fixtures"),
  "tasks-mrtr-input": only("2026-07-28", "fixtures"),
  "tasks-mrtr-composition": only("2026-07-28", "fixtures"),
  "tasks-request-headers": only("2026-07-28", "fixtures"),
  "tasks-dispatch-and-envelope": only("2026-07-28", "fixtures"),
  "tasks-required-task-error": only("2026-07-28", "fixtures"),

  // Scenarios that are not shown, none of them required of a server at either revision.
  "server-sse-polling": {
    skipped:
      "resuming a broken stream is optional, and Kibitz's are not resumable: a wait is called again and loses nothing",
  },
  "tasks-status-notifications": {
    skipped:
      "the program looks at nothing there and says SKIPPED of every server, until it reads the stream of today; `mcp/tasks.test.ts` shows them to an SDK's client",
  },
};
