import type { ApiPlayer } from "../../shared/api.ts";
import { isPlayerKind, KindIcon, kindNames, PathIcon } from "./button.tsx";

/** The name and the icon of each player that moves by itself and is no level. */
const movers: Readonly<Record<string, { readonly title: string; readonly d: string }>> = {
  strategy: {
    title: "Strategy",
    d: "M3.5 2.5h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM5.6 5.6h.01M10.4 5.6h.01M8 8h.01M5.6 10.4h.01M10.4 10.4h.01",
  },
  llm: {
    title: "Language model",
    d: "M3 3h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H7.5L4.5 13.5V11H3a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM5 6h6M5 8.3h3.5",
  },
  command: { title: "Command", d: "M2.5 3.5h11v9h-11zM5 6.3l2 1.8-2 1.8M8.5 10h2.5" },
  endpoint: {
    title: "Endpoint",
    d: "M6.5 9.5l3-3M7 5l1.6-1.6a2.8 2.8 0 0 1 4 4L11 9M9 11l-1.6 1.6a2.8 2.8 0 0 1-4-4L5 7",
  },
};

/** The kind of a player or an entrant, in words. */
export const kindTitle = (kind: string): string =>
  isPlayerKind(kind) ? kindNames[kind] : (movers[kind]?.title ?? kind);

interface EntrantIconProps {
  /** Of a player or an entrant. */
  readonly kind: string;
  readonly name?: string | null;
}

/** The icon of an entrant's kind; a screen reader reads the kind. */
export function EntrantIcon({ kind, name = null }: EntrantIconProps) {
  if (isPlayerKind(kind)) return <KindIcon kind={kind} name={name} />;
  return (
    <span class="kind" role="img" aria-label={kindTitle(kind)} title={kindTitle(kind)}>
      <PathIcon d={movers[kind]?.d ?? "M8 8h.01"} />
    </span>
  );
}

/** The icon of what plays in a seat; nothing for an empty one. */
export const PlayerIcon = ({ player }: { readonly player: ApiPlayer | undefined }) =>
  player ? <EntrantIcon kind={player.by ?? player.kind} name={player.name} /> : null;
