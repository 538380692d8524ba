/**
 * The organizations of this server where this browser's reader has logged in. A cookie of the parent domain lists their
 * subdomains, as storage is of one host each; the others are polled for their unread counts, rarely and while the page is visible.
 */
import { type Answer, connect, Refusal } from '@hansard/client';
import { computed, signal } from '@preact/signals';
import { client, reasonOf } from './connection.ts';
import { localRecord, localText, setLocalText } from './localValues.ts';
import { unreadTotal } from './unread.ts';
import { parseUrl } from './urls.ts';

export interface Organization {
  readonly url: string;
  /** The host name as long as nothing else is known. */
  readonly name: string;
  /** Absolute URL; undefined for those that have none of their own. */
  readonly icon?: string | undefined;
  /** Undefined where nobody is logged in, or as long as it has not answered. */
  readonly unread?: number | undefined;
  readonly isLoggedOut: boolean;
  readonly isCurrent: boolean;
}

interface OrganizationDetails {
  readonly name: string;
  readonly icon?: string;
}

const COOKIE = 'hansard-organizations';
const YEAR_SECONDS = 365 * 24 * 3600;
/** Stands for the root organization, which has no subdomain. */
const ROOT = '-';
const SUBDOMAIN = /^(?:-|[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)$/;
const MAX_LISTED = 20;

/** Milliseconds until the first question, so that the reader's own page comes first, and between questions. */
const START_DELAY_MS = 1_500;
const ASKS_EVERY = 60_000;
const ASKS_AT_MOST_EVERY = 15_000;

/** The icon of organizations that have none of their own: it would not distinguish them. */
const USUAL_ICON = '/icons/organization.svg';

const SERVER = 'server';
const DETAILS = 'organizations';

/** URL of the root organization; '' as long as it is not known. */
const server = signal(parseUrl(localText(SERVER)) ? localText(SERVER) : '');
const details = signal(keptDetails());
const listed = signal(listedNow());
/** By subdomain; null where nobody is logged in. */
const counts = signal<Readonly<Record<string, number | null>>>({});
const isHere = signal(false);

function keptDetails(): Readonly<Record<string, OrganizationDetails>> {
  const entries = Object.entries(localRecord(DETAILS)).flatMap(([subdomain, kept]) => {
    const { name, icon } = Object(kept) as Partial<Record<string, unknown>>;
    if (typeof name !== 'string') return [];
    return [[subdomain, { name, ...(typeof icon === 'string' && { icon }) }] as const];
  });
  return Object.fromEntries(entries);
}

function listedNow(): readonly string[] {
  const text = document.cookie.split('; ').find((part) => part.startsWith(`${COOKIE}=`));
  const all = new Set((text ?? '').slice(COOKIE.length + 1).split('.'));
  return [...all].filter((subdomain) => SUBDOMAIN.test(subdomain)).slice(0, MAX_LISTED);
}

function list(subdomains: readonly string[]): void {
  const { hostname, protocol } = new URL(server.peek());
  const secure = protocol === 'https:' ? '; Secure' : '';
  const lasts = subdomains.length === 0 ? 0 : YEAR_SECONDS;
  document.cookie = `${COOKIE}=${subdomains.join('.')}; Domain=${hostname}; Path=/; Max-Age=${lasts}; SameSite=Lax${secure}`;
  listed.value = listedNow();
}

const urlOf = (subdomain: string): string =>
  subdomain === ROOT ? server.value : server.value.replace('://', `://${subdomain}.`);

/** The subdomain of this page; undefined at an address that is none of the server's own. */
const ownSubdomain = computed(() => (server.value === '' ? undefined : subdomainAt(location.host)));

/** The subdomain in a host name, with or without the port. */
function subdomainAt(host: string): string | undefined {
  const root = new URL(server.value);
  for (const name of [root.host, root.hostname]) {
    if (host === name) return ROOT;
    const subdomain = host.slice(0, -name.length - 1);
    if (host.endsWith(`.${name}`) && SUBDOMAIN.test(subdomain)) return subdomain;
  }
  return undefined;
}

/** Whether several can be shown: browsers keep apart what is directly below a name like `localhost`. */
export const canHaveSeveral = computed(
  () => ownSubdomain.value !== undefined && /\.[a-z]/.test(new URL(server.value).hostname),
);

/** The one of this page is always among them. */
export const organizations = computed((): readonly Organization[] => {
  const own = ownSubdomain.value;
  if (own === undefined || !canHaveSeveral.value) return [];
  return [...new Set([...listed.value, own])].map((subdomain) => {
    const url = urlOf(subdomain);
    const isCurrent = subdomain === own;
    const { name = new URL(url).hostname, icon = undefined } = details.value[subdomain] ?? {};
    const unread = isCurrent && isHere.value ? unreadTotal.value : counts.value[subdomain];
    return { url, name, icon, isCurrent, unread: unread ?? undefined, isLoggedOut: unread === null };
  });
});

let isFollowing = false;
let requestedAt = -Infinity;

/** Polls from now on; with `isLoggedIn` this organization is listed, too. */
export function followOrganizations(isLoggedIn: boolean): void {
  isHere.value = isLoggedIn;
  requestedAt = -Infinity;
  if (server.peek() !== '') listOwn();
  setTimeout(() => void ask(), START_DELAY_MS);
  if (isFollowing) return;
  isFollowing = true;
  setInterval(() => void ask(), ASKS_EVERY);
  addEventListener('visibilitychange', () => void ask());
}

/** Lists the organization of this page where the reader is logged in, beside what other pages have listed meanwhile. */
function listOwn(): void {
  listed.value = listedNow();
  const own = ownSubdomain.peek();
  if (isHere.peek() && own !== undefined && canHaveSeveral.peek() && !listed.peek().includes(own))
    list([...listed.peek(), own]);
}

async function ask(): Promise<void> {
  if (document.visibilityState !== 'visible' || Date.now() - requestedAt < ASKS_AT_MOST_EVERY) return;
  requestedAt = Date.now();
  try {
    await learnOwn();
    const own = ownSubdomain.peek();
    if (own === undefined || !canHaveSeveral.peek()) return;
    listOwn();
    const others = listed.peek().filter((subdomain) => subdomain !== own);
    await Promise.allSettled(others.map(askSibling));
  } catch (error) {
    reasonOf(error);
  }
}

/** Subdomains whose name has been loaded since this page was opened. */
const learned = new Set<string>();

async function learnOwn(): Promise<void> {
  if (learned.size > 0) return;
  const settings = await client.call('GET /server_settings');
  server.value = settings.server_url;
  setLocalText(SERVER, settings.server_url);
  const own = ownSubdomain.peek();
  if (own !== undefined) learn(own, settings);
}

type ServerDetails = Pick<Answer<'GET /server_settings'>, 'realm_name' | 'realm_icon'>;

function learn(subdomain: string, { realm_name: name, realm_icon: path }: ServerDetails): void {
  const icon = path.startsWith(USUAL_ICON) ? {} : { icon: new URL(path, urlOf(subdomain)).href };
  details.value = { ...details.peek(), [subdomain]: { name, ...icon } };
  setLocalText(DETAILS, JSON.stringify(details.peek()));
  learned.add(subdomain);
}

const sibling = (subdomain: string) => connect({ url: urlOf(subdomain), isSibling: true });

async function askSibling(subdomain: string): Promise<void> {
  const { call } = sibling(subdomain);
  const unread = await call('GET /users/me/unread_count').then(
    ({ count }) => count,
    (error: unknown) => {
      if (error instanceof Refusal && error.status === 401) return null;
      throw error;
    },
  );
  counts.value = { ...counts.peek(), [subdomain]: unread };
  if (!learned.has(subdomain)) learn(subdomain, await call('GET /server_settings'));
}

/** The reader has logged out here. */
export function forgetOrganization(): void {
  const own = ownSubdomain.peek();
  if (own !== undefined) list(listedNow().filter((each) => each !== own));
}

/** Takes another one out of the list; its session goes on. */
export function removeOrganization({ url }: Organization): void {
  list(listedNow().filter((each) => urlOf(each) !== url));
}

/** The end of the host names of all of this server's organizations. */
export const serverHost = computed(() => (server.value === '' ? '' : new URL(server.value).host));

/** URL of an organization of this server, by its subdomain, host name or URL; undefined if there is none. */
export async function organizationAt(text: string): Promise<string | undefined> {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '');
  const subdomain = subdomainAt(host.includes('.') ? host : `${host}.${serverHost.peek()}`);
  if (subdomain === undefined) return undefined;
  try {
    await sibling(subdomain).call('GET /server_settings');
    return urlOf(subdomain);
  } catch (error) {
    reasonOf(error);
    return undefined;
  }
}

/** Goes to the organization at a position in the list, counted from 1. */
export function openOrganization(number: number): void {
  const chosen = organizations.peek()[number - 1];
  if (chosen && !chosen.isCurrent) location.assign(`${chosen.url}/`);
}
