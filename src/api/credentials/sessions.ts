/** Sessions in browsers: logging in with a cookie instead of an API key, and ending it. */
import { z } from 'zod';
import { NotFound } from '../../base/errors.ts';
import { CredentialId, UserId } from '../../base/ids.ts';
import { endSession, startSession } from '../../commands/credentials/credentials.ts';
import { SESSION_MS, sessionsOf } from '../../organization/slices/credentials.ts';
import { named } from '../../wire/define.ts';
import { pathText } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';
import type { ServedOrganization } from '../http/servedOrganization.ts';
import type { Services } from '../http/services.ts';
import {
  LOGIN_ERRORS,
  passwordParam,
  UNSTORED_CREDENTIAL,
  userByLogin,
  usernameParam,
} from './credentials.ts';

/** Names of browsers and systems, for people who look at the list of their sessions. */

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** `Firefox on Linux`, from a `User-Agent` header; else the name of the program, at most 60 characters. */
function deviceName(userAgent: string): string {
  const nameIn = (names: typeof BROWSERS): string | undefined =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  const program =
    userAgent
      .split('/', 1)[0]
      ?.replaceAll(/\p{Cc}/gu, '')
      .trim() ?? '';
  return program === '' ? 'Unknown' : program.slice(0, 60);
}

const Session = named(
  'Session',
  'A session in a browser.',
  z.strictObject({
    session_id: z.string().describe('ID of the session, as GET /sessions lists it.'),
    device: z.string().describe('The browser, as it names itself.'),
    started: z.int().describe('When the session began, in UNIX seconds.'),
    ends: z.int().describe('When it ends at the latest, in UNIX seconds.'),
    is_current: z.boolean().describe('Whether the call was made in this session.'),
  }),
);

export const sessionRoutes = routes({
  'POST /sessions': write({
    who: 'anyone',
    summary: 'Log in with your password: the answer sets a cookie that stands for you for 90 days',
    params: { username: usernameParam, password: passwordParam },
    response: z.strictObject({ user_id: UserId, session_id: Session.shape.session_id }),
    errors: LOGIN_ERRORS,
    async handle({ params, organization, services, loginAttempts, setSession, requestId, header }) {
      const { userId } = await userByLogin({ services, organization, loginAttempts }, params);
      const browser = { userId, requestId, userAgent: header('user-agent') ?? '' };
      const { credentialId, token } = await newSession(services, organization, browser);
      setSession(token);
      return { user_id: userId, session_id: credentialId };
    },
  }),

  'GET /sessions': read({
    who: 'human',
    summary: 'List your sessions in browsers, oldest first',
    params: {},
    response: z.strictObject({ sessions: z.array(Session).describe('The caller’s sessions in browsers.') }),
    handle({ actor, organization: { state, session } }) {
      const open = sessionsOf(state, actor.userId).filter(({ credentialId }) => session(credentialId));
      return {
        sessions: open.map(({ credentialId, device, startedAt }) => ({
          session_id: credentialId,
          device,
          started: Math.floor(startedAt / 1000),
          ends: Math.floor((startedAt + SESSION_MS) / 1000),
          is_current: credentialId === actor.sessionId,
        })),
      };
    },
  }),

  'DELETE /sessions/:session_id': write({
    who: 'human',
    summary: 'End one of your sessions; with `current`, log out',
    params: { session_id: pathText().describe('`current` is the session of the request.') },
    async handle({ params: { session_id: named }, actor, submit, setSession }) {
      const credentialId = named === 'current' ? actor.sessionId : CredentialId.parse(named);
      if (credentialId === undefined) throw new NotFound('No such session');
      await submit(endSession, { credentialId });
      if (credentialId === actor.sessionId) setSession(null);
    },
  }),
});

/** Whose session it is, and the browser that asks for it. */
interface SessionRequest {
  readonly userId: UserId;
  readonly requestId: string;
  readonly userAgent: string;
}

/** Stores the secret of a new session and records its start. */
export async function newSession(
  { secrets }: Pick<Services, 'secrets'>,
  organization: ServedOrganization,
  { userId, requestId, userAgent }: SessionRequest,
): Promise<{ readonly credentialId: CredentialId; readonly token: string }> {
  const device = deviceName(userAgent);
  const session = { userId, device };
  const submission = { actor: userId, client: 'website', correlationId: requestId };
  let issued: { credentialId: CredentialId; token: string } | undefined;
  const prepare = async () => {
    issued = await secrets.issueSession(organization.id);
    return { ...session, credentialId: issued.credentialId };
  };
  const unnamed = { ...session, credentialId: UNSTORED_CREDENTIAL };
  await organization.submitAfterDryRun(startSession, unnamed, prepare, submission);
  if (issued === undefined) throw new Error('A session was recorded that has no secret.');
  return issued;
}
