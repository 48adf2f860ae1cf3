import { coalesce } from "../ui/coalesce.ts";
import { connectionCount, onceBack } from "./live.ts";

/**
 * Asks the host one question at a time, and again, once the host is back, what had no answer. So no message that
 * somebody does not answer outlives its cause.
 * @param question answers whether it was answered, and shows what came of it
 */
export function untilAnswered(question: () => Promise<boolean>) {
  let stopWaiting = () => {};
  let isClosed = false;
  const ask = coalesce(async () => {
    stopWaiting();
    const count = connectionCount.peek();
    if (!(await question()) && !isClosed) stopWaiting = onceBack(count, ask);
  });
  return {
    /** Asks now, or once more after the question under way. */
    ask,
    close: () => {
      isClosed = true;
      stopWaiting();
    },
  };
}
