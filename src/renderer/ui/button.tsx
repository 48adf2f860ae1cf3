import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import type { PlayerKind } from "../../shared/terms.ts";
import "./button.css";

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "class" | "size" | "disabled"> & {
  /** `primary` at most once in a place; `quiet` has no border. */
  readonly kind?: "plain" | "primary" | "quiet" | "danger";
  readonly size?: "small" | "medium";
  /** Its words; with an icon as its only child, they are shown on hovering and read by screen readers. */
  readonly label?: string | undefined;
  /** Disabled, but keeps the focus, which browsers take from a `disabled` button. */
  readonly disabled?: boolean;
  readonly children?: ComponentChildren;
};

export function Button({ kind = "plain", size = "medium", label, disabled = false, children, ...rest }: ButtonProps) {
  const isIcon = label !== undefined && children !== undefined;
  return (
    <button
      type="button"
      class={`button ${kind} ${size}${isIcon ? " icon-only" : ""}`}
      {...(isIcon && { "aria-label": label, title: label })}
      {...rest}
      {...(disabled && { "aria-disabled": true, onClick: doNothing })}
    >
      {children ?? label}
    </button>
  );
}

/** Prevents the form's submission too, by the button or by Enter in a field. */
const doNothing = (event: Event) => event.preventDefault();

type ButtonLinkProps = Pick<ButtonProps, "kind" | "size" | "title" | "label"> & { href: string; elsewhere?: boolean };

/** A link that looks like a button; with `elsewhere`, it opens beside Kibitz. */
export const ButtonLink = ({ kind = "plain", size = "medium", elsewhere = false, label, ...rest }: ButtonLinkProps) => (
  <a class={`button ${kind} ${size}`} {...(elsewhere && { target: "_blank", rel: "noreferrer" })} {...rest}>
    {label}
  </a>
);

/** Our own line drawings on a field of 16 by 16, in the colour of the text around them, and as large as letters are. */
export const Icon = ({ children }: { children: ComponentChildren }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    {children}
  </svg>
);

/** An icon of one path. */
export const PathIcon = ({ d }: { d: string }) => (
  <Icon>
    <path d={d} />
  </Icon>
);
const drawn = (d: string) => () => <PathIcon d={d} />;

export const CloseIcon = drawn("M4 4l8 8M12 4l-8 8");
export const CopyIcon = drawn(
  "M5.5 5.5v-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2M3.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1z",
);
export const CheckIcon = drawn("M3 8.5l3.5 3.5L13 5");
export const PlusIcon = drawn("M8 3v10M3 8h10");
export const SettingsIcon = drawn(
  "M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M10 2.75a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5zM6 9.75a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5z",
);
export const SearchIcon = drawn("M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3L13.5 13.5");
export const UndoIcon = drawn("M3 6h6.5a3.5 3.5 0 0 1 0 7H6M5.5 3L2.5 6l3 3");

const kindPaths: Record<PlayerKind, string> = {
  agent: "M8 1.8l1.5 4.7L14.2 8l-4.7 1.5L8 14.2 6.5 9.5 1.8 8l4.7-1.5z",
  human: "M8 7.5a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5zM2.8 14c.4-2.8 2.4-4.3 5.2-4.3s4.8 1.5 5.2 4.3",
  computer:
    "M4.5 3.5h7a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1zM6.5 6.5h3v3h-3zM6 1.5v2M10 1.5v2M6 12.5v2M10 12.5v2M1.5 6h2M1.5 10h2M12.5 6h2M12.5 10h2",
};
export const kindNames: Record<PlayerKind, string> = { agent: "Assistant", human: "Person", computer: "Computer" };
export const isPlayerKind = (kind: string): kind is PlayerKind => Object.hasOwn(kindNames, kind);

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

interface KindIconProps {
  readonly kind: PlayerKind;
  readonly name?: string | null;
  /** The letters that stand for it, where names begin alike. */
  readonly initials?: string;
}

/** The icon of a player's kind, with a label for screen readers. Named agents have a colour and an initial. */
export function KindIcon({ kind, name = null, initials }: KindIconProps) {
  const label = { role: "img", "aria-label": kindNames[kind], title: kindNames[kind] } as const;
  if (kind === "agent" && name !== null)
    return (
      <span class="kind agent-mark" {...label} style={{ background: `hsl(${hueOf(name)} 48% 32%)` }}>
        <span aria-hidden="true">{initials ?? initialOf(name)}</span>
      </span>
    );
  return (
    <span class="kind" {...label}>
      <PathIcon d={kindPaths[kind]} />
    </span>
  );
}

const paths = {
  first: "M4 3v10M12.5 3.5L7 8l5.5 4.5",
  back: "M10.5 3.5L5 8l5.5 4.5",
  on: "M5.5 3.5L11 8l-5.5 4.5",
  last: "M12 3v10M3.5 3.5L9 8l-5.5 4.5",
  flip: "M5 13V3M2.5 5.5L5 3l2.5 2.5M11 3v10M8.5 10.5L11 13l2.5-2.5",
} as const;

type Step = keyof typeof paths;

/** The icons for stepping through a game and flipping its board. */
export const StepIcon = ({ step }: { step: Step }) => <PathIcon d={paths[step]} />;

/** A button with such an icon. */
export const StepButton = ({ step, ...rest }: Omit<ButtonProps, "children"> & { readonly step: Step }) => (
  <Button kind="quiet" {...rest}>
    <StepIcon step={step} />
  </Button>
);
