import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import "./button.css";

export type ButtonKind = "plain" | "primary" | "quiet" | "danger";

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "class" | "size" | "disabled"> & {
  /** `primary` at most once in a place; `quiet` has no border. */
  readonly kind?: ButtonKind;
  readonly size?: "small" | "medium" | "large";
  /** Shows only an icon; the label is for screen readers. */
  readonly label?: string;
  /** Disabled, but keeps the focus, which browsers take from a `disabled` button. */
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

/** Prevents the form's submission too, by the button or by Enter in a field. */
const doNothing = (event: Event) => event.preventDefault();

/** A link that looks like a button; with `elsewhere`, it opens beside Kibitz. */
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
