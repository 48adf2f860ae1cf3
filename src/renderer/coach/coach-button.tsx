import type { ConnectTarget } from "../../shared/api.ts";
import { defaultToolsets } from "../../shared/toolsets.ts";
import { Button } from "../ui/button.tsx";

interface CoachButtonProps extends Pick<ConnectTarget, "title" | "toolsets"> {
  readonly disabled: boolean;
  /** Connects it with these toolsets. */
  onAdd(toolsets: string): void;
}

/** The button that gives a connected assistant the tools of a coach; nothing where it has them. */
export const CoachButton = ({ title, toolsets, disabled, onAdd }: CoachButtonProps) =>
  /all|coach/.test(toolsets ?? "") ? null : (
    <Button
      aria-label={`Let it coach you: ${title}`}
      title="Adds the tools with which it reads a board that you share, and writes on it."
      disabled={disabled}
      onClick={() => onAdd(`${toolsets ?? defaultToolsets.join()},coach`)}
    >
      Let it coach you
    </Button>
  );
