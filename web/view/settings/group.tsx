/** A group: what it is for, who is in it, and who may change that. */
import { attempt, client } from '../../state/connection.ts';
import { type Group, myId } from '../../state/data.ts';
import { confirm } from '../../state/dialogs.ts';
import { peopleIn, groupRights } from '../../state/permissions.ts';
import { navigate } from '../../state/routes.ts';
import { strings } from '../../strings.ts';
import { SettingsForm } from './form.tsx';
import { GroupPicker, GroupRows } from './groupRows.tsx';
import { PeopleRows, PeopleSearch } from './peopleRows.tsx';
import { PermissionChoices } from './permissions.tsx';

export function GroupSettings({ group }: { readonly group: Group }) {
  const { id } = group;
  const { manages } = groupRights(group);
  return (
    <>
      {manages ? <About group={group} /> : <p dir="auto">{group.description}</p>}
      {!group.is_system_group && <OwnMembership group={group} />}
      <Members group={group} />
      <Subgroups group={group} />
      {manages && (
        <>
          <PermissionChoices
            title={strings.groups.permissions}
            values={group}
            kind="group"
            onChange={(permission, value) =>
              client.call('PATCH /user_groups/:group_id', { group_id: id, [permission]: { new: value } })
            }
          />
          <Deactivation group={group} />
        </>
      )}
    </>
  );
}

const About = ({ group: { id, name, description } }: { readonly group: Group }) => (
  <SettingsForm
    title={strings.groups.about}
    onSubmit={(form) =>
      client.call('PATCH /user_groups/:group_id', {
        group_id: id,
        ...changed('name', name, form),
        ...changed('description', description, form),
      })
    }
  >
    <label>
      {strings.name}
      <input name="name" defaultValue={name} maxLength={100} required dir="auto" />
    </label>
    <label>
      {strings.description}
      <textarea name="description" rows={2} defaultValue={description} dir="auto" />
    </label>
  </SettingsForm>
);

/** A field of a form, if it has another value than before. */
function changed(field: string, before: string, form: FormData): Readonly<Record<string, string>> {
  const text = String(form.get(field)).trim();
  return text === before ? {} : { [field]: text };
}

type MemberChange = {
  readonly add?: readonly number[];
  readonly delete?: readonly number[];
  readonly add_subgroups?: readonly number[];
  readonly delete_subgroups?: readonly number[];
};

const changeMembers = (groupId: number, change: MemberChange): void =>
  void attempt(() => client.call('POST /user_groups/:group_id/members', { group_id: groupId, ...change }));

function OwnMembership({ group }: { readonly group: Group }) {
  const { joins, leaves } = groupRights(group);
  const isIn = group.members.includes(myId.value);
  if (isIn ? !leaves : !joins) return null;
  return (
    <p class="buttons">
      <button
        type="button"
        onClick={() => changeMembers(group.id, isIn ? { delete: [myId.value] } : { add: [myId.value] })}
      >
        {isIn ? strings.groups.leave : strings.groups.join}
      </button>
    </p>
  );
}

function Members({ group }: { readonly group: Group }) {
  const { id, members } = group;
  const { adds, removes } = groupRights(group);
  return (
    <section class="settings">
      <h2>{strings.groups.people(peopleIn(group).size)}</h2>
      {adds && !group.is_system_group && (
        <PeopleSearch
          label={strings.groups.addPeople}
          but={members}
          onPick={(userId) => changeMembers(id, { add: [userId] })}
        />
      )}
      <PeopleRows
        ids={members}
        onRemove={
          removes && !group.is_system_group ? (userId) => changeMembers(id, { delete: [userId] }) : undefined
        }
      />
    </section>
  );
}

function Subgroups({ group }: { readonly group: Group }) {
  const { id, direct_subgroup_ids: inside } = group;
  const { adds, removes } = groupRights(group);
  const canRemove = removes && !group.is_system_group;
  return (
    <section class="settings">
      <h2>{strings.groups.subgroups}</h2>
      {inside.length === 0 && <p class="quiet">{strings.groups.noSubgroups}</p>}
      <GroupRows
        ids={inside}
        onRemove={canRemove ? (each) => changeMembers(id, { delete_subgroups: [each] }) : undefined}
      />
      {adds && !group.is_system_group && (
        <GroupPicker
          label={strings.groups.addGroup}
          but={[id, ...inside]}
          onPick={(each) => changeMembers(id, { add_subgroups: [each] })}
        />
      )}
    </section>
  );
}

function Deactivation({ group: { id, name } }: { readonly group: Group }) {
  const deactivate = (): void => {
    const { deactivating, deactivateHint: hint, deactivate: button } = strings.groups;
    const work = async (): Promise<void> => {
      await client.call('POST /user_groups/:group_id/deactivate', { group_id: id });
      navigate({ kind: 'people' });
    };
    confirm({ title: deactivating(name), hint, button, work });
  };
  return (
    <section class="settings">
      <h2>{strings.groups.deactivate}</h2>
      <p class="quiet">{strings.groups.deactivateHint}</p>
      <p class="buttons">
        <button type="button" class="danger" onClick={deactivate}>
          {strings.groups.deactivate}
        </button>
      </p>
    </section>
  );
}
