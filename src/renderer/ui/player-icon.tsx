import type { ApiPlayer } from "../../shared/api.ts";
import { PathIcon } from "./button.tsx";

/** The name and the icon of each kind of player or entrant. */
const kindIcons: Readonly<Record<string, { readonly title: string; readonly d: string }>> = {
  agent: { title: "Assistant", d: "M8 1.8l1.5 4.7L14.2 8l-4.7 1.5L8 14.2 6.5 9.5 1.8 8l4.7-1.5z" },
  human: {
    title: "Person",
    d: "M8 7.5a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5zM2.8 14c.4-2.8 2.4-4.3 5.2-4.3s4.8 1.5 5.2 4.3",
  },
  computer: {
    title: "Computer",
    d: "M4.5 3.5h7a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1zM6.5 6.5h3v3h-3zM6 1.5v2M10 1.5v2M6 12.5v2M10 12.5v2M1.5 6h2M1.5 10h2M12.5 6h2M12.5 10h2",
  },
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
export const kindTitle = (kind: string): string => kindIcons[kind]?.title ?? kind;

/** The colour of a name: always the same, and dark enough for white letters. */
function hueOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return hash;
}

/** The first visible character of a name. */
const initialOf = (name: string): string => {
  const [first] = new Intl.Segmenter().segment(name);
  return (first?.segment ?? "").toUpperCase();
};

const labelOf = (kind: string) => ({ role: "img", "aria-label": kindTitle(kind), title: kindTitle(kind) }) as const;

/** The mark of a named agent: a colour, and its initial or the letters that stand for it where names begin alike. */
export const AgentMark = ({ name, initials = initialOf(name) }: { name: string; initials?: string }) => (
  <span class="kind agent-mark" {...labelOf("agent")} style={{ background: `hsl(${hueOf(name)} 48% 32%)` }}>
    <span aria-hidden="true">{initials}</span>
  </span>
);

/** The icon of the kind of a player or an entrant, which a screen reader reads. */
export const KindIcon = ({ kind }: { readonly kind: string }) => (
  <span class="kind" {...labelOf(kind)}>
    <PathIcon d={kindIcons[kind]?.d ?? "M8 8h.01"} />
  </span>
);

/** The icon of what plays in a seat; nothing for an empty one. */
export function PlayerIcon({ player }: { readonly player: ApiPlayer | undefined }) {
  const { name = null, by = player?.kind } = player ?? {};
  if (by === undefined) return null;
  return by === "agent" && name !== null ? <AgentMark name={name} /> : <KindIcon kind={by} />;
}
