/** The card of a person. */
import { attempt, client } from '../state/connection.ts';
import { mutedPeople, myId, people, snapshot, statuses } from '../state/data.ts';
import { closeDialog } from '../state/dialogs.ts';
import { navigate } from '../state/routes.ts';
import { presenceOf } from '../state/presence.ts';
import { strings } from '../strings.ts';
import { Avatar } from './avatar.tsx';
import { DialogBox } from './dialog.tsx';

export function ProfileDialog({ userId }: { readonly userId: number }) {
  const person = people.value.get(userId);
  if (person === undefined)
    return (
      <DialogBox title={strings.stranger}>
        <p class="quiet">{strings.people.unknown}</p>
      </DialogBox>
    );
  const isMuted = mutedPeople.value.has(userId);
  const mute = (): void =>
    void attempt(() =>
      client.call(
        isMuted ? 'DELETE /users/me/muted_users/:muted_user_id' : 'POST /users/me/muted_users/:muted_user_id',
        {
          muted_user_id: userId,
        },
      ),
    );
  const leave = (to: Parameters<typeof navigate>[0]) => (): void => {
    closeDialog();
    navigate(to);
  };
  return (
    <DialogBox title={person.full_name} class="profile">
      <div class="profileHead">
        <Avatar userId={userId} name={person.full_name} size="large" />
        <div>
          <p>
            {strings.roles[person.role]}
            {person.is_bot ? `, ${strings.bot}` : ''}
          </p>
          <p class="quiet">{strings.presence[presenceOf(userId)]}</p>
          {statuses.value.get(userId)?.status_text && (
            <p dir="auto">{statuses.value.get(userId)?.status_text}</p>
          )}
        </div>
      </div>
      <dl class="facts">
        {person.delivery_email && <Fact name={strings.email} value={person.delivery_email} />}
        {person.timezone && <Fact name={strings.localTime} value={localTime(person.timezone)} />}
        <ProfileData userId={userId} />
      </dl>
      <p class="buttons">
        <button type="button" class="primary" onClick={leave({ kind: 'direct', userIds: [userId] })}>
          {strings.people.write}
        </button>
        <button type="button" onClick={leave({ kind: 'search', text: `sender:${userId}` })}>
          {strings.people.messages}
        </button>
        {userId !== myId.value && (
          <button type="button" onClick={mute}>
            {isMuted ? strings.people.unmute : strings.people.mute}
          </button>
        )}
      </p>
    </DialogBox>
  );
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{value}</dd>
  </div>
);

function localTime(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone, timeStyle: 'short' }).format(Date.now());
  } catch {
    return timeZone;
  }
}

/** What the organization asks people to say of themselves. */
function ProfileData({ userId }: { readonly userId: number }) {
  const data = people.value.get(userId)?.profile_data ?? {};
  return (
    <>
      {(snapshot.value.custom_profile_fields ?? []).map(({ id, name }) => {
        const value = data[String(id)]?.value;
        return value ? <Fact key={id} name={name} value={shownValue(value)} /> : null;
      })}
    </>
  );
}

/** People are a list of IDs. */
function shownValue(value: string): string {
  if (!/^\[[\d, ]*\]$/.test(value)) return value;
  return (JSON.parse(value) as number[])
    .map((id) => people.value.get(id)?.full_name ?? strings.stranger)
    .join(', ');
}
