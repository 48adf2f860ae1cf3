import { getLines } from "../api/client.ts";
import { analysisAddress } from "../app/address.ts";
import { navigate } from "../app/route.ts";
import { Button } from "../ui/button.tsx";
import { copyText } from "../ui/copy-button.tsx";
import { useBusy } from "../ui/hooks.ts";
import { toast, valueOrToast } from "../ui/toasts.tsx";
import { shareBoard, startWalk } from "./client.ts";
import { followNow } from "./share.ts";
import * as strings from "./strings.ts";

/**
 * Shares a finished game and opens its board, which follows the assistant: one that waits begins a walk through the game,
 * else the prompt for it is copied.
 */
export function WalkButton({ id }: { id: string }) {
  const [isBusy, run] = useBusy();
  const walk = async () => {
    const content = await valueOrToast(getLines(id));
    if (!content) return;
    const { version: _, moves, ...rest } = content;
    const lines = { ...rest, moves: moves.map(({ thoughts: __, ...move }) => move) };
    const board = await valueOrToast(shareBoard(id, lines));
    if (!board) return;
    followNow();
    const answer = await startWalk(id);
    if (answer.ok && answer.value.begins) toast(strings.assistantBegins);
    else {
      const isCopied = await copyText(board.prompt);
      toast(isCopied ? strings.promptCopied : strings.browserDidNotAllowCopying, isCopied ? "done" : "problem");
    }
    navigate(analysisAddress.path({ query: `?game=${id}` }));
  };
  return (
    <Button title={strings.walkThroughHint} disabled={isBusy} onClick={() => void run(walk)}>
      {strings.walkThrough}
    </Button>
  );
}
