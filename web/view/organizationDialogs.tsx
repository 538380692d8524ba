/** Dialogs for new channels, groups and people. */
import { useState } from 'preact/hooks';
import { copyLink } from '../state/clipboard.ts';
import { attempt, client, showNotice } from '../state/connection.ts';
import { folders, myId, snapshot, subscribed } from '../state/data.ts';
import { navigate, currentRoute } from '../state/routes.ts';
import { words } from '../strings.ts';
import { DialogBox, DialogForm } from './dialog.tsx';

export function NewChannelDialog() {
  async function create(form: FormData): Promise<boolean> {
    const name = String(form.get('name')).trim();
    const kind = String(form.get('kind'));
    const folder = Number(form.get('folder')) || null;
    return attempt(async () => {
      await client.call('POST /users/me/subscriptions', {
        subscriptions: [{ name, description: String(form.get('description')) }],
        invite_only: kind !== 'public',
        history_public_to_subscribers: kind !== 'protected',
        folder_id: folder,
      });
      const { stream_id: channelId } = await client.call('GET /get_stream_id', { stream: name });
      navigate({ kind: 'channel', channelId });
    });
  }
  return (
    <DialogBox title={words.channel.create}>
      <DialogForm button={words.channel.create} onSubmit={create}>
        <label>
          {words.name}
          <input name="name" maxLength={60} required dir="auto" autofocus />
        </label>
        <label>
          {words.description}
          <input name="description" maxLength={1024} dir="auto" />
        </label>
        <label>
          {words.channel.who}
          <select name="kind">
            {snapshot.value.can_create_public_streams && (
              <option value="public">{words.channel.kinds.public}</option>
            )}
            {snapshot.value.can_create_private_streams && (
              <>
                <option value="shared">{words.channel.kinds.shared}</option>
                <option value="protected">{words.channel.kinds.protected}</option>
              </>
            )}
          </select>
        </label>
        {folders.value.size > 0 && (
          <label>
            {words.channel.folder}
            <select name="folder">
              <option value="">{words.none}</option>
              {[...folders.value.values()]
                .filter((folder) => !folder.is_archived)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </select>
          </label>
        )}
      </DialogForm>
    </DialogBox>
  );
}

export function InviteDialog() {
  const [link, setLink] = useState('');
  const at = currentRoute.peek();
  const here = 'channelId' in at ? at.channelId : undefined;
  const streamIds = (form: FormData): number[] => form.getAll('channel').map(Number);
  async function invite(form: FormData): Promise<boolean> {
    const emails = String(form.get('emails')).trim();
    const terms = {
      stream_ids: streamIds(form),
      invite_as: Number(form.get('role')),
      include_realm_default_subscriptions: true,
    };
    if (emails === '') {
      await attempt(async () => setLink((await client.call('POST /invites/multiuse', terms)).invite_link));
      return false;
    }
    const worked = await attempt(() => client.call('POST /invites', { invitee_emails: emails, ...terms }));
    if (worked) showNotice(words.invite.sent);
    return worked;
  }
  return (
    <DialogBox title={words.invite.title}>
      <DialogForm button={words.invite.button} onSubmit={invite}>
        <label>
          {words.invite.emails}
          <textarea name="emails" rows={3} placeholder="ada@example.com, grace@example.com" autofocus />
        </label>
        <p class="quiet">{words.invite.linkHint}</p>
        <label>
          {words.role}
          <select name="role">
            {[400, 600, 300, 200, 100].map((role) => (
              <option key={role} value={role}>
                {words.roles[role as 400]}
              </option>
            ))}
          </select>
        </label>
        <fieldset class="checks">
          <legend>{words.channels}</legend>
          {subscribed.value.map(({ stream_id: id, name }) => (
            <label key={id}>
              <input type="checkbox" name="channel" value={id} defaultChecked={id === here} />{' '}
              <span dir="auto">{name}</span>
            </label>
          ))}
        </fieldset>
        {link !== '' && (
          <>
            <label>
              {words.invite.link}
              <input readOnly value={link} autofocus onFocus={(event) => event.currentTarget.select()} />
            </label>
            <button type="button" onClick={() => void copyLink(link)}>
              {words.invite.copy}
            </button>
          </>
        )}
      </DialogForm>
    </DialogBox>
  );
}

export const NewGroupDialog = () => (
  <DialogBox title={words.groups.create}>
    <DialogForm
      button={words.groups.create}
      onSubmit={(form) =>
        attempt(async () => {
          const { group_id: id } = await client.call('POST /user_groups/create', {
            name: String(form.get('name')).trim(),
            description: String(form.get('description')),
            members: [myId.value],
          });
          navigate({ kind: 'settings', page: `group-${id}` });
        })
      }
    >
      <label>
        {words.name}
        <input name="name" maxLength={100} required dir="auto" autofocus />
      </label>
      <label>
        {words.description}
        <input name="description" dir="auto" />
      </label>
    </DialogForm>
  </DialogBox>
);
