/** Decisions about people's own pictures. */
import { requireThat } from '../errors.ts';
import { AvatarChanged } from '../events/users.ts';
import { canChangeOwnAvatar } from '../organization/access/people.ts';
import type { OrganizationState } from '../organization/state.ts';
import { command, nothingToDo } from './define.ts';
import { actorOf } from './messages/posts.ts';

/** A picture whose bytes are stored. */
export interface StoredAvatar {
  /** What nobody can guess, as 40 hex digits. */
  readonly key: string;
  readonly digest: string;
  readonly mediumDigest: string;
}

/** Gives the caller a picture, or takes it away. */
export const changeAvatar = command<StoredAvatar | null, void>({
  name: 'ChangeAvatar',
  decide(organization, stored, context) {
    const userId = actorOf(context);
    const may = canChangeOwnAvatar(organization, userId);
    requireThat(may, 'Avatar changes are disabled in this organization.');
    const before = organization.users.byId.get(userId)?.avatar;
    if (stored === null && (before?.path ?? null) === null) return nothingToDo(undefined);
    const avatar = stored && {
      path: pathOf(organization, stored.key),
      digest: stored.digest,
      mediumDigest: stored.mediumDigest,
    };
    return {
      events: [AvatarChanged({ userId, avatar, version: (before?.version ?? FIRST) + 1 })],
      result: undefined,
    };
  },
});

/** The version of the pictures of people who have never changed theirs. */
const FIRST = 1;

const pathOf = ({ organizationId }: OrganizationState, key: string): string => `${organizationId}/${key}`;
