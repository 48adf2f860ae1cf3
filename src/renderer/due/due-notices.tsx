import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { findPage } from "../../games/pages.ts";
import { type Due, type DueInGame, termsText } from "../../shared/due.ts";
import type { Invitation, MissedMatch } from "../../shared/leagues.ts";
import { otherSeat, seatTitle } from "../../shared/terms.ts";
import { getResumePrompt } from "../api/client.ts";
import { analysisAddress, gameAddress, gamesAddress, homeAddress, leagueAddress } from "../app/address.ts";
import { paramsOf } from "../app/route.ts";
import * as calls from "../invitations/invitations.ts";
import { notices, wantNotices } from "../invitations/notices.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { clockText, now, offerWords, shownName } from "../ui/format.ts";
import { assign } from "../ui/hooks.ts";
import { toast, valueOrToast } from "../ui/toasts.tsx";
import { due, type OwnGame } from "./due.ts";
import "./due-notices.css";

/** Most games that have a notice. */
const MOST_NOTICES = 3;

/** The notices that the person has hidden, each until its game goes on. */
const hiddenNotices = signal<readonly string[]>([]);
const stateOf = ({ kind, game: { id, card } }: DueInGame<OwnGame>): string => `${kind} ${id} ${card.ply}`;

/**
 * Whether somebody or a clock waits; beside another board, only what is new or has little time. Not on the page of the
 * game, nor among the games, where its board says it.
 */
function hasNotice(each: Due<OwnGame>): each is DueInGame<OwnGame> {
  if (each.kind === "match") return false;
  const { card, id, players, isNew } = each.game;
  const board = paramsOf(gameAddress)?.id;
  const isUrgent = card.league_id !== null || card.clock !== null || isNew;
  const isAwaited = isUrgent || (board === undefined && players.some(({ kind }) => kind === "agent"));
  const isAmongGames = paramsOf(homeAddress) !== null || paramsOf(gamesAddress) !== null;
  const isShown = (isAmongGames && (each.kind === "turn" || each.kind === "new")) || board === id;
  return isAwaited && card.person_seats.length === 1 && !isShown && !hiddenNotices.value.includes(stateOf(each));
}

/** Whether there is any notice about what waits for the person. */
export const hasDueNotices = (): boolean => calls.isInvited.value || due.value.some(hasNotice);

/** Whether the page has a board with a rail, in which its notices stand. */
export const isBesideBoard = (): boolean => paramsOf(gameAddress) !== null || paramsOf(analysisAddress) !== null;

/**
 * Shows what waits for the person on every page, and the matches that they missed; beside a board in its rail.
 */
export const DueNotices = () => (
  <div class="calls clips stack" role="status" hidden={!hasDueNotices()}>
    {calls.invitations.value.map((each) => (
      <InvitationNotice key={calls.nameOf(each)} invitation={each} />
    ))}
    {calls.awaitedMatches.value.map((each) => (
      <Call
        key={calls.nameOf(each)}
        words={
          <>
            You are ready. <bdi>{each.opponent}</bdi> has not arrived yet <LeagueLink one={each} />.
          </>
        }
      >
        <Button label="Hide" size="small" onClick={() => calls.stopWaiting(each)} />
      </Call>
    ))}
    {calls.missedMatches.value.map((each) => (
      <MissedNotice key={calls.nameOf(each)} match={each} />
    ))}
    {due.value
      .filter(hasNotice)
      .slice(0, MOST_NOTICES)
      .map((each) => (
        <GameNotice key={each.game.id} due={each} />
      ))}
    {/* Asked once, where the person sees what the notifications are about; not beside a board, where there is little room. */}
    {notices.value === "unasked" && !isBesideBoard() && (
      <Call words="Browser notifications for your matches and turns?">
        <Button label="Turn on" size="small" onClick={() => void wantNotices(true)} />
        <Button label="Not now" size="small" onClick={() => void wantNotices(false)} />
      </Call>
    )}
  </div>
);

/** A notice, and what can be done about it. */
const Call = (props: { kind?: string; words: ComponentChildren; children: ComponentChildren }) => (
  <div class={`call pad-2 line small ${props.kind ?? ""}`}>
    <p class="shrinks">{props.words}</p>
    <div class="button-row rigid push">{props.children}</div>
  </div>
);

function GameNotice({ due: each }: { due: DueInGame<OwnGame> }) {
  const { kind, game } = each;
  const { card, id, isNew, offer } = game;
  const [own = ""] = card.person_seats;
  const other = otherSeat(card.seats, own);
  const title = (findPage(card.game)?.title ?? card.game).toLowerCase();
  const hasBegun = `has begun a game of ${title} with you. You play ${seatTitle(own)}.`;
  const does = {
    offer: offer && offerWords[offer.kind],
    asleep: "is not waiting for your move.",
    new: hasBegun,
    turn: isNew ? hasBegun : <TimeLeft card={card} />,
  };
  const words = (
    <>
      {kind === "turn" && !isNew && <strong>Your turn against</strong>}{" "}
      <bdi class="weight-strong">{shownName(card, other)}</bdi> {does[kind]}
    </>
  );
  return (
    <Call words={words}>
      <Button
        label="Hide"
        size="small"
        kind="quiet"
        onClick={() => assign(hiddenNotices, [...hiddenNotices.value, stateOf(each)])}
      />
      {kind === "asleep" ? (
        <CopyButton
          label="Copy resume prompt"
          kind="primary"
          size="small"
          text={async () => (await valueOrToast(getResumePrompt(id, other)))?.prompt ?? null}
          note="Resume prompt copied. Paste it into your assistant."
        />
      ) : (
        <ButtonLink
          label={kind === "turn" ? "Play" : "Open"}
          kind="primary"
          size="small"
          href={gameAddress.path({ id })}
        />
      )}
    </Call>
  );
}

/** The time that is left for the move, by the league's limit or the clock; not announced each second. */
function TimeLeft({ card: { move_limit_seconds: limit, turn_since, clock, person_seats } }: Pick<OwnGame, "card">) {
  // A card's clock stands as it was when the turn began.
  const remaining = clock && clock.running.length > 0 ? clock.remaining_seconds[person_seats[0] ?? ""] : null;
  const seconds = Math.min(limit ?? Number.POSITIVE_INFINITY, remaining ?? Number.POSITIVE_INFINITY);
  if (seconds === Number.POSITIVE_INFINITY) return null;
  const leftMs = 1_000 * seconds - Math.max(0, now.value - turn_since);
  return (
    <span class="figures" aria-live="off">
      {`· ${clockText(leftMs)} left`}
    </span>
  );
}

/** The league, and the round where it matters. */
const LeagueLink = ({ one: { league_id, league, round } }: { one: calls.AwaitedMatch }) => (
  <>
    (
    <a href={leagueAddress.path({ id: league_id })}>
      <bdi>{league}</bdi>
    </a>
    {`, round ${round}`})
  </>
);

/** Where several people share the window, the person's match has the name under which that one entered. */
const InvitationNotice = ({ invitation }: { invitation: Invitation }) => (
  <Call
    words={
      <>
        <strong>
          <bdi>{invitation.name === "You" ? "Your match" : `${invitation.name}: your match`}</bdi> against{" "}
          <bdi>{invitation.opponent}</bdi> is ready
        </strong>{" "}
        <LeagueLink one={invitation} />: {termsText(invitation.terms)}.{" "}
        <span class="figures" aria-live="off">
          {`Start within ${clockText(Date.parse(invitation.until) - now.value)}.`}
        </span>
      </>
    }
  >
    <Button
      label="Play"
      kind="primary"
      size="small"
      onClick={() => void calls.acceptInvitation(invitation).then((problem) => problem && toast(problem, "problem"))}
    />
  </Call>
);

function MissedNotice({ match }: { match: MissedMatch }) {
  const { misses, misses_most, over } = match;
  const remaining = misses_most - misses;
  const consequence = over
    ? "The league is over."
    : remaining <= 0
      ? "You are out of it."
      : remaining === 1
        ? "Miss the next one and you are out."
        : `If you miss ${remaining} more in a row, you are out.`;
  const words = (
    <>
      You missed your match against <bdi>{match.opponent}</bdi> <LeagueLink one={match} /> and lost it. {consequence}
    </>
  );
  return (
    <Call kind="missed" words={words}>
      <Button label="OK" size="small" onClick={() => calls.dismissMissed(match)} />
    </Call>
  );
}
