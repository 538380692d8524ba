/** One's own name, picture, time zone, and what the organization asks people to say of themselves. */
import { Refusal } from '@hansard/client';
import { attempt, client, ownHeaders } from '../../state/connection.ts';
import { myId, nameOf, people, type ProfileField, settings, snapshot } from '../../state/data.ts';
import { strings } from '../../strings.ts';
import { Avatar } from '../avatar.tsx';
import { Choice, SettingsForm } from './form.tsx';

const TIME_ZONES = Intl.supportedValuesOf('timeZone');

export function ProfilePage() {
  const name = nameOf(myId.value);
  return (
    <>
      <SettingsForm
        title={strings.settings.profile}
        onSubmit={(form) => client.call('PATCH /settings', { full_name: String(form.get('name')) })}
      >
        <div class="profileHead">
          <Avatar userId={myId.value} name={name} size="large" />
          <PictureField />
        </div>
        <label>
          {strings.name}
          <input name="name" key={name} defaultValue={name} required dir="auto" autocomplete="name" />
        </label>
      </SettingsForm>
      <section class="settings">
        <Choice
          label={strings.settings.timeZone}
          value={settings.value?.timezone ?? ''}
          options={[
            ['', strings.none] as const,
            ...TIME_ZONES.map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
          ]}
          onChange={(timezone) => client.call('PATCH /settings', { timezone })}
        />
      </section>
      <Fields />
    </>
  );
}

const PictureField = () => (
  <label>
    {strings.settings.picture}
    <input
      type="file"
      accept="image/*"
      onChange={(event) => {
        const file = event.currentTarget.files?.[0];
        if (file) void attempt(() => uploadPicture(file));
      }}
    />
  </label>
);

async function uploadPicture(file: File): Promise<void> {
  const body = new FormData();
  body.append('file', file);
  const answer = await fetch('/api/v1/users/me/avatar', { method: 'POST', body, headers: ownHeaders() });
  if (!answer.ok) throw new Refusal(answer.status, (await answer.json()) as Record<string, unknown>);
}

function Fields() {
  const fields = (snapshot.value.custom_profile_fields ?? []).filter(({ type }) =>
    EDITABLE.has(Number(type)),
  );
  const data = people.value.get(myId.value)?.profile_data ?? {};
  if (fields.length === 0) return null;
  return (
    <SettingsForm
      title={strings.settings.fields}
      onSubmit={(form) =>
        client.call('PATCH /users/me/profile_data', {
          data: fields.map(({ id }) => ({ id, value: String(form.get(`field${id}`) ?? '') || null })),
        })
      }
    >
      {fields.map((field) => (
        <FieldInput key={field.id} field={field} value={data[String(field.id)]?.value ?? ''} />
      ))}
    </SettingsForm>
  );
}

const CHOICE = 3;
/** Short text, long text, choice, date, link, external account, pronouns; people are chosen elsewhere. */
const EDITABLE: ReadonlySet<number> = new Set([1, 2, CHOICE, 4, 5, 7, 8]);
const DATE = 4;

function FieldInput({ field, value }: { readonly field: ProfileField; readonly value: string }) {
  const name = `field${field.id}`;
  const type = Number(field.type);
  if (type === CHOICE) {
    const options = Object.entries(JSON.parse(field.field_data || '{}') as Record<string, { text: string }>);
    return (
      <label>
        {field.name}
        <select name={name} defaultValue={value}>
          <option value="">{strings.none}</option>
          {options.map(([key, { text }]) => (
            <option key={key} value={key} selected={key === value}>
              {text}
            </option>
          ))}
        </select>
      </label>
    );
  }
  return (
    <label>
      {field.name}
      <ValueInput name={name} type={type} value={value} />
      {field.hint !== '' && <small class="quiet">{field.hint}</small>}
    </label>
  );
}

function ValueInput({
  name,
  type,
  value,
}: {
  readonly name: string;
  readonly type: number;
  readonly value: string;
}) {
  if (type === 2) return <textarea name={name} defaultValue={value} rows={3} dir="auto" />;
  if (type === DATE) return <input name={name} type="date" defaultValue={value} />;
  return <input name={name} defaultValue={value} dir="auto" />;
}
