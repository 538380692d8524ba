import { expect } from 'chai';
import type { OrganizationId } from '../../src/base/ids.ts';
import { quarantineRecords } from '../../src/projections/running/quarantine.ts';
import { openSqliteReadModels } from '../../src/projections/store/sqlite/readModels.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard, type Person } from '../support/hansard.ts';

const ROOT = 1 as OrganizationId;

describe('an organization with a quarantined view', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let server: Hansard;
  let owner: Person;

  before(async () => {
    ({ folder, remove } = await temporaryFolder());
    server = await Hansard.start({ folder });
    owner = await server.owner();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
    await owner.post('/saved_snippets', { title: 'Hello', content: 'Hello there' });
    await owner.post('/drafts', {
      drafts: [{ type: 'private', to: [owner.userId], topic: '', content: 'A draft', timestamp: 1 }],
    });
    await owner.post('/channel_folders/create', { name: 'Work', description: '' });
    await server.settled();
    await server.app.stop();
  });
  after(() => remove());
  afterEach(() => server.app.stop());

  /** Starts the server with these views quarantined for the organization, and no others. */
  async function startWith(...names: readonly string[]): Promise<void> {
    const readModels = await openSqliteReadModels({ folder });
    for (const [name, generation] of Object.entries(await readModels.served())) {
      const records = quarantineRecords(readModels.notes, generation);
      await records.liftAll();
      const bad = { stream: 'organization-1', position: 1, revision: 0, eventId: 'x', type: 'X', at: 1 };
      if (names.includes(name)) await records.put({ ...bad, organizationId: ROOT, error: 'It is bad.' });
    }
    await readModels.close();
    server = await Hansard.start({ folder });
    owner = await server.owner();
  }

  const registered = () => owner.post('/register', {});
  const health = async () => {
    const answer = await fetch(`${server.url.replace('/api/v1', '')}/health/ready`);
    const { degraded = [] } = (await answer.json()) as { readonly degraded?: readonly string[] };
    return { status: answer.status, degraded };
  };

  it('registers clients without that part, says so, and is degraded', async () => {
    await startWith('savedSnippets');
    const { status, body } = await registered();
    expect(status).to.equal(200);
    expect(body).to.include({ result: 'success' });
    expect(body.saved_snippets).to.deep.equal([]);
    expect(body.unreadable_fetch_types).to.deep.equal(['saved_snippets']);
    expect(body.drafts).to.have.length(1);
    expect(await health()).to.deep.equal({
      status: 200,
      degraded: ['The view savedSnippets is quarantined for organization 1: see hansard projections list.'],
    });
    expect((await owner.get('/drafts')).status).to.equal(200);
    expect((await owner.get('/users')).status).to.equal(200);
  });

  it('does so whichever views it has lost, and tells clients what happens', async () => {
    const names = ['channelFolders', 'drafts', 'messageFacts', 'messages', 'reminders', 'savedSnippets'];
    const more = ['scheduledMessages', 'subscriptions', 'userTopics'];
    await startWith(...names, ...more);
    const { status, body } = await registered();
    expect([status, body.msg]).to.deep.equal([200, '']);
    expect(body.unreadable_fetch_types).to.include.members([
      'channel_folders',
      'drafts',
      'message',
      'reminders',
      'saved_snippets',
      'scheduled_messages',
      'subscription',
      'unread_msgs',
      'user_topic',
    ]);
    expect((body.subscriptions as readonly { name: string }[]).map(({ name }) => name)).to.include('design');
    expect((await health()).degraded).to.have.length(names.length + more.length);
    const channelId = (body.subscriptions as readonly { stream_id: number }[])[0]?.stream_id;
    const muted = { stream_id: channelId, topic: 'lunch', visibility_policy: 1 };
    expect((await owner.post('/user_topics', muted)).body.msg).to.equal('');
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'art' }] });
    const { queue_id: queueId, last_event_id: last } = body;
    const events = await owner.get('/events', { queue_id: queueId, last_event_id: last, dont_block: true });
    expect(events.status).to.equal(200);
    const types = (events.body.events as readonly { type: string }[]).map(({ type }) => type);
    expect(types).to.include.members(['user_topic', 'subscription']).and.not.to.include('muted_topics');
  });

  it('is whole again when the view is', async () => {
    await startWith();
    const { body } = await registered();
    expect(body).not.to.have.property('unreadable_fetch_types');
    expect(body.saved_snippets).to.have.length(1);
    expect((await health()).degraded).to.deep.equal([]);
  });
});
