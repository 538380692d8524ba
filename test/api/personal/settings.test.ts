import { expect } from 'chai';
import { ROOT_ORGANIZATION, type UserId } from '../../../src/base/ids.ts';
import { type Hansard, OWNER_PASSWORD, type Person } from '../../support/hansard.ts';
import { startCast } from '../cast.ts';
import { expectLoginFirst, expectRefusal, expectSuccess } from '../expected.ts';

const NEW_PASSWORD = 'plum-chair-77';

describe('settings over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let member: Person;
  let guest: Person;

  before(async () => {
    ({ hansard, owner, admin, member, guest } = await startCast());
  });
  after(() => hansard.stop());

  const me = async (person: Person) => (await person.get('/users/me')).body;
  const settingsOf = async (person: Person) => {
    const { state } = await hansard.app.lanes.organization(ROOT_ORGANIZATION);
    return { state, settings: state.users.byId.get(person.userId as UserId)?.settings };
  };

  describe('PATCH /settings', () => {
    it('sets all that concerns others, for whoever asks', async () => {
      const requested = {
        email_address_visibility: 5,
        automatically_follow_topics_policy: 4,
        automatically_unmute_topics_in_muted_streams_policy: 1,
        automatically_follow_topics_where_mentioned: false,
        presence_enabled: false,
        translate_emoticons: true,
        send_read_receipts: false,
        send_private_typing_notifications: false,
        send_stream_typing_notifications: false,
        timezone: 'Europe/Vienna',
        enable_offline_push_notifications: false,
        enable_online_push_notifications: false,
        enable_stream_push_notifications: true,
        enable_followed_topic_push_notifications: false,
        wildcard_mentions_notify: false,
        enable_followed_topic_wildcard_mentions_notify: false,
      };
      expectSuccess(await guest.patch('/settings', requested));
      expect((await settingsOf(guest)).settings).to.deep.include({
        emailAddressVisibility: 5,
        automaticallyFollowTopics: 4,
        automaticallyUnmuteTopics: 1,
        automaticallyFollowWhereMentioned: false,
        presenceEnabled: false,
        translateEmoticons: true,
        sendReadReceipts: false,
        sendPrivateTypingNotifications: false,
        sendStreamTypingNotifications: false,
        timezone: 'Europe/Vienna',
        offlinePushNotifications: false,
        onlinePushNotifications: false,
        channelPushNotifications: true,
        followedTopicPushNotifications: false,
        wildcardMentionsNotify: false,
        followedTopicWildcardMentionsNotify: false,
      });
      expect(await me(guest)).to.include({ timezone: 'Europe/Vienna' });
      expectSuccess(await guest.patch('/settings', { timezone: '' }));
      expect(await me(guest)).to.include({ timezone: '' });
    });

    it('has two older names', async () => {
      for (const [path, zone] of [
        ['/settings/display', 'Asia/Kolkata'],
        ['/settings/notifications', 'UTC'],
      ] as const) {
        expectSuccess(await member.patch(path, { timezone: zone }));
        expect(await me(member)).to.include({ timezone: zone });
      }
    });

    it('keeps the name of a time zone as it is spelled', async () => {
      expectSuccess(await member.patch('/settings', { timezone: 'EUROPE/paris' }));
      expect(await me(member)).to.include({ timezone: 'Europe/Paris' });
    });

    it('records nothing where nothing is different', async () => {
      const before = (await settingsOf(member)).state.revision;
      expectSuccess(await member.patch('/settings', { presence_enabled: true, full_name: 'Mia Member' }));
      expectSuccess(await member.patch('/settings'));
      expect((await settingsOf(member)).state.revision).to.equal(before);
    });

    it('changes nothing where anything is wrong', async () => {
      const wrong: readonly (readonly [object, string])[] = [
        [{ email_address_visibility: 6 }, 'Invalid email_address_visibility'],
        [{ email_address_visibility: '"1"' }, 'email_address_visibility is not an integer'],
        [{ automatically_follow_topics_policy: 0 }, 'Invalid automatically_follow_topics_policy'],
        [
          { automatically_unmute_topics_in_muted_streams_policy: 5 },
          'Invalid automatically_unmute_topics_in_muted_streams_policy',
        ],
        [{ presence_enabled: 1 }, 'presence_enabled is not a boolean'],
        [{ timezone: 'Mars/Olympus' }, 'Invalid timezone'],
        [{ timezone: '+01:00' }, 'Invalid timezone'],
        [{ full_name: 'x' }, 'Name too short!'],
        [{ full_name: 'x'.repeat(101) }, 'Name too long!'],
        [{ full_name: 'a*b' }, 'Invalid characters in name!'],
        [{ full_name: 'Ann|12' }, 'Invalid format!'],
        [{ old_password: 'no', new_password: NEW_PASSWORD }, 'Wrong password!'],
        [{ new_password: NEW_PASSWORD }, 'Wrong password!'],
        [{ old_password: OWNER_PASSWORD, new_password: 'password' }, 'New password is too weak!'],
      ];
      const before = (await settingsOf(member)).state.revision;
      for (const [fields, msg] of wrong)
        expectRefusal(await member.patch('/settings', { translate_emoticons: true, ...fields }), msg);
      expect((await settingsOf(member)).state.revision).to.equal(before);
      expectLoginFirst(await hansard.anonymous('PATCH', '/settings', { presence_enabled: true }));
    });

    it('names what it does not know', async () => {
      const answer = await member.patch('/settings', { timezone: '', shoe_size: 44 });
      expectSuccess(answer, { ignored_parameters_unsupported: ['shoe_size'] });
    });

    it('gives another password, with which one logs in from then on', async () => {
      const change = { old_password: OWNER_PASSWORD, new_password: NEW_PASSWORD };
      expectSuccess(await guest.patch('/settings', change));
      expect((await hansard.login(guest.email, NEW_PASSWORD)).key).to.equal(guest.key);
      const old = { username: guest.email, password: OWNER_PASSWORD };
      expect((await hansard.anonymous('POST', '/fetch_api_key', old)).status).to.equal(401);
    });

    it('gives another name, unless the organization keeps names as they are', async () => {
      expectSuccess(await member.patch('/settings', { full_name: ' Mia Miller ' }));
      expect(await me(member)).to.include({ full_name: 'Mia Miller' });
      expectSuccess(await owner.patch('/realm', { name_changes_disabled: true }), {
        name_changes_disabled: true,
      });
      const disabled = 'Name changes are disabled in this organization.';
      expectRefusal(await member.patch('/settings', { full_name: 'Mia Again' }), disabled);
      expectSuccess(await admin.patch('/settings', { full_name: 'Ada Again' }));
    });
  });

  describe('DELETE /users/me', () => {
    it('shuts the caller out', async () => {
      const leaver = await hansard.person('Lea Ver');
      expectSuccess(await leaver.delete('/users/me'));
      expectRefusal(await leaver.get('/users/me'), 'Account is deactivated', {
        code: 'USER_DEACTIVATED',
        status: 401,
      });
      expectLoginFirst(await hansard.anonymous('DELETE', '/users/me'));
    });

    it('is not for the only owner, nor for the only person', async () => {
      const last = (entity: string, isLastOwner: boolean) => ({
        code: 'CANNOT_DEACTIVATE_LAST_USER',
        is_last_owner: isLastOwner,
        entity,
      });
      const [user, only] = ['user', 'organization owner'].map((one) => `Cannot deactivate the only ${one}.`);
      expectRefusal(await owner.delete('/users/me'), only!, last('organization owner', true));
      const hermit = await hansard.organization('hermitage');
      expectRefusal(await hermit.delete('/users/me'), user!, last('user', false));
    });
  });
});
