import { useState } from "preact/hooks";
import type { Invitation, MissedMatch } from "../../shared/leagues.ts";
import { leagueAddress } from "../app/address.ts";

import { Button } from "../ui/button.tsx";
import { clockText, now } from "../ui/format.ts";
import { useBusy } from "../ui/hooks.ts";
import * as calls from "./invitations.ts";
import * as strings from "./strings.ts";
import "./invitation-notices.css";
import { notices, wantNotices } from "./notices.ts";

/**
 * Shows the matches that wait for the person, and those that they missed, on every page; beside a board in its rail.
 */
export function InvitationNotices() {
  return (
    <div class="calls stack" role="status" hidden={!calls.isInvited.value}>
      {calls.invitations.value.map((each) => (
        <InvitationNotice key={`${each.league_id}.${each.entrant}`} invitation={each} />
      ))}
      {calls.awaitedMatches.value.map((each) => (
        <Waiting key={`${each.league_id}.${each.entrant}`} one={each} />
      ))}
      {calls.missedMatches.value.map((each) => (
        <MissedNotice key={`${each.league_id}.${each.entrant}`} match={each} />
      ))}
      {notices.value === "unasked" && <AskForNotices />}
    </div>
  );
}

/** Asked once, where the person sees what the notifications are about. */
const AskForNotices = () => (
  <div class="call line small asks">
    <p class="shrinks">{strings.browserNotificationsForYourMatches}</p>
    <div class="button-row">
      <Button label={strings.turnOn} size="small" onClick={() => void wantNotices(true)} />
      <Button label={strings.notNow} size="small" onClick={() => void wantNotices(false)} />
    </div>
  </div>
);

/** The league, and the round where it matters. */
const LeagueLink = ({ one: { league_id, league, round } }: { one: calls.AwaitedMatch }) => (
  <>
    {strings.roundOf(round)}{" "}
    <a href={leagueAddress.path({ id: league_id })}>
      <bdi>{league}</bdi>
    </a>
  </>
);

/** The name under which the person entered, where several people may share the window. */
const Whose = ({ one: { name } }: { one: calls.AwaitedMatch }) =>
  name === "You" ? (
    strings.your
  ) : (
    <>
      <bdi>{name}</bdi>
      {strings.yourLabel}
    </>
  );

function InvitationNotice({ invitation }: { invitation: Invitation }) {
  const [busy, run] = useBusy();
  const [problem, setProblem] = useState<string | null>(null);
  const play = () => void run(async () => setProblem(await calls.acceptInvitation(invitation)));
  return (
    <div class="call line small">
      <p class="shrinks">
        <strong>
          <Whose one={invitation} /> {strings.matchAgainst} <bdi>{invitation.opponent}</bdi>
        </strong>{" "}
        {strings.waits} <LeagueLink one={invitation} />. <TimeLeft until={invitation.until} />
        {problem !== null && <span class="field-error"> {problem}</span>}
      </p>
      <Button label={strings.play} kind="primary" size="small" disabled={busy} onClick={play} />
    </div>
  );
}

/** The time left to come; not announced each second. */
const TimeLeft = ({ until }: { until: string }) => (
  <span class="figures" aria-live="off">
    {strings.timeLeft(clockText(Date.parse(until) - now.value))}
  </span>
);

const Waiting = ({ one }: { one: calls.AwaitedMatch }) => (
  <div class="call line small">
    <p class="shrinks">
      {strings.youAreReady} <bdi>{one.opponent}</bdi> {strings.hasNotArrivedYet} <LeagueLink one={one} />.
    </p>
    <Button label={strings.hide} size="small" onClick={() => calls.stopWaiting(one)} />
  </div>
);

function MissedNotice({ match }: { match: MissedMatch }) {
  const { misses, misses_most, over } = match;
  const remaining = misses_most - misses;
  return (
    <div class="call line small missed">
      <p class="shrinks">
        {strings.youMissedYourMatchAgainst} <bdi>{match.opponent}</bdi>
        {strings.andLostIt} <LeagueLink one={match} />.{" "}
        {over ? strings.leagueIsOver : remaining > 0 ? strings.afterMoreInRowYou(remaining) : strings.youAreOutOfIt}
      </p>
      <Button label={strings.ok} size="small" onClick={() => calls.dismissMissed(match)} />
    </div>
  );
}
