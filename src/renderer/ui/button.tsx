import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import "./button.css";

export type ButtonKind = "plain" | "primary" | "quiet" | "danger";

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "class" | "size" | "disabled"> & {
  /** `primary` at most once in a place; `quiet` has no border. */
  readonly kind?: ButtonKind;
  readonly size?: "small" | "medium";
  /** Shows only an icon; the label is for screen readers. */
  readonly label?: string;
  /** Disabled, but keeps the focus, which browsers take from a `disabled` button. */
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
};

export function Button({ kind = "plain", size = "medium", label, disabled = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      class={`button ${kind} ${size}${label === undefined ? "" : " icon-only"}`}
      aria-label={label}
      title={label}
      {...rest}
      {...(disabled && { "aria-disabled": true, onClick: doNothing })}
    >
      {children}
    </button>
  );
}

/** Prevents the form's submission too, by the button or by Enter in a field. */
const doNothing = (event: Event) => event.preventDefault();

export interface ButtonLinkProps extends Pick<ButtonProps, "kind" | "size" | "children"> {
  readonly href: string;
  readonly title?: string;
  readonly elsewhere?: boolean;
}

/** A link that looks like a button; with `elsewhere`, it opens beside Kibitz. */
export const ButtonLink = ({ kind = "plain", size = "medium", elsewhere = false, ...rest }: ButtonLinkProps) => (
  <a class={`button ${kind} ${size}`} {...(elsewhere && { target: "_blank", rel: "noreferrer" })} {...rest} />
);
