import { expect } from 'chai';
import type { ChannelId } from '../../../src/base/ids.ts';
import { channelByName } from '../../../src/organization/slices/channels.ts';
import { userIdsByName } from '../../../src/organization/slices/users.ts';
import { example, foldOn, organizationAfter } from '../../support/examples.ts';

const [COMPOSED, DECOMPOSED] = ['caf\u00e9', 'cafe\u0301'] as const;

describe('two names in an older log that have one identity today', () => {
  it('leave the name to the older channel until it is called otherwise', () => {
    const state = organizationAfter(
      example.channelCreated({ channelId: 1, name: COMPOSED }),
      example.channelCreated({ channelId: 2, name: DECOMPOSED }),
    );
    expect(channelByName(state, DECOMPOSED)?.channelId).to.equal(1);
    expect(state.channels.byId.get(2 as ChannelId)?.name).to.equal(DECOMPOSED);
    foldOn(state, example.channelRenamed({ channelId: 2, oldName: DECOMPOSED, newName: 'tea' }));
    expect(channelByName(state, COMPOSED)?.channelId).to.equal(1);
    expect(channelByName(state, 'tea')?.channelId).to.equal(2);
    foldOn(state, example.channelRenamed({ channelId: 1, oldName: COMPOSED, newName: 'coffee' }));
    expect(channelByName(state, COMPOSED)).to.equal(undefined);
  });

  it('are the name of both people', () => {
    const state = organizationAfter(
      example.userCreated({ userId: 1, email: 'a@example.com', fullName: 'Straße' }),
      example.userCreated({ userId: 2, email: 'b@example.com', fullName: 'STRASSE' }),
    );
    expect(userIdsByName(state, 'strasse')).to.deep.equal([1, 2]);
  });
});
