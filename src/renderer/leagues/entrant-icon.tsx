import { Icon, KindIcon } from "../ui/icons.tsx";
import { kindTitle } from "./league-words.ts";

const paths: Readonly<Record<string, string>> = {
  strategy:
    "M3.5 2.5h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM5.6 5.6h.01M10.4 5.6h.01M8 8h.01M5.6 10.4h.01M10.4 10.4h.01",
  llm: "M3 3h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H7.5L4.5 13.5V11H3a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM5 6h6M5 8.3h3.5",
  endpoint: "M6.5 9.5l3-3M7 5l1.6-1.6a2.8 2.8 0 0 1 4 4L11 9M9 11l-1.6 1.6a2.8 2.8 0 0 1-4-4L5 7",
};

/** The icon of an entrant's kind; a screen reader reads the kind. */
export function EntrantIcon({ kind }: { kind: string }) {
  if (kind === "agent" || kind === "computer" || kind === "human") return <KindIcon kind={kind} />;
  return (
    <span class="kind" role="img" aria-label={kindTitle(kind)} title={kindTitle(kind)}>
      <Icon>
        <path d={paths[kind] ?? "M8 8h.01"} />
      </Icon>
    </span>
  );
}
