import { getLines } from "../api/client.ts";
import { analysisAddress } from "../app/address.ts";
import { navigate } from "../app/route.ts";
import { Button } from "../ui/button.tsx";
import { copyText, notCopied } from "../ui/copy-button.tsx";
import { useBusy } from "../ui/hooks.ts";
import { toast, valueOrToast } from "../ui/toasts.tsx";
import { shareBoard, startWalk } from "./client.ts";
import { followNow, promptCopied } from "./share.ts";

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
    if (answer.ok && answer.value.begins) toast("Your assistant has begun. Its comments appear here.");
    else {
      const isCopied = await copyText(board.prompt);
      toast(isCopied ? promptCopied : notCopied, isCopied ? "done" : "problem");
    }
    navigate(analysisAddress.path({ query: `?game=${id}` }));
  };
  return (
    <Button
      title="Shares its analysis board with the assistants on this computer, which may then read it and write on it. One that waits for you begins; otherwise a prompt for yours is copied."
      disabled={isBusy}
      onClick={() => void run(walk)}
    >
      Walk through with my assistant
    </Button>
  );
}
