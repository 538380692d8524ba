import { createHmac, hash } from 'node:crypto';
import { expect } from 'chai';
import { ROOT_ORGANIZATION, type UserId } from '../../src/base/ids.ts';
import { isAdministrator } from '../../src/organization/access/rules.ts';
import { loadSnapshot, saveSnapshot, type SnapshotStore } from '../../src/organization/snapshots.ts';
import {
  emptyOrganization,
  type OrganizationState,
  SLICE_NAMES,
  slices,
} from '../../src/organization/state.ts';
import { isSubscribed } from '../../src/organization/slices/subscriptions.ts';
import { example, foldOn, organizationAfter } from '../support/examples.ts';

type Stored = { readonly [field: string]: unknown };

const keys = [new Uint8Array(32).fill(7)];
const owner = { logId: 'log-1', organizationId: ROOT_ORGANIZATION, keys };

/** A store that goes through JSON text, as engines do. */
class MemoryStore implements SnapshotStore {
  readonly texts = new Map<string, string>();
  put = async (key: string, document: Stored) => void this.texts.set(key, JSON.stringify(document));
  /** One after the other, as engines without transactions do. */
  async putAll(documents: readonly (readonly [string, Stored])[]): Promise<void> {
    for (const [key, document] of documents) await this.put(key, document);
  }
  removeAll = async (keys: readonly string[]) => keys.forEach((key) => this.texts.delete(key));
  get = async (key: string) => this.#parsed(key);
  list = async (prefix: string) =>
    this.keys(prefix).map((key): readonly [string, Stored] => [key, this.#parsed(key)!]);

  keys(prefix: string): string[] {
    return [...this.texts.keys()].filter((key) => key.startsWith(prefix)).sort();
  }

  replace(key: string, change: (text: string) => string): void {
    this.texts.set(key, change(this.texts.get(key)!));
  }

  #parsed(key: string): Stored | undefined {
    const text = this.texts.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as Stored);
  }
}

/** All that a state holds, as rows in order. */
const contentOf = (state: OrganizationState) => ({
  progress: [state.revision, state.position, state.hash, state.time],
  slices: SLICE_NAMES.map((name) =>
    Object.entries(state[name]).map(([container, content]) => [container, [...content.save()]]),
  ),
});

const lively = () =>
  organizationAfter(
    example.userCreated({ userId: 1, role: 100 }),
    example.userCreated({ userId: 2, role: 200 }),
    example.userCreated({ userId: 3 }),
    example.channelCreated({ channelId: 1 }),
    example.channelCreated({ channelId: 2, privacy: 'private' }),
    example.usersSubscribed({ channelIds: [1, 2], userIds: [3, 1, 2] }),
    example.messageSent(),
    example.usersUnsubscribed({ channelIds: [2], userIds: [3] }),
    example.userDeactivated({ userId: 3 }),
    example.passwordChanged(),
    example.botSetUp({ botId: 3 }),
  );

async function saved(state = lively()): Promise<MemoryStore> {
  const store = new MemoryStore();
  await saveSnapshot(store, state, owner);
  return store;
}

const chunksOf = (store: MemoryStore) => store.keys('snapshot/1/chunk/');
const manifestsOf = (store: MemoryStore) => store.keys('snapshot/1/manifest/');

interface SavedManifest {
  readonly logId: string;
  readonly organizationId: number;
  readonly progress: Readonly<Record<'revision' | 'position' | 'hash' | 'time', unknown>>;
  readonly slices: Record<string, { version: number; digests: readonly string[] }>;
}

describe('a snapshot', () => {
  it('comes back as the state that was saved', async () => {
    const state = lively();
    const loaded = await loadSnapshot(await saved(state), owner);
    expect(contentOf(loaded!)).to.deep.equal(contentOf(state));
    expect(loaded!.organizationId).to.equal(state.organizationId);
  });

  it('folds on like the state that was saved', async () => {
    const state = lively();
    const loaded = (await loadSnapshot(await saved(state), owner))!;
    const more = [
      example.userReactivated({ userId: 3 }),
      example.usersSubscribed({ channelIds: [2], userIds: [3] }),
    ];
    expect(contentOf(foldOn(loaded, ...more))).to.deep.equal(contentOf(foldOn(state, ...more)));
    expect(isSubscribed(loaded, 3 as UserId, 2 as never)).to.equal(true);
    expect(isAdministrator(loaded, 2 as UserId)).to.equal(true);
  });

  it('is of the moment when it was asked for, though the state moves on meanwhile', async () => {
    const [state, store] = [lively(), new MemoryStore()];
    const before = contentOf(state);
    const saving = saveSnapshot(store, state, owner);
    foldOn(state, example.userRenamed(), example.userCreated({ userId: 4 }), example.usersUnsubscribed());
    await saving;
    expect(contentOf((await loadSnapshot(store, owner))!)).to.deep.equal(before);
  });

  it('tells how many characters its chunks have', async () => {
    const store = new MemoryStore();
    const characters = await saveSnapshot(store, lively(), owner);
    const texts = await Promise.all(
      chunksOf(store).map(async (key) => (await store.get(key))?.text as string),
    );
    expect(characters).to.be.above(0).and.to.equal(texts.join('').length);
    expect(await saveSnapshot(store, emptyOrganization(owner.organizationId), owner)).to.equal(0);
  });

  it('is not there where none was saved, nor for a state without events', async () => {
    expect((await saved(emptyOrganization(ROOT_ORGANIZATION))).texts.size).to.equal(0);
    expect(await loadSnapshot(new MemoryStore(), owner)).to.equal(undefined);
  });

  it('is ignored when any chunk is changed or missing', async () => {
    for (const key of chunksOf(await saved())) {
      const changed = await saved();
      changed.replace(key, (text) => text.replace(/[a-z0-9]/i, (sign) => (sign === '1' ? '2' : '1')));
      expect(await loadSnapshot(changed, owner), `changed ${key}`).to.equal(undefined);
      const missing = await saved();
      missing.texts.delete(key);
      expect(await loadSnapshot(missing, owner), `without ${key}`).to.equal(undefined);
    }
  });

  it('is ignored when a slice has another version', async () => {
    const store = await saved();
    const users = slices.users as { version: number };
    users.version += 1;
    try {
      expect(await loadSnapshot(store, owner)).to.equal(undefined);
    } finally {
      users.version -= 1;
    }
    expect(await loadSnapshot(store, owner)).to.not.equal(undefined);
  });

  it('is ignored when its manifest is changed', async () => {
    const store = await saved();
    store.replace(manifestsOf(store)[0]!, (text) => text.replace('"revision":12', '"revision":10'));
    expect(await loadSnapshot(store, owner)).to.equal(undefined);
  });

  /** As somebody writes it who knows the format and not the key. */
  const forged = async (key: string, change: (text: string) => string, macKey = ''): Promise<MemoryStore> => {
    const store = await saved();
    store.replace(key, change);
    const [name = ''] = manifestsOf(store);
    const manifest = (await store.get(name)) as unknown as SavedManifest;
    for (const [slice, saved] of Object.entries(manifest.slices)) {
      const texts = chunksOf(store).filter((each) => each.includes(`/${slice}/`));
      const digests = await Promise.all(
        texts.map(async (each) => hash('sha256', (await store.get(each))?.['text'] as string, 'base64url')),
      );
      manifest.slices[slice] = { ...saved, digests };
    }
    const { logId, organizationId, slices, progress } = manifest;
    const { revision, position, hash: last, time } = progress;
    const listed = SLICE_NAMES.map((slice) => [slice, slices[slice]?.version, slices[slice]?.digests]);
    const fields = JSON.stringify([logId, organizationId, revision, position, last, time, listed]);
    const plain = hash('sha256', fields, 'base64url');
    const mac = createHmac('sha256', macKey).update(fields).digest('base64url');
    await store.put(name, { ...manifest, mac: macKey === '' ? plain : mac, digest: plain });
    return store;
  };

  it('is ignored when it was edited and its digests were computed again, without the key of the vault', async () => {
    const users = chunksOf(await saved()).find((key) => key.includes('/users/')) ?? '';
    const promote = (text: string) => text.replace('\\"role\\":400', '\\"role\\":100');
    expect(promote((await saved()).texts.get(users) ?? '')).not.to.equal((await saved()).texts.get(users));
    for (const key of ['', 'guessed'])
      expect(await loadSnapshot(await forged(users, promote, key), owner), key).to.equal(undefined);
    const known = { ...owner, keys: [Buffer.from('guessed')] };
    expect(await loadSnapshot(await forged(users, promote, 'guessed'), known), 'with the key').not.to.equal(
      undefined,
    );
  });

  it('is trusted under an earlier key of the ring, and never without keys', async () => {
    const rotated = [new Uint8Array(32).fill(9), ...keys];
    expect(await loadSnapshot(await saved(), { ...owner, keys: rotated })).not.to.equal(undefined);
    expect(await loadSnapshot(await saved(), { ...owner, keys: rotated.slice(0, 1) })).to.equal(undefined);
    expect(await loadSnapshot(await saved(), { ...owner, keys: [] })).to.equal(undefined);
    const store = new MemoryStore();
    expect(await saveSnapshot(store, lively(), { ...owner, keys: [] })).to.equal(0);
    expect(store.texts.size).to.equal(0);
  });

  it('is ignored when it is of another log', async () => {
    expect(await loadSnapshot(await saved(), { ...owner, logId: 'log-2' })).to.equal(undefined);
  });

  it('is ignored when saving it was interrupted', async () => {
    const [state, store] = [lively(), new MemoryStore()];
    const put = store.put;
    let puts = 0;
    store.put = (key, document) => (++puts > 4 ? Promise.reject(new Error('power cut')) : put(key, document));
    const failure = await saveSnapshot(store, state, owner).catch((error: Error) => error.message);
    expect(failure).to.equal('power cut');
    expect(await loadSnapshot(store, owner)).to.equal(undefined);
  });

  it('is written in few goes while the organization is small', async () => {
    const store = new MemoryStore();
    let goes = 0;
    const counted = async <Result>(go: Promise<Result>) => ((goes += 1), go);
    const counting: SnapshotStore = {
      get: (key) => store.get(key),
      list: (prefix) => store.list(prefix),
      put: (key, document) => counted(store.put(key, document)),
      putAll: (documents) => counted(store.putAll(documents)),
      removeAll: (keys) => counted(store.removeAll(keys)),
    };
    const state = lively();
    for (let round = 0; round < 3; round += 1)
      await saveSnapshot(counting, foldOn(state, example.messageSent()), owner);
    expect(contentOf((await loadSnapshot(store, owner))!)).to.deep.equal(contentOf(state));
    expect(goes).to.equal(3 * 3 + 2);
  });

  it('gives way to the one before it when it cannot be trusted', async () => {
    const [state, store] = [lively(), new MemoryStore()];
    await saveSnapshot(store, state, owner);
    const before = contentOf(state);
    await saveSnapshot(store, foldOn(state, example.userRenamed()), owner);
    store.texts.delete(chunksOf(store).at(-1)!);
    expect(contentOf((await loadSnapshot(store, owner))!)).to.deep.equal(before);
  });

  it('stays beside the one before it only, and clears up after interrupted ones', async () => {
    const [state, store] = [lively(), new MemoryStore()];
    await store.put('snapshot/1/manifest/0000000000000004', { status: 'begun' });
    await store.put('snapshot/1/chunk/4/users/0', { text: '[]' });
    for (let round = 0; round < 4; round += 1)
      await saveSnapshot(store, foldOn(state, example.messageSent()), owner);
    const revisions = [state.revision - 1, state.revision];
    expect(manifestsOf(store).map((key) => Number(key.split('/').at(-1)))).to.deep.equal(revisions);
    expect(new Set(chunksOf(store).map((key) => Number(key.split('/')[3])))).to.deep.equal(
      new Set(revisions),
    );
  });

  it('comes in documents below 4 MB', async () => {
    const state = organizationAfter(
      ...Array.from({ length: 6000 }, (_, index) =>
        example.userCreated({ userId: index + 1, fullName: 'é"'.repeat(50) }),
      ),
    );
    const store = await saved(state);
    expect(chunksOf(store).filter((key) => key.includes('/users/')).length).to.be.greaterThan(1);
    for (const text of store.texts.values()) expect(Buffer.byteLength(text)).to.be.lessThan(4_000_000);
    expect(contentOf((await loadSnapshot(store, owner))!)).to.deep.equal(contentOf(state));
  });
});
