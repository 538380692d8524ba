/** The organization: its name, what is asked of people, who may do what, and its folders. */
import { attempt, client } from '../../state/connection.ts';
import { folders, snapshot } from '../../state/data.ts';
import { strings } from '../../strings.ts';
import { AddingForm, SettingsForm } from './form.tsx';
import { InvitationList } from './invitations.tsx';
import { MemberList } from './members.tsx';
import { PermissionChoices } from './permissions.tsx';

export function OrganizationSettings() {
  const { realm_name: name, realm_description: description, is_admin: isAdministrator } = snapshot.value;
  if (!isAdministrator)
    return (
      <section class="settings">
        <h2>{name}</h2>
        <p dir="auto">{description}</p>
        <p class="quiet">{strings.organization.administrators}</p>
      </section>
    );
  return (
    <>
      <SettingsForm
        title={strings.organization.about}
        onSubmit={(form) =>
          client.call('PATCH /realm', {
            name: String(form.get('name')),
            description: String(form.get('description')),
          })
        }
      >
        <label>
          {strings.name}
          <input name="name" defaultValue={name} required maxLength={40} dir="auto" />
        </label>
        <label>
          {strings.description}
          <textarea name="description" rows={3} defaultValue={description} dir="auto" />
        </label>
      </SettingsForm>
      <PermissionChoices
        title={strings.organization.permissions}
        values={snapshot.value}
        kind="realm"
        prefix="realm_"
        onChange={(permission, group) => client.call('PATCH /realm', { [permission]: { new: group } })}
      />
      <Folders />
      <MemberList />
      <InvitationList />
    </>
  );
}

const Folders = () => (
  <section class="settings">
    <h2>{strings.organization.folders}</h2>
    <ul class="conversations">
      {[...folders.value.values()]
        .filter((folder) => !folder.is_archived)
        .map(({ id, name }) => (
          <li key={id}>
            <span class="conversation" dir="auto">
              {name}
            </span>
            <button
              type="button"
              onClick={() =>
                void attempt(() =>
                  client.call('PATCH /channel_folders/:channel_folder_id', {
                    channel_folder_id: id,
                    is_archived: true,
                  }),
                )
              }
            >
              {strings.remove}
              <span class="unseen"> {name}</span>
            </button>
          </li>
        ))}
    </ul>
    <AddingForm
      label={strings.organization.newFolder}
      onAdd={(name) => client.call('POST /channel_folders/create', { name, description: '' })}
    />
  </section>
);
