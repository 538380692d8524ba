/** Steps of the model as requests over HTTP. */
import type { Person } from '../support/hansard.ts';
import type { GroupRef, Setting, Who } from './model/organization.ts';
import type { Deed, Step } from './model/step.ts';
import { idOfGroup } from './translation.ts';

export type Cast = Readonly<Record<Who, Person>>;
type Request = readonly [method: 'post' | 'patch' | 'delete', path: string, fields: Record<string, unknown>];

/** A value on the wire; what is undefined is not sent. */
const wire = (cast: Cast, setting: Setting): unknown =>
  typeof setting === 'object'
    ? {
        direct_members: setting.people.map((who) => cast[who].userId),
        direct_subgroups: setting.groups.map(idOfGroup),
      }
    : idOfGroup(setting);

const wireAll = (cast: Cast, settings: Readonly<Record<string, Setting>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, wire(cast, setting)]));

const update = (cast: Cast, { setting, to, from }: Step<'changePermission' | 'changeGroupPermission'>) => ({
  [setting]: { new: wire(cast, to), ...(from !== undefined && { old: wire(cast, from) }) },
});

const withoutUndefined = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const ids = (cast: Cast, whom: readonly Who[]): readonly number[] => whom.map((who) => cast[who].userId);
const group = ({ group: ref }: { readonly group: GroupRef }): string => `/user_groups/${idOfGroup(ref)}`;

const REQUESTS: { readonly [Does in Deed]: (cast: Cast, step: Step<Does>) => Request } = {
  subscribe: (cast, { names, whom, fatal, privacy, sharesHistory, settings }) => [
    'post',
    '/users/me/subscriptions',
    withoutUndefined({
      subscriptions: names.map((name) => ({ name })),
      principals: ids(cast, whom),
      authorization_errors_fatal: fatal,
      invite_only: privacy === 'private',
      is_web_public: privacy === 'web-public',
      history_public_to_subscribers: sharesHistory,
      ...wireAll(cast, settings),
    }),
  ],
  unsubscribe: (cast, { names, whom }) => [
    'delete',
    '/users/me/subscriptions',
    { subscriptions: names, principals: ids(cast, whom) },
  ],
  rename: (_cast, { channel, name }) => ['patch', `/streams/${channel}`, { new_name: name }],
  changeVisibility: (_cast, { channel, isPrivate, isWebPublic, sharesHistory }) => [
    'patch',
    `/streams/${channel}`,
    withoutUndefined({
      is_private: isPrivate,
      is_web_public: isWebPublic,
      history_public_to_subscribers: sharesHistory,
    }),
  ],
  changePermission: (cast, step) => ['patch', `/streams/${step.channel}`, update(cast, step)],
  archive: (_cast, { channel }) => ['delete', `/streams/${channel}`, {}],
  unarchive: (_cast, { channel }) => ['patch', `/streams/${channel}`, { is_archived: false }],
  makeGroup: (cast, { name, members, subgroups, settings }) => [
    'post',
    '/user_groups/create',
    {
      name,
      description: '',
      members: ids(cast, members),
      subgroups: subgroups.map(idOfGroup),
      ...wireAll(cast, settings),
    },
  ],
  changeMembers: (cast, step) => [
    'post',
    `${group(step)}/members`,
    {
      add: ids(cast, step.add),
      delete: ids(cast, step.remove),
      add_subgroups: step.addGroups.map(idOfGroup),
      delete_subgroups: step.removeGroups.map(idOfGroup),
    },
  ],
  changeGroupPermission: (cast, step) => ['patch', group(step), update(cast, step)],
  deactivateGroup: (_cast, step) => ['post', `${group(step)}/deactivate`, {}],
  reactivateGroup: (_cast, step) => ['patch', group(step), { deactivated: false }],
  changeRole: (cast, { whom, role }) => ['patch', `/users/${cast[whom].userId}`, { role }],
  deactivate: (cast, { whom }) => ['delete', `/users/${cast[whom].userId}`, {}],
  reactivate: (cast, { whom }) => ['post', `/users/${cast[whom].userId}/reactivate`, {}],
};

export const requestOf = (cast: Cast, step: Step): Request =>
  (REQUESTS[step.does] as (cast: Cast, step: Step) => Request)(cast, step);
