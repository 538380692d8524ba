import { expect } from 'chai';
import { NotReady, Refused } from '../../src/base/errors.ts';
import type { DomainEvent } from '../../src/events/define.ts';
import { createLogger } from '../../src/base/logger.ts';
import type { OrganizationState } from '../../src/organization/state.ts';
import type { Reactors } from '../../src/reactors/running/runner.ts';
import { type ScheduledSender, startScheduledSends } from '../../src/reactors/scheduledSends.ts';
import { example, EXAMPLE_START, foldOn, organizationAfter } from '../support/examples.ts';
import { TestClock } from '../support/testClock.ts';

const DAY = 24 * 60 * 60 * 1000;
const SENT = new Promise<void>((resolve) => setImmediate(resolve));

/** Organizations, and a sender that notes the requests it gets. */
class Post {
  readonly clock = new TestClock(EXAMPLE_START + DAY);
  readonly requests: string[] = [];
  readonly organizations: OrganizationState[];
  /** The outcome of sending; by default the message is sent. */
  send: (organization: OrganizationState, id: number) => Promise<void> = async (organization, id) => {
    await SENT;
    this.sent(organization, id);
  };
  #reactor: Reactors | undefined;

  constructor(...organizations: readonly OrganizationState[]) {
    this.organizations = [...organizations];
  }

  start(): Reactors {
    const byId = (id: number) => this.organizations.find(({ organizationId }) => organizationId === id)!;
    const sender: ScheduledSender = {
      send: (organizationId, id) => {
        this.requests.push(`${organizationId}/${id}`);
        return this.send(byId(organizationId), id);
      },
      giveUp: async (organizationId, id, error) => {
        this.requests.push(`${error.message} ${organizationId}/${id}`);
        foldOn(byId(organizationId), example.scheduledSendFailed({ scheduledMessageId: id }));
      },
    };
    const lanes = { all: () => this.organizations.map((state) => ({ state })) as never };
    const { clock } = this;
    this.#reactor = startScheduledSends({ clock, logger: createLogger('silent'), lanes, sender });
    return this.#reactor;
  }

  sent(organization: OrganizationState, id: number): void {
    foldOn(organization, example.scheduledMessageSent({ scheduledMessageId: id }));
  }
}

/** A message whose time is so many milliseconds after the clock's. */
const due = (scheduledMessageId: number, later = 0, authorId = 1): DomainEvent =>
  example.messageScheduled({ scheduledMessageId, authorId, deliverAt: EXAMPLE_START + DAY + later });

describe('the sender of scheduled messages', () => {
  it('sends at once what was due when it started, and what had been started before', async () => {
    const post = new Post(
      organizationAfter(
        due(1, -1),
        due(2, 60_000),
        due(3, 60_000, 2),
        example.scheduledSendStarted({ scheduledMessageId: 3 }),
      ),
    );
    post.start();
    await post.clock.advance(0);
    expect(post.requests).to.have.members(['1/1', '1/3']);
  });

  it('sends within a second of the time', async () => {
    const post = new Post(organizationAfter(due(1, 10_000)));
    post.start();
    await post.clock.advance(9_999);
    expect(post.requests).to.deep.equal([]);
    await post.clock.advance(1_000);
    expect(post.requests).to.deep.equal(['1/1']);
  });

  it('knows of messages that are scheduled, deleted and put off while it runs', async () => {
    const organization = organizationAfter(due(1, 10_000), due(2, 10_000));
    const post = new Post(organization);
    post.start();
    await post.clock.advance(5_000);
    foldOn(
      organization,
      due(3, 6_000),
      example.scheduledMessageDeleted({ scheduledMessageId: 1 }),
      example.scheduledMessageEdited({ scheduledMessageId: 2, deliverAt: EXAMPLE_START + 2 * DAY }),
    );
    await post.clock.advance(60_000);
    expect(post.requests).to.deep.equal(['1/3']);
  });

  it('sends the messages of one author one after the other, in the order of their times', async () => {
    const post = new Post(organizationAfter(due(1, -1), due(2, -3), due(3, -2)));
    let isBusy = false;
    post.send = async (organization, id) => {
      expect(isBusy).to.equal(false);
      isBusy = true;
      await new Promise((resolve) => setImmediate(resolve));
      isBusy = false;
      post.sent(organization, id);
    };
    await post.start().settled();
    expect(post.requests).to.deep.equal(['1/2', '1/3', '1/1']);
  });

  it('lets nobody wait for somebody else, here or in another organization', async () => {
    const other = organizationAfter(example.organizationFounded({ organizationId: 2 }), due(1));
    Object.assign(other, { organizationId: 2 });
    const post = new Post(organizationAfter(due(1), due(2, 0, 2)), other);
    post.send = async (organization, id) =>
      organization === other || id === 2 ? post.sent(organization, id) : new Promise(() => {});
    post.start();
    await post.clock.advance(0);
    expect(post.requests).to.have.members(['1/1', '1/2', '2/1']);
    expect(post.organizations.map(({ scheduledMessages }) => scheduledMessages.byId.size)).to.deep.equal([
      1, 0,
    ]);
  });

  it('sends the messages of a thousand authors without waiting for the clock, some dozens at a time', async () => {
    const post = new Post(
      organizationAfter(...Array.from({ length: 1_000 }, (_, index) => due(index + 1, 0, index + 1))),
    );
    let underWay = 0;
    let most = 0;
    post.send = async (organization, id) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      post.sent(organization, id);
    };
    await post.start().settled();
    expect(new Set(post.requests).size).to.equal(1_000);
    expect(most).to.equal(32);
  });

  it('tries again while something is not ready, for as long as that takes', async () => {
    const post = new Post(organizationAfter(due(1)));
    post.send = async () => {
      throw new NotReady('The views are being built.');
    };
    post.start();
    await post.clock.advance(60 * 60 * 1000);
    expect(post.requests.length).to.be.above(100);
    expect(new Set(post.requests)).to.have.keys('1/1');
  });

  it('gives up what is refused at once, and what fails by our fault after some attempts', async () => {
    const post = new Post(organizationAfter(due(1), due(2, 0, 2)));
    post.send = async (_, id) => {
      throw id === 1 ? new Refused('refused') : new Error('broken');
    };
    post.start();
    await post.clock.advance(60_000);
    expect(post.requests.filter((requests) => requests.endsWith('1/1'))).to.deep.equal([
      '1/1',
      'refused 1/1',
    ]);
    const other = post.requests.filter((requests) => requests.endsWith('1/2'));
    expect(other.at(-1)).to.equal('broken 1/2');
    expect(other.slice(0, -1)).to.deep.equal(Array.from({ length: 8 }, () => '1/2'));
  });

  it('ends after the attempt in hand', async () => {
    const post = new Post(organizationAfter(due(1, -1), due(2)));
    let finish = (): void => {};
    post.send = async () => new Promise((resolve) => (finish = resolve));
    const stopping = post.start().stop();
    finish();
    await stopping;
    await post.clock.advance(60_000);
    expect(post.requests).to.deep.equal(['1/1']);
  });
});
