import type { ConnectTarget } from "../../shared/api.ts";
import { defaultToolsets } from "../../shared/toolsets.ts";
import { Button } from "../ui/button.tsx";
import * as strings from "./strings.ts";

interface CoachButtonProps extends Pick<ConnectTarget, "title" | "toolsets"> {
  readonly disabled: boolean;
  /** Connects it with these toolsets. */
  onAdd(toolsets: string): void;
}

/** The button that gives a connected assistant the tools of a coach; nothing where it has them. */
export const CoachButton = ({ title, toolsets, disabled, onAdd }: CoachButtonProps) =>
  /all|coach/.test(toolsets ?? "") ? null : (
    <Button
      aria-label={strings.coach(title)}
      title={strings.coachHint}
      disabled={disabled}
      onClick={() => onAdd(`${toolsets ?? defaultToolsets.join()},coach`)}
    >
      {strings.coachLabel}
    </Button>
  );
