import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import "./button.css";

export type ButtonKind = "plain" | "primary" | "quiet" | "danger";

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "class" | "size" | "disabled"> & {
  /** `primary` at most once in a place; `quiet` has no edge. */
  readonly kind?: ButtonKind;
  readonly size?: "small" | "medium" | "large";
  /** Shows an icon alone; the label is for those who do not see it. */
  readonly label?: string;
  /** It does nothing for now, but keeps the focus, which browsers take away from a `disabled` button. */
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
};

export function Button({ kind = "plain", size = "medium", label, disabled = false, children, ...rest }: ButtonProps) {
  const name = label === undefined ? {} : { "aria-label": label, title: label };
  return (
    <button
      type="button"
      class={`button ${kind} ${size}${label === undefined ? "" : " icon-only"}`}
      {...name}
      {...rest}
      {...(disabled && { "aria-disabled": true, onClick: doNothing })}
    >
      {children}
    </button>
  );
}

/** Nor is a form sent, neither by the button nor by Enter in a field, which presses it. */
const doNothing = (event: Event) => event.preventDefault();

/** A link that looks like a button; with `elsewhere`, what it leads to is opened beside Kibitz. */
export function ButtonLink(props: {
  href: string;
  kind?: ButtonKind;
  size?: "small" | "medium";
  title?: string;
  elsewhere?: boolean;
  children: ComponentChildren;
}) {
  const place = props.elsewhere ? { target: "_blank", rel: "noreferrer" } : {};
  return (
    <a
      class={`button ${props.kind ?? "plain"} ${props.size ?? "medium"}`}
      href={props.href}
      {...(props.title === undefined ? {} : { title: props.title })}
      {...place}
    >
      {props.children}
    </a>
  );
}
