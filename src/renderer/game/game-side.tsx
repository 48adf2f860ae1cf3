import { findPage } from "../../games/pages.ts";
import type { GameDetail } from "../../shared/api.ts";
import { armageddonTerms } from "../../shared/league-words.ts";
import { gameAddress, leagueAddress } from "../app/address.ts";
import { DueNotices, hasDueNotices } from "../due/due-notices.tsx";
import { settings } from "../settings/settings.ts";
import { FlipButton, StepButton } from "../ui/button.tsx";
import { useConfirm } from "../ui/dialog.tsx";
import { offersIn, recordDateText } from "../ui/format.ts";
import "../ui/way-back.css";
import { Actions, ConfirmBar, OfferBar } from "./actions.tsx";
import { BestLine } from "./best-line.tsx";
import { type GameModel, ownSeat, type TableProps } from "./game-model.ts";
import { MatchStand, useLeagueMatch } from "./league-match.tsx";
import { Moves } from "./move-list.tsx";
import { AfterGame } from "./result.tsx";
import { Graph, ReviewUnderWay } from "./review/lazy.ts";
import { makeMove, sendMove } from "./send-move.ts";
import { RefusalNotice, StatusPanel } from "./status-panel.tsx";
import * as strings from "./strings.ts";
import "./game-side.css";
import { assign } from "../ui/hooks.ts";

/** The note that positions of the game were on other boards meanwhile; people are to judge that. */
function FairPlay({ game: { fair_play = [] } }: { game: GameDetail }) {
  if (fair_play.length === 0) return null;
  return (
    <p class="quiet small" data-part="fair-play">
      During the game, the same position stood on another board here that showed a computer’s move:{" "}
      {fair_play.map(({ ply, game_id }, index) => (
        <span key={game_id}>
          {index > 0 && ", "}
          <a href={gameAddress.path({ id: game_id })}>{`game ${game_id}`}</a> {`(ply ${ply})`}
        </span>
      ))}
      .
    </p>
  );
}

/** The buttons: first, back, forward, last, and flip the board. */
function MoveNavigation({ model, game, sides }: { model: GameModel; game: GameDetail; sides: boolean }) {
  const last = game.history.length;
  const ply = model.viewedPly.value ?? last;
  const steps = [
    { label: "First position (Home)", to: 0, step: "first", off: ply === 0 },
    { label: "Previous move (←)", to: ply - 1, step: "back", off: ply === 0 },
    { label: "Next move (→)", to: ply + 1, step: "on", off: ply === last },
    { label: "Last position (End)", to: last, step: "last", off: ply === last },
  ] as const;
  return (
    <fieldset class="move-navigation flex" aria-label="Walk through the game">
      {steps.map(({ label, to, step, off }) => (
        <StepButton key={step} step={step} label={label} disabled={off} onClick={() => model.view(to)} />
      ))}
      {sides && <FlipButton onClick={() => assign(model.isFlipped, !model.isFlipped.value)} />}
    </fieldset>
  );
}

/**
 * The rail beside the board: the state or result of the game, its moves, and the person's actions. What comes and goes
 * takes its room from the list of moves, and nothing else moves. In zen mode its status tells only of the end, refusals
 * and declines, and a past position.
 */
export function GameSide({ model, live }: TableProps) {
  const { game, play } = live;
  const quiet = settings.value.zen;
  const seat = ownSeat(game);
  const match = useLeagueMatch(game);
  const review = model.review.part.value;
  const progress = model.review.progress.value;
  const hasOffer = offersIn(game).some(({ by }) => game.person_seats.some((own) => own !== by));
  const elsewhere = model.line.value !== null || model.viewedPly.value !== null;
  const hasNews = !quiet || game.result !== null || elsewhere || model.notice.value !== null;
  const isAsked = hasOffer || hasDueNotices() || model.proposal.value !== null;
  if (!hasNews && model.refusal.value === null && !isAsked) return null;
  return (
    <section class="game-side surface" aria-label="Game">
      {!quiet && match && <MatchStand game={game} match={match} />}
      {!quiet && game.draw_wins_for !== undefined && <p class="quiet small">{armageddonTerms(game.draw_wins_for)}.</p>}
      {!quiet && game.open_thoughts && <p class="quiet small">Spectators see the players’ thoughts at once.</p>}
      {hasNews && (
        <StatusPanel model={model} live={live}>
          <Origin game={game} league={match?.league} />
        </StatusPanel>
      )}
      {!quiet && (
        <>
          <FairPlay game={game} />
          {(review || progress || game.reviewed) && (
            <div class="game-graph">
              {progress && <ReviewUnderWay under={progress} onStop={model.review.stop} />}
              {!progress && review && <Graph model={model} live={live} review={review} />}
            </div>
          )}
          {findPage(game.game)?.engine && <BestLine model={model} live={live} />}
        </>
      )}
      <div class="game-middle column">
        <DueNotices />
        {!quiet && <Moves model={model} live={live} />}
        <RefusalNotice model={model} />
        <OfferBar model={model} live={live} />
        <ConfirmBar model={model} live={live} />
      </div>
      {!quiet && seat !== null && game.status !== "finished" && (
        <>
          <PlayForm model={model} live={live} />
          <Actions model={model} live={live} seat={seat} />
        </>
      )}
      {game.status === "finished" && <AfterGame model={model} live={live} match={match} />}
      {!quiet && <MoveNavigation model={model} game={game} sides={play.sides} />}
    </section>
  );
}

/** The league of a game, or the event and date of one that was read from a file. */
function Origin({ game: { league_id, record }, league }: { game: GameDetail; league: string | undefined }) {
  if (league_id !== null)
    return (
      <span class="way-back status-origin rigid push one-line">
        <a href={leagueAddress.path({ id: league_id })}>
          <bdi>{league ?? `League ${league_id}`}</bdi>
        </a>
      </span>
    );
  if (!record || (record.event === null && record.date === null)) return null;
  const date = record.date && recordDateText(record.date);
  return (
    <span class="status-origin rigid push one-line" title={record.event ?? undefined}>
      <bdi>{record.event}</bdi>
      {record.event && date && " · "}
      {date && <time dateTime={record.date ?? undefined}>{date}</time>}
    </span>
  );
}

const noLines: readonly string[] = [];

/** The game's own form for moves and claims by keyboard. */
function PlayForm({ model, live: current }: TableProps) {
  const { confirm, dialog } = useConfirm();
  const { game, play } = current;
  if (!play.Form) return null;
  const live = model.isLive.value;
  return (
    <div class="play-form grid gap-1">
      <play.Form
        course={model.course.value}
        legal={live ? game.legal_moves : noLines}
        waiting={live ? "It is not your turn." : strings.goBackToLivePosition}
        claim={model.claim.value}
        onClaim={(claim) => assign(model.claim, claim)}
        confirm={confirm}
        // The form has confirmed the claim.
        onMove={(move, claim) =>
          claim === undefined ? makeMove(model, game, move) : sendMove(model, game, move, claim)
        }
        onIncomplete={(move) => assign(model.incomplete, move)}
        onWrong={(words) => assign(model.refusal, words === null ? null : { words })}
      />
      {dialog}
    </div>
  );
}
