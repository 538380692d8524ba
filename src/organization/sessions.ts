/** Sessions in browsers: which of them are open, and whose. */
import { readErasable } from '../events/define.ts';
import type { CredentialId, UserId } from '../ids.ts';
import { map } from './containers.ts';
import { slice } from './define.ts';

/** An open session; its credential ID names the secret in the browser's cookie. */
export interface Session {
  readonly credentialId: CredentialId;
  readonly userId: UserId;
  /** UNIX milliseconds. */
  readonly startedAt: number;
  /** Which browser it is in; '' once erased. */
  readonly device: string;
}

/** Milliseconds after its start at which a session ends by itself. */
export const SESSION_MS = 90 * 24 * 60 * 60 * 1000;

export const sessionsSlice = slice({
  version: 1,
  state: () => ({
    byId: map<CredentialId, Session>(),
    idsByUser: map<UserId, readonly CredentialId[]>(),
  }),
  evolve: {
    SessionStarted({ byId, idsByUser }, { userId, credentialId, device }, { metadata }) {
      const startedAt = metadata.time;
      byId.set(credentialId, { credentialId, userId, startedAt, device: readErasable(device, '') });
      idsByUser.set(userId, [...(idsByUser.get(userId) ?? []), credentialId]);
    },
    SessionsEnded: (sessions, { userId, credentialIds }) => end(sessions, userId, credentialIds),
    UserDeactivated: (sessions, { userId }) => end(sessions, userId, sessions.idsByUser.get(userId) ?? []),
  },
});

type Sessions = ReturnType<typeof sessionsSlice.state>;

function end({ byId, idsByUser }: Sessions, userId: UserId, credentialIds: readonly CredentialId[]): void {
  for (const credentialId of credentialIds) byId.delete(credentialId);
  const left = (idsByUser.get(userId) ?? []).filter((credentialId) => !credentialIds.includes(credentialId));
  if (left.length > 0) idsByUser.set(userId, left);
  else idsByUser.delete(userId);
}

interface WithSessions {
  readonly sessions: Sessions;
}

/** The session of a secret; undefined once it has ended. `now` is in UNIX milliseconds. */
export function sessionOf(
  { sessions }: WithSessions,
  credentialId: CredentialId,
  now: number,
): Session | undefined {
  const session = sessions.byId.get(credentialId);
  return session && now < session.startedAt + SESSION_MS ? session : undefined;
}

/** A person's sessions that have not been ended, oldest first; some may be too old to be used. */
export const sessionsOf = ({ sessions }: WithSessions, userId: UserId): readonly Session[] =>
  (sessions.idsByUser.get(userId) ?? []).flatMap((credentialId) => sessions.byId.get(credentialId) ?? []);
