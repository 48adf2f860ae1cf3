import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import "./button.css";

export type ButtonKind = "plain" | "primary" | "quiet" | "danger";

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "class" | "size"> & {
  /** `primary` at most once in a place; `quiet` has no edge. */
  readonly kind?: ButtonKind;
  readonly size?: "small" | "medium" | "large";
  /** Shows an icon alone; the label is for those who do not see it. */
  readonly label?: string;
  readonly children: ComponentChildren;
};

export function Button({ kind = "plain", size = "medium", label, children, ...rest }: ButtonProps) {
  const name = label === undefined ? {} : { "aria-label": label, title: label };
  return (
    <button
      type="button"
      class={`button ${kind} ${size}${label === undefined ? "" : " icon-only"}`}
      {...name}
      {...rest}
    >
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink(props: { href: string; kind?: ButtonKind; children: ComponentChildren }) {
  return (
    <a class={`button ${props.kind ?? "plain"} medium`} href={props.href}>
      {props.children}
    </a>
  );
}
