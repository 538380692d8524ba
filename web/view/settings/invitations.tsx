/** Invitations that can still be accepted. */
import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '@hansard/client';
import { attempt, client } from '../../state/connection.ts';
import { strings } from '../../strings.ts';
import { fullTime } from '../times.ts';

type Invites = Answer<'GET /invites'>['invites'];

export function InvitationList() {
  const [invites, setInvites] = useState<Invites>([]);
  const load = (): Promise<boolean> =>
    attempt(async () => setInvites((await client.call('GET /invites')).invites));
  useEffect(() => void load(), []);
  const revoke = ({ id, is_multiuse: isLink }: Invites[number]): void =>
    void attempt(() =>
      client.call(isLink ? 'DELETE /invites/multiuse/:invite_id' : 'DELETE /invites/:invite_id', {
        invite_id: id,
      }),
    ).then(load);
  if (invites.length === 0) return null;
  return (
    <section class="settings">
      <h2>{strings.invite.open}</h2>
      <ul class="conversations">
        {invites.map((invite) => (
          <li key={invite.id}>
            <span class="conversation">
              <span class="name">
                {invite.email ?? invite.link_url ?? strings.invite.link}
                <span class="excerpt quiet">
                  {strings.roles[invite.invited_as]}, {fullTime(invite.invited)}
                </span>
              </span>
            </span>
            <button type="button" onClick={() => revoke(invite)}>
              {strings.invite.revoke}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
