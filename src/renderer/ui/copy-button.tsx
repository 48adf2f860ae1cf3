import { useEffect, useState } from "preact/hooks";
import { Button, type ButtonProps, CheckIcon, CopyIcon } from "./button.tsx";
import { toast } from "./toasts.tsx";

const SHOWN_MS = 2_000;
export const notCopied = "The browser did not allow copying. Select the text and copy it by hand.";

interface CopyButtonProps extends Pick<ButtonProps, "kind" | "size" | "label" | "aria-label"> {
  /** The text to copy, or a function that loads it; null where that failed and has been reported. */
  readonly text: string | (() => Promise<string | null>);
  /** The message once it is on the clipboard. */
  readonly note?: string;
}

/** Copies a text, and confirms it by its icon and to screen readers. */
export function CopyButton({ text, note = "Copied.", label, ...rest }: CopyButtonProps) {
  const [copyCount, setCopied] = useState(0);
  useEffect(() => {
    if (copyCount === 0) return;
    const timer = setTimeout(() => setCopied(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copyCount]);

  const copy = async () => {
    const value = typeof text === "string" ? text : await text();
    if (value === null) return;
    if (await copyText(value)) {
      setCopied((times) => times + 1);
      toast(note);
    } else toast(notCopied, "problem");
  };
  return (
    <Button {...rest} onClick={() => void copy()}>
      {copyCount > 0 ? <CheckIcon /> : <CopyIcon />}
      {label}
    </Button>
  );
}

/** Copies a text to the clipboard, where the browser allows it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** The older way, which needs only a click. */
function copySelected(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.className = "visually-hidden";
  // Inside an open dialog, everything outside it is inert.
  const host = document.querySelector("dialog[open]") ?? document.body;
  const before = document.activeElement;
  host.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}

/** Copies the prompt with which an assistant joins a game. */
export const JoinPromptButton = (props: Omit<CopyButtonProps, "label">) => (
  <CopyButton label="Copy join prompt" note="Join prompt copied. Paste it into your assistant." {...props} />
);
