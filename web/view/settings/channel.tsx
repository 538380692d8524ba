/** A channel: what it is, who is in it, what may be done in it. */
import type { Params } from '@hansard/client';
import { useEffect, useState } from 'preact/hooks';
import { attempt, client } from '../../state/connection.ts';
import { type Channel, folders, snapshot } from '../../state/data.ts';
import { confirm } from '../../state/dialogs.ts';
import { navigate } from '../../state/routes.ts';
import { strings } from '../../strings.ts';
import { Choice, SettingsForm, Switch } from './form.tsx';
import { PeopleRows, PeopleSearch } from './peopleRows.tsx';
import { PermissionChoices } from './permissions.tsx';

const changeChannel = (
  channelId: number,
  fields: Omit<Params<'PATCH /streams/:stream_id'>, 'stream_id'>,
): Promise<unknown> => client.call('PATCH /streams/:stream_id', { stream_id: channelId, ...fields });

export function ChannelSettings({ channel }: { readonly channel: Channel }) {
  const { stream_id: id, name, description } = channel;
  const change: AccessProps['change'] = (fields) => changeChannel(id, fields);
  return (
    <>
      {channel.isSubscribed && <OwnSettings channel={channel} />}
      <SettingsForm
        title={strings.channel.about}
        onSubmit={(form) => {
          const renamed = String(form.get('name')).trim();
          return change({
            new_name: renamed === name ? undefined : renamed,
            description: String(form.get('description')),
          });
        }}
      >
        <label>
          {strings.name}
          <input name="name" defaultValue={name} required maxLength={60} dir="auto" />
        </label>
        <label>
          {strings.description}
          <textarea name="description" rows={2} defaultValue={description} dir="auto" />
        </label>
      </SettingsForm>
      <Access channel={channel} change={change} />
      <PermissionChoices
        title={strings.channel.permissions}
        values={channel}
        kind="stream"
        onChange={(permission, group) => change({ [permission]: { new: group } })}
      />
      <Subscribers channelId={id} name={name} />
      <Archiving channel={channel} />
    </>
  );
}

interface AccessProps {
  readonly channel: Channel;
  readonly change: (fields: Parameters<typeof changeChannel>[1]) => Promise<unknown>;
}

/** Who reads it, where it stands, and how long what is said there is kept. */
function Access({ channel, change }: AccessProps) {
  const { is_admin: isAdministrator, is_owner: isOwner } = snapshot.value;
  const isDefault = (snapshot.value.realm_default_streams ?? []).includes(channel.stream_id);
  return (
    <section class="settings">
      <Switch
        label={strings.channel.private}
        isOn={channel.invite_only}
        onChange={(isOn) => change({ is_private: isOn })}
      />
      {channel.invite_only && (
        <Switch
          label={strings.channel.sharedHistory}
          isOn={channel.history_public_to_subscribers}
          onChange={(isOn) => change({ history_public_to_subscribers: isOn })}
        />
      )}
      {isAdministrator && !channel.invite_only && (
        <Switch
          label={strings.channel.default}
          isOn={isDefault}
          onChange={(isOn) => change({ is_default_stream: isOn })}
        />
      )}
      <Choice
        label={strings.channel.folder}
        value={channel.folder_id ?? ''}
        options={[
          ['', strings.none] as const,
          ...[...folders.value.values()].map(({ id, name }) => [id, name] as const),
        ]}
        onChange={(folder) => change({ folder_id: folder === '' ? null : Number(folder) })}
      />
      <Choice
        label={strings.channel.generalChat}
        value={channel.topics_policy}
        options={POLICIES.map((policy) => [policy, strings.channel.topicsPolicies[policy]] as const)}
        onChange={(policy) => change({ topics_policy: policy as (typeof POLICIES)[number] })}
      />
      {isOwner && <Retention channel={channel} change={change} />}
    </section>
  );
}

const POLICIES = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'] as const;

/** Days for which messages are kept; the organization's own number unless there is one here. */
const Retention = ({ channel: { message_retention_days: days }, change }: AccessProps) => (
  <label>
    {strings.channel.retention}
    <input
      type="number"
      min={1}
      defaultValue={days !== null && days > 0 ? days : undefined}
      placeholder={days === -1 ? strings.channel.forEver : strings.channel.asOrganization}
      onChange={(event) => {
        const { value } = event.currentTarget;
        void attempt(() => change({ message_retention_days: value || 'realm_default' }));
      }}
    />
  </label>
);

function OwnSettings({ channel }: { readonly channel: Channel }) {
  const set = (property: string, value: boolean | string) =>
    client.call('POST /users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: channel.stream_id, property, value }],
    });
  return (
    <section class="settings">
      <h2>{strings.channel.forYou}</h2>
      <label class="color">
        {strings.channel.color}
        <input
          type="color"
          value={channel.color ?? '#24435f'}
          onChange={(event) => void attempt(() => set('color', event.currentTarget.value))}
        />
      </label>
      <Switch
        label={strings.pinned}
        isOn={channel.pin_to_top === true}
        onChange={(isOn) => set('pin_to_top', isOn)}
      />
      <Switch
        label={strings.channel.mute}
        isOn={channel.is_muted === true}
        onChange={(isOn) => set('is_muted', isOn)}
      />
      <Switch
        label={strings.channel.notify}
        isOn={channel.desktop_notifications === true}
        onChange={(isOn) => set('desktop_notifications', isOn)}
      />
    </section>
  );
}

function Subscribers({ channelId, name }: { readonly channelId: number; readonly name: string }) {
  const [ids, setIds] = useState<readonly number[]>([]);
  const load = (): Promise<boolean> =>
    attempt(async () =>
      setIds((await client.call('GET /streams/:stream_id/members', { stream_id: channelId })).subscribers),
    );
  useEffect(() => void load(), [channelId]);
  const add = (userId: number): void =>
    void attempt(() =>
      client.call('POST /users/me/subscriptions', { subscriptions: [{ name }], principals: [userId] }),
    ).then(load);
  const remove = (userId: number): void =>
    void attempt(() =>
      client.call('DELETE /users/me/subscriptions', { subscriptions: [name], principals: [userId] }),
    ).then(load);
  return (
    <section class="settings">
      <h2>{strings.channel.people(ids.length)}</h2>
      <PeopleSearch label={strings.channel.addPeople} but={ids} onPick={add} />
      <PeopleRows ids={ids} onRemove={remove} />
    </section>
  );
}

function Archiving({
  channel: { stream_id: channelId, name, is_archived: isArchived },
}: {
  readonly channel: Channel;
}) {
  const archive = (): void => {
    const { archiving, archiveHint: hint, archive: button } = strings.channel;
    const work = async (): Promise<void> => {
      await client.call('DELETE /streams/:stream_id', { stream_id: channelId });
      navigate({ kind: 'channels' });
    };
    confirm({ title: archiving(name), hint, button, work });
  };
  const reopen = (): void => void attempt(() => changeChannel(channelId, { is_archived: false }));
  return (
    <section class="settings">
      <h2>{isArchived ? strings.channel.archived : strings.channel.archive}</h2>
      <p class="quiet">{strings.channel.archiveHint}</p>
      <p class="buttons">
        <button type="button" class={isArchived ? '' : 'danger'} onClick={isArchived ? reopen : archive}>
          {isArchived ? strings.channel.reopen : strings.channel.archive}
        </button>
      </p>
    </section>
  );
}
