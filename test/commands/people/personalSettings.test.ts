import { expect } from 'chai';
import { changeOwnAccount } from '../../../src/commands/people/settings.ts';
import type { CredentialId } from '../../../src/base/ids.ts';
import { example, foldOn, organizationAfter } from '../../support/examples.ts';
import { eventsOrRefusal } from '../eventsOrRefusal.ts';

const nothing = { fullName: undefined, passwordCredentialId: undefined, settings: {} };
const cast = () =>
  organizationAfter(
    example.userCreated({ userId: 1, role: 200 }),
    example.userCreated({ userId: 2 }),
    example.personalSettingChanged({
      userId: 2,
      property: 'presenceEnabled',
      oldValue: true,
      newValue: false,
    }),
  );

describe('changing one’s own account', () => {
  it('records what is different, each with what it was', () => {
    const settings = {
      emailAddressVisibility: 1,
      automaticallyFollowTopics: 4,
      presenceEnabled: false,
      timezone: 'Asia/Tokyo',
      translateEmoticons: undefined,
    } as const;
    expect(eventsOrRefusal(cast(), changeOwnAccount, { ...nothing, settings }, 2)).to.deep.equal([
      example.personalSettingChanged({
        userId: 2,
        property: 'automaticallyFollowTopics',
        oldValue: 3,
        newValue: 4,
      }),
      example.personalSettingChanged({ userId: 2, property: 'timezone', newValue: 'Asia/Tokyo' }),
    ]);
    expect(eventsOrRefusal(cast(), changeOwnAccount, nothing, 2)).to.deep.equal([]);
  });

  it('records a new name and that there is a new password', () => {
    const passwordCredentialId = 'new' as CredentialId;
    const change = { ...nothing, fullName: ' Two ', passwordCredentialId };
    expect(eventsOrRefusal(cast(), changeOwnAccount, change, 2)).to.deep.equal([
      example.userRenamed({ userId: 2, newFullName: 'Two' }),
      example.passwordChanged({ userId: 2, credentialId: 'new' }),
    ]);
  });

  it('leaves the name to administrators where names do not change', () => {
    const property = 'nameChangesDisabled' as const;
    const fixed = foldOn(
      cast(),
      example.organizationSettingChanged({ property, oldValue: false, newValue: true }),
    );
    expect(eventsOrRefusal(fixed, changeOwnAccount, { ...nothing, fullName: 'Two' }, 2)).to.deep.equal({
      refused: 'BAD_REQUEST',
      message: 'Name changes are disabled in this organization.',
    });
    expect(eventsOrRefusal(fixed, changeOwnAccount, { ...nothing, fullName: 'User 2' }, 2)).to.deep.equal([]);
    expect(eventsOrRefusal(fixed, changeOwnAccount, { ...nothing, fullName: 'One' }, 1)).to.have.length(1);
  });
});
