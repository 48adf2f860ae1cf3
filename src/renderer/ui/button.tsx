import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
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
const drawnIcon = (d: string) => () => <PathIcon d={d} />;

export const CloseIcon = drawnIcon("M4 4l8 8M12 4l-8 8");
export const CopyIcon = drawnIcon(
  "M5.5 5.5v-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2M3.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1z",
);
export const CheckIcon = drawnIcon("M3 8.5l3.5 3.5L13 5");
export const PlusIcon = drawnIcon("M8 3v10M3 8h10");
export const SettingsIcon = drawnIcon(
  "M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M10 2.75a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5zM6 9.75a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5z",
);
export const SearchIcon = drawnIcon("M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3L13.5 13.5");
export const UndoIcon = drawnIcon("M3 6h6.5a3.5 3.5 0 0 1 0 7H6M5.5 3L2.5 6l3 3");

const iconPaths = {
  first: "M4 3v10M12.5 3.5L7 8l5.5 4.5",
  back: "M10.5 3.5L5 8l5.5 4.5",
  on: "M5.5 3.5L11 8l-5.5 4.5",
  last: "M12 3v10M3.5 3.5L9 8l-5.5 4.5",
} as const;

type Step = keyof typeof iconPaths;

/** The icons for stepping through a game. */
export const StepIcon = ({ step }: { step: Step }) => <PathIcon d={iconPaths[step]} />;

/** A button with such an icon. */
export const StepButton = ({ step, ...rest }: Omit<ButtonProps, "children"> & { readonly step: Step }) => (
  <Button kind="quiet" {...rest}>
    <StepIcon step={step} />
  </Button>
);

/** The button that flips a board. */
export const FlipButton = (props: Pick<ButtonProps, "size" | "onClick">) => (
  <Button kind="quiet" label="Flip board" {...props}>
    <PathIcon d="M5 13V3M2.5 5.5L5 3l2.5 2.5M11 3v10M8.5 10.5L11 13l2.5-2.5" />
  </Button>
);
