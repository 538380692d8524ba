/** A channel: what it is, who is in it, what may be done in it. */
import { useEffect, useState } from 'preact/hooks';
import { attempt, client } from '../../state/connection.ts';
import { peopleCalled } from '../../state/completion.ts';
import { type Channel, folders, nameOf } from '../../state/data.ts';
import { go } from '../../state/places.ts';
import { words } from '../../words.ts';
import { Avatar } from '../avatar.tsx';
import { Choice, SettingsForm, Switch } from './form.tsx';
import { PermissionChoices } from './permissions.tsx';

export function ChannelSettings({ channel }: { readonly channel: Channel }) {
  const { stream_id: id, name, description } = channel;
  const change = (fields: object) => client.call('PATCH /streams/:stream_id', { stream_id: id, ...fields });
  return (
    <>
      {channel.isSubscribed && <OwnSettings channel={channel} />}
      <SettingsForm
        title={words.channel.about}
        onSubmit={(form) => {
          const renamed = String(form.get('name')).trim();
          return change({
            new_name: renamed === name ? undefined : renamed,
            description: String(form.get('description')),
          });
        }}
      >
        <label>
          {words.name}
          <input name="name" defaultValue={name} required maxLength={60} dir="auto" />
        </label>
        <label>
          {words.description}
          <textarea name="description" rows={2} defaultValue={description} dir="auto" />
        </label>
      </SettingsForm>
      <section class="settings">
        <Switch
          label={words.channel.private}
          isOn={channel.invite_only}
          onChange={(isOn) => change({ is_private: isOn })}
        />
        <Choice
          label={words.channel.folder}
          value={channel.folder_id ?? ''}
          options={[
            ['', words.none] as const,
            ...[...folders.value.values()].map(
              ({ id: folderId, name: folder }) => [folderId, folder] as const,
            ),
          ]}
          onChange={(folder) => change({ folder_id: folder === '' ? null : Number(folder) })}
        />
      </section>
      <PermissionChoices
        title={words.channel.permissions}
        values={channel}
        kind="stream"
        onChange={(permission, group) => change({ [permission]: { new: group } })}
      />
      <Subscribers channelId={id} name={name} />
      <Archiving channelId={id} />
    </>
  );
}

function OwnSettings({ channel }: { readonly channel: Channel }) {
  const set = (property: string, value: boolean | string) =>
    client.call('POST /users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: channel.stream_id, property, value }],
    });
  return (
    <section class="settings">
      <h2>{words.channel.forYou}</h2>
      <label class="color">
        {words.channel.color}
        <input
          type="color"
          value={channel.color ?? '#24435f'}
          onChange={(event) => void attempt(() => set('color', event.currentTarget.value))}
        />
      </label>
      <Switch
        label={words.pinned}
        isOn={channel.pin_to_top === true}
        onChange={(isOn) => set('pin_to_top', isOn)}
      />
      <Switch
        label={words.channel.mute}
        isOn={channel.is_muted === true}
        onChange={(isOn) => set('is_muted', isOn)}
      />
      <Switch
        label={words.channel.notify}
        isOn={channel.desktop_notifications === true}
        onChange={(isOn) => set('desktop_notifications', isOn)}
      />
    </section>
  );
}

function Subscribers({ channelId, name }: { readonly channelId: number; readonly name: string }) {
  const [ids, setIds] = useState<readonly number[]>([]);
  const [wanted, setWanted] = useState('');
  const load = (): Promise<boolean> =>
    attempt(async () =>
      setIds((await client.call('GET /streams/:stream_id/members', { stream_id: channelId })).subscribers),
    );
  useEffect(() => void load(), [channelId]);
  const change = (userId: number, isIn: boolean): void =>
    void attempt(() =>
      isIn
        ? client.call('DELETE /users/me/subscriptions', { subscriptions: [name], principals: [userId] })
        : client.call('POST /users/me/subscriptions', { subscriptions: [{ name }], principals: [userId] }),
    ).then(load);
  const others = wanted === '' ? [] : peopleCalled(wanted).filter(({ user_id: id }) => !ids.includes(id));
  return (
    <section class="settings">
      <h2>{words.channel.people(ids.length)}</h2>
      <input
        type="search"
        value={wanted}
        aria-label={words.channel.addPeople}
        placeholder={words.channel.addPeople}
        onInput={(event) => setWanted(event.currentTarget.value)}
      />
      <ul class="conversations">
        {others.slice(0, 6).map(({ user_id: id }) => (
          <MemberRow key={id} userId={id} button={words.add} onClick={() => change(id, false)} />
        ))}
        {ids.slice(0, 100).map((id) => (
          <MemberRow key={id} userId={id} button={words.remove} onClick={() => change(id, true)} />
        ))}
      </ul>
    </section>
  );
}

interface MemberProps {
  readonly userId: number;
  readonly button: string;
  readonly onClick: () => void;
}

const MemberRow = ({ userId, button, onClick }: MemberProps) => (
  <li>
    <span class="conversation">
      <Avatar userId={userId} name={nameOf(userId)} size="small" />
      <span class="name" dir="auto">
        {nameOf(userId) || words.stranger}
      </span>
    </span>
    <button type="button" onClick={onClick}>
      {button}
      <span class="unseen"> {nameOf(userId)}</span>
    </button>
  </li>
);

function Archiving({ channelId }: { readonly channelId: number }) {
  const archive = (): void =>
    void attempt(async () => {
      await client.call('DELETE /streams/:stream_id', { stream_id: channelId });
      go({ kind: 'channels' });
    });
  return (
    <section class="settings">
      <h2>{words.channel.archive}</h2>
      <p class="quiet">{words.channel.archiveHint}</p>
      <p class="buttons">
        <button type="button" class="danger" onClick={archive}>
          {words.channel.archive}
        </button>
      </p>
    </section>
  );
}
