/** Decisions about sessions in browsers. */
import { NotFound } from '../errors.ts';
import { SessionsEnded, SessionStarted } from '../events/sessions.ts';
import type { CredentialId, UserId } from '../ids.ts';
import { sessionOf, sessionsOf, SESSION_MS } from '../organization/sessions.ts';
import type { OrganizationState } from '../organization/state.ts';
import { command, type DecidedEvent, requireActiveOrganization } from './define.ts';

/** Open sessions of a person; beyond it the oldest one ends. */
export const MAX_SESSIONS_PER_USER = 50;

/** Starts a session of somebody whose password was checked; those that are too old end on the occasion. */
export const startSession = command<{ userId: UserId; credentialId: CredentialId; device: string }, void>({
  name: 'StartSession',
  decide(organization, { userId, credentialId, device }, { now }) {
    requireActiveOrganization(organization);
    const sessions = sessionsOf(organization, userId);
    const tooMany = sessions.length - MAX_SESSIONS_PER_USER + 1;
    const outdated = sessions.filter(
      ({ startedAt }, index) => index < tooMany || now >= startedAt + SESSION_MS,
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
    if (session === undefined || session.userId !== actor) throw new NotFound('No such session');
    return { events: [...ending(actor, [credentialId])], result: undefined };
  },
});

/** Ends all sessions of a person but one: after the password has changed. */
export const endOtherSessions = (
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
