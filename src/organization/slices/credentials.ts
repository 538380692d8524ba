/** The current secrets of the vault: all others no longer authenticate, from this revision on. */
import type { CredentialId, UserId } from '../../base/ids.ts';
import type { DeviceId, LegacyTokenKind, TokenKind } from '../../events/credentials.ts';
import { readErasable } from '../../events/define.ts';
import { Bitset, idSet } from '../containers/bitset.ts';
import { cell, map } from '../containers/containers.ts';
import { slice } from '../containers/define.ts';

/**
 * Credential IDs of a person's or bot's current secrets: a bot has no password, a system bot no key either. A
 * webhook's token authenticates nobody here: its receiver authenticates the bot with it.
 */
interface CurrentCredentials {
  readonly password?: CredentialId | undefined;
  readonly apiKey?: CredentialId | undefined;
  readonly botToken?: CredentialId | undefined;
  /** The signing secret of an outgoing webhook. */
  readonly signingSecret?: CredentialId | undefined;
  /** Whether the password must be changed before it gives an API key again. */
  readonly mustResetPassword?: boolean;
}

export const credentialsSlice = slice({
  version: 4,
  state: () => ({ byUser: map<UserId, CurrentCredentials>() }),
  evolve: {
    UserCreated: (credentials, { userId, passwordCredentialId, apiKeyCredentialId }) =>
      credentials.byUser.set(userId, { password: passwordCredentialId, apiKey: apiKeyCredentialId }),
    PasswordChanged: (credentials, { userId, credentialId }) =>
      credentials.byUser.update(userId, { password: credentialId, mustResetPassword: false }),
    PasswordResetRequired: (credentials, { userId }) =>
      credentials.byUser.update(userId, { mustResetPassword: true }),
    ApiKeyRegenerated: (credentials, { userId, credentialId }) =>
      credentials.byUser.update(userId, { apiKey: credentialId }),
    BotSetUp(credentials, { botId, service }) {
      if (service) credentials.byUser.update(botId, { botToken: service.tokenCredentialId });
    },
    BotSigningSecretIssued: (credentials, { botId, credentialId }) =>
      credentials.byUser.update(botId, { signingSecret: credentialId }),
  },
});

/** State with current credentials. */
interface WithCredentials {
  readonly credentials: ReturnType<typeof credentialsSlice.state>;
}

/** Credential IDs of an account's current secrets. */
export const credentialsOf = ({ credentials }: WithCredentials, userId: UserId): CurrentCredentials =>
  credentials.byUser.get(userId) ?? {};

/** Whether a person must change the password. */
export const mustResetPassword = (organization: WithCredentials, userId: UserId): boolean =>
  credentialsOf(organization, userId).mustResetPassword === true;

/** Whether a credential still authenticates its owner. */
export function isCurrent(
  organization: WithCredentials,
  userId: UserId,
  credentialId: CredentialId,
): boolean {
  const current = organization.credentials.byUser.get(userId);
  return current !== undefined && (current.password === credentialId || current.apiKey === credentialId);
}

// Sessions in browsers: which of them are open, and whose.

/** An open session; its credential ID names the secret in the browser's cookie. */
export interface Session {
  readonly credentialId: CredentialId;
  readonly userId: UserId;
  /** UNIX milliseconds. */
  readonly startedAt: number;
  /** The browser that it is in; '' once erased. */
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

// Push tokens of apps that do not encrypt, by their hashes.

interface LegacyToken {
  readonly kind: LegacyTokenKind;
  readonly tokenHash: string;
}

export const legacyTokensSlice = slice({
  version: 1,
  state: () => ({ byUser: map<UserId, readonly LegacyToken[]>() }),
  evolve: {
    LegacyTokenRegistered: ({ byUser }, { userId, kind, tokenHash }) =>
      byUser.set(userId, [...(byUser.get(userId) ?? []), { kind, tokenHash }]),
    LegacyTokenRemoved({ byUser }, { userId, kind, tokenHash }) {
      const isOther = (each: LegacyToken) => each.kind !== kind || each.tokenHash !== tokenHash;
      const left = (byUser.get(userId) ?? []).filter(isOther);
      if (left.length > 0) byUser.set(userId, left);
      else byUser.delete(userId);
    },
    UserDeactivated: ({ byUser }, { userId }) => void byUser.delete(userId),
  },
});

/** State with such tokens. */
interface WithLegacyTokens {
  readonly legacyTokens: ReturnType<typeof legacyTokensSlice.state>;
}

export const legacyTokensOf = ({ legacyTokens }: WithLegacyTokens, userId: UserId): readonly LegacyToken[] =>
  legacyTokens.byUser.get(userId) ?? [];

// Devices on which people are logged in, and which of them receive push notifications.

/** The push token of a device. */
interface PushToken {
  readonly tokenId: string;
  readonly tokenKind: TokenKind;
}

/** A token that is or will be registered at the bouncer; its registration data is in the vault. */
export interface OfferedToken extends PushToken {
  readonly credentialId: CredentialId;
  /** UNIX milliseconds. */
  readonly offeredAt: number;
}

export interface Device {
  readonly deviceId: DeviceId;
  readonly userId: UserId;
  /** Encrypts push notifications; null before the first registration. */
  readonly key: { readonly keyId: number; readonly credentialId: CredentialId } | null;
  /** The token that the bouncer has accepted. */
  readonly token: PushToken | null;
  /** A token on its way to the bouncer, or refused by it. */
  readonly offered: OfferedToken | null;
  /** Time of the last offer of a token, in UNIX milliseconds. */
  readonly offeredAt: number | null;
  /** Why the offered token was refused. */
  readonly errorCode: string | null;
}

/** A device that can receive push notifications. */
export type ActiveDevice = Device & { readonly key: object; readonly token: object };

export const devicesSlice = slice({
  version: 1,
  state: () => ({
    byId: map<DeviceId, Device>(),
    /** In the order of registration. */
    idsOf: map<UserId, readonly DeviceId[]>(),
    /** Everybody with an active device. */
    reachable: cell<Bitset<UserId>>(Bitset.of(), idSet()),
    nextDeviceId: cell(1 as DeviceId),
  }),
  evolve: {
    DeviceRegistered(devices, { deviceId, userId }) {
      const nothing = { key: null, token: null, offered: null, offeredAt: null, errorCode: null };
      devices.byId.set(deviceId, { deviceId, userId, ...nothing });
      devices.idsOf.set(userId, [...(devices.idsOf.get(userId) ?? []), deviceId]);
      devices.nextDeviceId.set((deviceId + 1) as DeviceId);
    },
    DeviceRemoved(devices, { deviceId, userId }) {
      devices.byId.delete(deviceId);
      const left = (devices.idsOf.get(userId) ?? []).filter((id) => id !== deviceId);
      if (left.length > 0) devices.idsOf.set(userId, left);
      else devices.idsOf.delete(userId);
      noteReachable(devices, userId);
    },
    PushKeyChanged(devices, { deviceId, userId, newKeyId: keyId, credentialId }) {
      devices.byId.update(deviceId, { key: { keyId, credentialId } });
      noteReachable(devices, userId);
    },
    PushTokenOffered(devices, { deviceId, tokenId, tokenKind, credentialId }, { metadata: { time } }) {
      const offered = { tokenId, tokenKind, credentialId, offeredAt: time };
      devices.byId.update(deviceId, { offered, offeredAt: time, errorCode: null });
    },
    PushTokenAccepted(devices, { deviceId, userId, tokenId }) {
      devices.byId.update(deviceId, (device) => ({
        ...device,
        token: { tokenId, tokenKind: device.offered?.tokenKind ?? 'fcm' },
        offered: null,
      }));
      noteReachable(devices, userId);
    },
    PushTokenRefused: ({ byId }, { deviceId, errorCode }) => byId.update(deviceId, { errorCode }),
    UserDeactivated(devices, { userId }) {
      for (const deviceId of devices.idsOf.get(userId) ?? []) devices.byId.delete(deviceId);
      devices.idsOf.delete(userId);
      noteReachable(devices, userId);
    },
  },
});
type Devices = ReturnType<typeof devicesSlice.state>;

function noteReachable(devices: Devices, userId: UserId): void {
  const isReachable = activeDevicesOf({ devices }, userId).length > 0;
  const present = devices.reachable.get();
  const next = isReachable ? present.with(userId) : present.without(userId);
  if (next !== present) devices.reachable.set(next);
}

/** State with devices. */
interface WithDevices {
  readonly devices: Devices;
}

/** The devices of a person, oldest first. */
export const devicesOf = ({ devices }: WithDevices, userId: UserId): readonly Device[] =>
  (devices.idsOf.get(userId) ?? []).flatMap((deviceId) => devices.byId.get(deviceId) ?? []);

/** A device, if it belongs to the person. */
export function deviceOf(
  { devices }: WithDevices,
  userId: UserId | null,
  deviceId: DeviceId,
): Device | undefined {
  const device = devices.byId.get(deviceId);
  return device?.userId === userId ? device : undefined;
}

/** Whether a device can receive push notifications. */
export const canReceivePush = (device: Device): device is ActiveDevice =>
  device.key !== null && device.token !== null;

/** The devices of a person that can receive push notifications. */
export const activeDevicesOf = (organization: WithDevices, userId: UserId): readonly ActiveDevice[] =>
  devicesOf(organization, userId).filter(canReceivePush);

/** Whether the bouncer has not answered yet about a device's token. */
export const isPending = (device: Device): device is Device & { readonly offered: OfferedToken } =>
  device.offered !== null && device.errorCode === null;
