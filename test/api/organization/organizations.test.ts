import { expect } from 'chai';
import { settingsOf } from '../../../src/organization/slices/organizations.ts';
import {
  type Answer,
  type Hansard,
  OWNER_EMAIL,
  OWNER_PASSWORD,
  type Person,
} from '../../support/hansard.ts';
import { startCast } from '../cast.ts';
import { expectAdministratorOnly, expectOwnerOnly, expectRefusal, expectSuccess } from '../expected.ts';

describe('PATCH /realm', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let moderator: Person;
  let open: number;
  let secret: number;

  before(async () => {
    ({ hansard, owner, admin, moderator } = await startCast());
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'open' }] });
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], invite_only: true });
    const { body } = await owner.get('/streams', { include_all: true });
    const idOf = (name: string) =>
      (body.streams as { name: string; stream_id: number }[]).find((channel) => channel.name === name)!
        .stream_id;
    [open, secret] = [idOf('open'), idOf('secret')];
  });
  after(() => hansard.stop());

  const change = (who: Person, fields: Record<string, unknown>): Promise<Answer> =>
    who.patch('/realm', fields);
  const settings = () => settingsOf(hansard.app.lanes.bySubdomain('')!.state);
  const revision = () => hansard.app.lanes.bySubdomain('')!.state.revision;

  /** Name on the wire, name inside, what is sent, what is then so, what is told of it, whether for owners only. */
  const changes: readonly (readonly [
    string,
    keyof ReturnType<typeof settings>,
    unknown,
    unknown,
    unknown,
    boolean,
  ])[] = [
    ['allow_message_editing', 'allowMessageEditing', false, false, false, false],
    ['disallow_disposable_email_addresses', 'disallowDisposableEmailAddresses', false, false, false, true],
    ['emails_restricted_to_domains', 'emailsRestrictedToDomains', true, true, true, true],
    ['enable_read_receipts', 'enableReadReceipts', false, false, false, false],
    ['enable_spectator_access', 'enableSpectatorAccess', true, true, true, false],
    ['invite_required', 'inviteRequired', false, false, false, true],
    ['message_content_delete_limit_seconds', 'messageContentDeleteLimitSeconds', 60, 60, 60, false],
    [
      'message_content_edit_limit_seconds',
      'messageContentEditLimitSeconds',
      '"unlimited"',
      null,
      null,
      false,
    ],
    [
      'message_edit_history_visibility_policy',
      'messageEditHistoryVisibilityPolicy',
      'moves',
      'moves',
      'moves',
      false,
    ],
    ['message_retention_days', 'messageRetentionDays', 30, 30, 30, true],
    [
      'move_messages_between_streams_limit_seconds',
      'moveMessagesBetweenChannelsLimitSeconds',
      5,
      5,
      5,
      false,
    ],
    ['move_messages_within_stream_limit_seconds', 'moveMessagesWithinChannelLimitSeconds', 6, 6, 6, false],
    ['name_changes_disabled', 'nameChangesDisabled', true, true, true, false],
    ['presence_disabled', 'presenceDisabled', true, true, true, false],
    ['require_unique_names', 'requireUniqueNames', true, true, true, false],
    ['send_channel_events_messages', 'sendChannelEventsMessages', true, true, true, false],
    [
      'topics_policy',
      'topicsPolicy',
      'disable_empty_topic',
      'disable_empty_topic',
      'disable_empty_topic',
      false,
    ],
    ['waiting_period_threshold', 'waitingPeriodDays', 3, 3, 3, true],
    ['welcome_message_custom_text', 'welcomeMessage', 'Hello', 'Hello', 'Hello', false],
  ];
  for (const [wire, name, sent, expected, eventData, isForOwners] of changes)
    it(`changes ${wire}, for ${isForOwners ? 'owners' : 'administrators'}`, async () => {
      expectAdministratorOnly(await change(moderator, { [wire]: sent }));
      if (isForOwners) expectOwnerOnly(await change(admin, { [wire]: sent }));
      expectSuccess(await change(isForOwners ? owner : admin, { [wire]: sent }), { [wire]: eventData });
      expect(settings()[name]).to.equal(expected);
      const before = revision();
      expectSuccess(await change(owner, { [wire]: sent }));
      expect(revision()).to.equal(before);
    });

  for (const wire of ['new_stream_announcements_stream_id', 'signup_announcements_stream_id'])
    it(`changes ${wire} to a channel that is there, and back to none`, async () => {
      expectRefusal(await change(admin, { [wire]: 9999 }), 'Invalid channel ID');
      expectSuccess(await change(admin, { [wire]: open }), { [wire]: open });
      expectSuccess(await change(admin, { [wire]: -1 }), { [wire]: -1 });
    });

  it('lets requests for moderation go to a private channel alone', async () => {
    const moderation = (channelId: number) => ({ moderation_request_channel_id: channelId });
    expectRefusal(await change(owner, moderation(open)), 'Moderation request channel must be private.');
    expectSuccess(await change(owner, moderation(secret)), moderation(secret));
    expect(settings().moderationRequestChannelId).to.equal(secret);
  });

  it('takes no limit back', async () => {
    expectSuccess(await change(owner, { message_retention_days: '"unlimited"' }), {
      message_retention_days: -1,
    });
    expect(settings().messageRetentionDays).to.equal(null);
  });

  for (const wire of ['message_content_edit_limit_seconds', 'message_retention_days'])
    it(`refuses what is no limit for ${wire}`, async () => {
      for (const bad of [0, -5, '"never"'])
        expectRefusal(
          await change(owner, { [wire]: bad }),
          `Bad value for '${wire}': ${String(bad).replaceAll('"', '')}`,
          {
            code: 'REQUEST_VARIABLE_INVALID',
            var_name: wire,
            bad_value: typeof bad === 'string' ? 'never' : bad,
          },
        );
    });

  it('refuses values of another kind', async () => {
    expectRefusal(
      await change(owner, { allow_message_editing: 1 }),
      'allow_message_editing is not a boolean',
    );
    expectRefusal(await change(owner, { topics_policy: 'inherit' }), 'Invalid topics_policy');
    expectRefusal(
      await change(owner, { waiting_period_threshold: -1 }),
      'waiting_period_threshold is too small',
    );
    expectRefusal(await change(owner, { name: 'x'.repeat(41) }), 'name is too long (limit: 40 characters)');
    expectRefusal(await change(owner, { name: ' ' }), 'name cannot be blank');
    const twoLines = await change(owner, { name: 'X\r\nBcc: y' });
    expectRefusal(twoLines, 'Invalid character in organization name, at position 2.');
    expectRefusal(
      await change(owner, { description: 'x'.repeat(1001) }),
      'description is too long (limit: 1000 characters)',
    );
    const welcome = { welcome_message_custom_text: 'x'.repeat(8001) };
    expectRefusal(
      await change(owner, welcome),
      'welcome_message_custom_text is too long (limit: 8000 characters)',
    );
  });

  it('gives the organization a name and a description, which everybody can read', async () => {
    expectSuccess(await change(admin, { name: ' The House ', description: 'We *meet* here' }), {
      name: 'The House',
      description: 'We *meet* here',
    });
    const { body } = await hansard.anonymous('GET', '/server_settings');
    expect(body).to.include({
      realm_name: 'The House',
      realm_description: '<p>We <em>meet</em> here</p>',
    });
    expectSuccess(await change(admin, { name: 'The House', description: 'We *meet* here' }));
  });

  describe('authentication methods', () => {
    const methods = (fields: Record<string, unknown>) => ({ authentication_methods: fields });
    const logIn = (username = OWNER_EMAIL) =>
      hansard.anonymous('POST', '/fetch_api_key', { username, password: OWNER_PASSWORD });
    const serverSettings = async () => (await hansard.anonymous('GET', '/server_settings')).body;

    it('can do without passwords, as long as one is left', async () => {
      expectOwnerOnly(await change(admin, methods({ SAML: true })));
      const none = 'At least one authentication method must be enabled.';
      expectRefusal(await change(owner, methods({ Email: false })), none);
      const answer = await change(owner, methods({ Email: false, SAML: true }));
      expect(answer.body.authentication_methods).to.include({ Email: false, SAML: true, LDAP: false });
      expect(await serverSettings()).to.deep.include({ email_auth_enabled: false });
      expect((await serverSettings()).authentication_methods).to.include({ password: false, email: false });
      for (const username of [OWNER_EMAIL, 'no address'])
        expectRefusal(await logIn(username), 'Password authentication is disabled in this organization', {
          code: 'PASSWORD_AUTH_DISABLED',
          status: 401,
        });
      await change(owner, methods({ Email: true }));
      expect((await serverSettings()).authentication_methods).to.include({ password: true, email: true });
      expect((await logIn()).status).to.equal(200);
    });

    it('are known by name', async () => {
      expectRefusal(
        await change(owner, methods({ Smoke: true })),
        'Argument "Smoke" at authentication_methods["Smoke"] is unexpected',
      );
    });
  });
});
