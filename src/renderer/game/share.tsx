import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { findPage } from "../../games/pages.ts";
import { getPgn, getPicture, getReplayPage } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { saveAnswer, savePicture } from "../ui/save-file.ts";
import { valueOrToast } from "../ui/toasts.tsx";
import type { TableProps } from "./game-model.ts";
import * as strings from "./strings.ts";

/** Opens the dialog to share a game: its PGN, the shown position, a picture, a replay page. */
export function ShareButton({ model, told }: TableProps) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <Button onClick={() => setShown(true)}>{strings.share}</Button>
      {shown && (
        <Dialog title={strings.shareThisGame} onClose={() => setShown(false)}>
          <Ways model={model} told={told} />
        </Dialog>
      )}
    </>
  );
}

function Ways({ model, told: { game, play } }: TableProps) {
  const viewed = model.viewed.value;
  const { view } = play.shownAt(game, model.course.value, viewed);
  const file = `kibitz-${game.game_id}`;
  const position = play.notation?.write(view) ?? null;
  return (
    <ul class="share">
      {findPage(game.game)?.records && (
        <Way title={strings.pgn} gives={strings.allMovesForOtherPrograms}>
          <CopyButton text={() => valueOrToast(getPgn(game.game_id))} done={strings.pgnCopied}>
            {strings.copyPgn}
          </CopyButton>
          <Button onClick={() => void saveAnswer(`${file}.pgn`, getPgn(game.game_id))}>{strings.downloadPgn}</Button>
        </Way>
      )}
      {position !== null && (
        <Way title={play.notation?.name} gives={strings.positionOnBoard}>
          <CopyButton text={position} done={strings.copied(play.notation?.name)}>
            {strings.copy} {play.notation?.name}
          </CopyButton>
        </Way>
      )}
      <Way title={strings.picture} gives={strings.positionOnBoardAsPng}>
        <Button onClick={() => void savePicture(`${file}.png`, getPicture(game.game_id, viewed ?? game.ply))}>
          {strings.savePicture}
        </Button>
      </Way>
      {game.status === "finished" && (
        <Way title={strings.replayPage} gives={strings.oneFileThatReplaysGame}>
          <Button onClick={() => void saveAnswer(`${file}.html`, getReplayPage(game.game_id))}>
            {strings.saveReplayPage}
          </Button>
        </Way>
      )}
    </ul>
  );
}

interface WayProps {
  readonly title: string | undefined;
  /** The content, in a few words. */
  readonly gives: string;
  readonly children: ComponentChildren;
}

const Way = ({ title, gives, children }: WayProps) => (
  <li>
    <p>
      <strong>{title}</strong> {gives}
    </p>
    {children}
  </li>
);
