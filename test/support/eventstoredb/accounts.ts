/** Who may do what at a node that has accounts. */
import { Metadata, status } from '@grpc/grpc-js';
import type { StatusObject } from '@grpc/grpc-js';

interface Account {
  readonly password: string;
  /** Whether it is in `$admins`: only they read `$all`, by the access rules that a node begins with. */
  readonly isAdmin: boolean;
}

/** By user name. */
export type Accounts = Readonly<Record<string, Account>>;

/** What a call asks for: streams are open to every account. */
export type Right = 'a stream' | 'everything';

const ENCODED = /^Basic (.+)$/;

/** Why the call is refused; undefined where it is not. */
export function refusal(
  accounts: Accounts | undefined,
  metadata: Metadata,
  right: Right,
): Partial<StatusObject> | undefined {
  if (!accounts) return undefined;
  const encoded = ENCODED.exec(String(metadata.get('authorization')[0] ?? ''))?.[1];
  if (encoded === undefined) return { code: status.PERMISSION_DENIED, details: 'Access Denied' };
  const [, name = '', password = ''] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  const account = Object.hasOwn(accounts, name) ? accounts[name] : undefined;
  if (account?.password !== password) return { code: status.UNAUTHENTICATED, details: 'Unauthenticated' };
  return account.isAdmin || right === 'a stream' ? undefined : deniedByRules();
}

/** Why a stream's access list refuses the call; undefined where it does not. */
export const denial = (
  denied: ReadonlySet<string>,
  right: 'append' | 'read',
  stream: string,
): Partial<StatusObject> | undefined =>
  denied.has(`${right} ${stream}`) ? deniedByRules(stream) : undefined;

function deniedByRules(stream = '$all'): Partial<StatusObject> {
  const metadata = new Metadata();
  metadata.set('exception', 'access-denied');
  return { code: status.PERMISSION_DENIED, details: `Access to stream ${stream} is denied`, metadata };
}
