import { expect } from 'chai';
import { chainStart } from '../../src/events/chain.ts';
import { organizationStream, ROOT_ORGANIZATION, type ChannelId, type UserId } from '../../src/base/ids.ts';
import { isSubscribed } from '../../src/organization/slices/subscriptions.ts';
import { emptyOrganization } from '../../src/organization/state.ts';
import { isOwner } from '../../src/organization/access/rules.ts';
import { example, EXAMPLE_START, foldOn, organizationAfter, recorded } from '../support/examples.ts';

const ada = 1 as UserId;
const lobby = 1 as ChannelId;

/** One event of every type that an organization's stream can hold. */
const everything = [
  example.organizationFounded(),
  example.systemGroupsCreated(),
  example.userCreated({ userId: 1, role: 100 }),
  example.userCreated({ userId: 2 }),
  example.userRenamed({ userId: 2 }),
  example.userRoleChanged({ userId: 2, oldRole: 400, newRole: 300 }),
  example.passwordChanged(),
  example.apiKeyRegenerated(),
  example.channelCreated(),
  example.usersSubscribed({ userIds: [1, 2] }),
  example.messageSent(),
  example.messageSent({ participantIds: [1, 2] }),
  example.reactionAdded(),
  example.reactionRemoved(),
  example.usersUnsubscribed({ userIds: [2] }),
  example.userDeactivated({ userId: 2 }),
  example.userReactivated({ userId: 2 }),
];

describe('the state of an organization', () => {
  it('begins before the first revision, chained to the name of its stream', () => {
    const { revision, position, hash, time } = emptyOrganization(ROOT_ORGANIZATION);
    expect({ revision, position, time }).to.deep.equal({ revision: -1, position: null, time: 0 });
    expect(hash).to.equal(chainStart(organizationStream(ROOT_ORGANIZATION)));
  });

  it('is at the revision, position, hash and time of the last event, whatever its type', () => {
    const state = emptyOrganization(ROOT_ORGANIZATION);
    for (const event of recorded(everything)) {
      state.fold(event);
      const { revision, position, hash, time } = state;
      expect({ revision, position }).to.deep.equal({ revision: event.revision, position: event.position });
      expect(hash).to.equal(event.metadata.hash);
      expect(time).to.equal(EXAMPLE_START + event.revision * 1000);
    }
  });

  it('refuses an event that comes again or too early', () => {
    const state = organizationAfter();
    const [, again, next, early] = recorded([...everything.slice(0, 2), ...everything.slice(2, 4)]);
    expect(() => state.fold(again!)).to.throw('does not follow 1');
    expect(() => state.fold(early!)).to.throw('does not follow 1');
    state.fold(next!);
    expect(state.revision).to.equal(2);
  });

  it('folds a log in which everything erasable has been erased', () => {
    const state = emptyOrganization(ROOT_ORGANIZATION);
    for (const event of recorded(everything, {}, () => true)) state.fold(event);
    expect(state.users.byId.get(ada)).to.include({ email: '', fullName: '', role: 100 });
    expect(state.users.idByEmail.size).to.equal(0);
    expect(isOwner(state, ada)).to.equal(true);
    expect(isSubscribed(state, ada, lobby)).to.equal(true);
  });
});

describe('a layer of the state', () => {
  it('folds on by itself', () => {
    const state = organizationAfter(example.userCreated(), example.channelCreated());
    const layer = foldOn(state.layer(), example.usersSubscribed());
    expect([state.revision, layer.revision]).to.deep.equal([3, 4]);
    expect([isSubscribed(state, ada, lobby), isSubscribed(layer, ada, lobby)]).to.deep.equal([false, true]);
  });

  it('becomes the state when it is merged', () => {
    const state = organizationAfter(example.userCreated({ userId: 1 }));
    const layer = foldOn(state.layer(), example.userRenamed(), example.userCreated({ userId: 2 }));
    layer.merge();
    const { revision, position, hash, time } = layer;
    expect([state.revision, state.position, state.hash, state.time]).to.deep.equal([
      revision,
      position,
      hash,
      time,
    ]);
    expect([...state.users.byId.values()].map(({ fullName }) => fullName)).to.deep.equal([
      'Somebody 1',
      'User 2',
    ]);
    expect(state.users.nextUserId.get()).to.equal(3);
  });

  it('goes on after it has been merged', () => {
    const state = organizationAfter();
    const layer = state.layer();
    foldOn(layer, example.userCreated({ userId: 1 })).merge();
    foldOn(layer, example.userCreated({ userId: 2 })).merge();
    expect(state.users.byId.size).to.equal(2);
  });

  it('is not merged into a state that has moved on without it', () => {
    const state = organizationAfter();
    const layer = foldOn(state.layer(), example.userCreated({ userId: 1 }));
    foldOn(state, example.userCreated({ userId: 2 }));
    expect(() => layer.merge()).to.throw('made at revision 1; the state is at 2');
    expect([...state.users.byId.keys()]).to.deep.equal([2]);
  });

  it('is the only thing that can be merged', () => {
    expect(() => organizationAfter().merge()).to.throw('Only a layer');
  });
});
