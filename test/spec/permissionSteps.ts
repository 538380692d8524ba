/** Steps that several chapters share: whom the organization permits something. */
import { owner, type Step } from './row.ts';

/** Gives a permission of the organization to a group. */
export const permits = (name: string, group: string): Step =>
  owner('PATCH /realm', { [name]: { new: group } }).shows();

/** Who knows all people; guests who do not are shown placeholders. */
export const showsPeopleTo = (group: string): Step => permits('can_access_all_users_group', group);
