import { roleToChar } from "chessops/util";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type PromotionRole, promotionRoles } from "./position.ts";
import { type Color, placeOf, type SquareName } from "./squares.ts";
import * as strings from "./strings.ts";

export interface PromotionChooserProps {
  /** The square of the promotion. */
  readonly square: SquareName;
  readonly orientation: Color;
  /** Null cancels the move. */
  readonly onChoose: (role: PromotionRole | null) => void;
}

/** Asks for the promotion piece, over the file of the promotion. */
export function PromotionChooser({ square, orientation, onChoose }: PromotionChooserProps) {
  const list = useRef<HTMLDivElement>(null);
  const { column, row } = placeOf(square, orientation);
  const roles = row === 0 ? promotionRoles : promotionRoles.toReversed();

  // A layout effect, so that the chooser gets a key that is typed right after the move.
  useLayoutEffect(() => {
    const before = document.activeElement;
    list.current?.querySelector<HTMLElement>('[data-role="queen"]')?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("button") ?? [])];
    const index = buttons.findIndex((button) => button.matches(":focus"));
    const named = promotionRoles.find((role) => roleToChar(role) === event.key.toLowerCase());
    const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
    const step = event.key === "Tab" ? (event.shiftKey ? -1 : 1) : steps[event.key];
    if (event.key === "Escape") onChoose(null);
    else if (named) onChoose(named);
    else if (step !== undefined) buttons[(index + step + buttons.length) % buttons.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <button
        type="button"
        class="promotion-away"
        tabIndex={-1}
        aria-label={strings.takeMoveBack}
        onClick={() => onChoose(null)}
      />
      <div
        class="promotion"
        role="dialog"
        aria-modal="true"
        aria-label={strings.promotePawnTo}
        ref={list}
        style={{ "--column": column }}
        data-edge={row === 0 ? "top" : "bottom"}
        onKeyDown={onKeyDown}
      >
        {roles.map((role) => (
          <button
            type="button"
            key={role}
            data-role={role}
            aria-label={role}
            title={role}
            onClick={() => onChoose(role)}
          >
            <span class={`piece ${square.endsWith("8") ? "white" : "black"} ${role}`} aria-hidden="true" />
          </button>
        ))}
      </div>
    </>
  );
}
