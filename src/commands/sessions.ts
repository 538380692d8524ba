/** Decisions about sessions in browsers. */
import { Absent } from '../errors.ts';
import { SessionsEnded, SessionStarted } from '../events/sessions.ts';
import type { CredentialId, UserId } from '../ids.ts';
import { sessionOf, sessionsOf, SESSION_LASTS } from '../organization/sessions.ts';
import type { OrganizationState } from '../organization/state.ts';
import { command, type DecidedEvent, requireOpen } from './define.ts';

/** Open sessions of a person; beyond it the oldest one ends. */
export const MOST_SESSIONS = 50;

/** Starts a session of somebody whose password was checked; those that are too old end on the occasion. */
export const startSession = command<{ userId: UserId; credentialId: CredentialId; device: string }, void>({
  name: 'StartSession',
  decide(organization, { userId, credentialId, device }, { now }) {
    requireOpen(organization);
    const sessions = sessionsOf(organization, userId);
    const tooMany = sessions.length - MOST_SESSIONS + 1;
    const outdated = sessions.filter(
      ({ startedAt }, index) => index < tooMany || now >= startedAt + SESSION_LASTS,
    );
    const credentialIds = outdated.map((session) => session.credentialId);
    return {
      events: [...ending(userId, credentialIds), SessionStarted({ userId, credentialId, device })],
      result: undefined,
    };
  },
});

/** Ends a session of the caller. */
export const endSession = command<{ credentialId: CredentialId }, void>({
  name: 'EndSession',
  decide(organization, { credentialId }, { actor, now }) {
    const session = sessionOf(organization, credentialId, now);
    if (session === undefined || session.userId !== actor) throw new Absent('No such session');
    return { events: [...ending(actor, [credentialId])], result: undefined };
  },
});

/** Ends all sessions of a person but one: after the password has changed. */
export const endOfOtherSessions = (
  organization: OrganizationState,
  userId: UserId,
  kept?: CredentialId,
): readonly DecidedEvent[] =>
  ending(
    userId,
    sessionsOf(organization, userId).flatMap(({ credentialId }) =>
      credentialId === kept ? [] : credentialId,
    ),
  );

const ending = (userId: UserId, credentialIds: readonly CredentialId[]): readonly DecidedEvent[] =>
  credentialIds.length === 0 ? [] : [SessionsEnded({ userId, credentialIds: [...credentialIds] })];
