import { CopyButton, type CopyButtonProps } from "./copy-button.tsx";
import * as strings from "./strings.ts";

/** Copies the prompt with which an assistant joins a game. */
export const JoinPromptButton = (props: Pick<CopyButtonProps, "text" | "kind" | "size">) => (
  <CopyButton {...props} done={strings.joinPromptCopied}>
    {strings.copyJoinPrompt}
  </CopyButton>
);
