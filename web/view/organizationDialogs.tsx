/** Dialogs for new channels, groups and people. */
import type { Params } from '@hansard/client';
import { useState } from 'preact/hooks';
import { copyLink } from '../state/clipboard.ts';
import { attempt, client, showNotice } from '../state/connection.ts';
import { folders, myId, snapshot, subscribed } from '../state/data.ts';
import { navigate, currentRoute } from '../state/routes.ts';
import { strings } from '../strings.ts';
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
    <DialogBox title={strings.channel.create}>
      <DialogForm button={strings.channel.create} onSubmit={create}>
        <label>
          {strings.name}
          <input name="name" maxLength={60} required dir="auto" autofocus />
        </label>
        <label>
          {strings.description}
          <input name="description" maxLength={1024} dir="auto" />
        </label>
        <label>
          {strings.channel.who}
          <select name="kind">
            {snapshot.value.can_create_public_streams && (
              <option value="public">{strings.channel.kinds.public}</option>
            )}
            {snapshot.value.can_create_private_streams && (
              <>
                <option value="shared">{strings.channel.kinds.shared}</option>
                <option value="protected">{strings.channel.kinds.protected}</option>
              </>
            )}
          </select>
        </label>
        {folders.value.size > 0 && (
          <label>
            {strings.channel.folder}
            <select name="folder">
              <option value="">{strings.none}</option>
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
  const makeLink = async (terms: Params<'POST /invites/multiuse'>): Promise<void> =>
    setLink((await client.call('POST /invites/multiuse', terms)).invite_link);
  async function invite(form: FormData): Promise<boolean> {
    const emails = String(form.get('emails')).trim();
    const terms = {
      stream_ids: streamIds(form),
      invite_as: Number(form.get('role')),
      include_realm_default_subscriptions: true,
    };
    if (emails === '') {
      await attempt(() => makeLink(terms));
      return false;
    }
    let isMailed = false;
    await attempt(async () => {
      const invited = await client.call('POST /invites', { invitee_emails: emails, ...terms });
      isMailed = invited.is_mailed === true;
      if (isMailed) return showNotice(strings.invite.sent);
      showNotice(strings.invite.unmailed, true);
      await makeLink(terms);
    });
    return isMailed;
  }
  return (
    <DialogBox title={strings.invite.title}>
      <DialogForm button={strings.invite.button} onSubmit={invite}>
        <label>
          {strings.invite.emails}
          <textarea name="emails" rows={3} placeholder="ada@example.com, grace@example.com" autofocus />
        </label>
        <p class="quiet">{strings.invite.linkHint}</p>
        <label>
          {strings.role}
          <select name="role">
            {[400, 600, 300, 200, 100].map((role) => (
              <option key={role} value={role}>
                {strings.roles[role as 400]}
              </option>
            ))}
          </select>
        </label>
        <fieldset class="checks">
          <legend>{strings.channels}</legend>
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
              {strings.invite.link}
              <input readOnly value={link} autofocus onFocus={(event) => event.currentTarget.select()} />
            </label>
            <button type="button" onClick={() => void copyLink(link)}>
              {strings.invite.copy}
            </button>
          </>
        )}
      </DialogForm>
    </DialogBox>
  );
}

export const NewGroupDialog = () => (
  <DialogBox title={strings.groups.create}>
    <DialogForm
      button={strings.groups.create}
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
        {strings.name}
        <input name="name" maxLength={100} required dir="auto" autofocus />
      </label>
      <label>
        {strings.description}
        <input name="description" dir="auto" />
      </label>
    </DialogForm>
  </DialogBox>
);
