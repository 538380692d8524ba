/** What people and bots say of themselves at present: a text, an emoji. */
import { readErasable } from '../events/define.ts';
import type { StatusEmoji } from '../events/userStatus.ts';
import type { UserId } from '../ids.ts';
import { map } from './containers.ts';
import { slice } from './define.ts';

export interface UserStatus {
  /** '' where there is none. */
  readonly text: string;
  readonly emoji: StatusEmoji | null;
}

const NO_STATUS: UserStatus = { text: '', emoji: null };

export const userStatusSlice = slice({
  version: 1,
  state: () => ({
    /** Only of those who have one. */
    byUser: map<UserId, UserStatus>(),
  }),
  evolve: {
    UserStatusSet({ byUser }, { userId, text: said, emoji }) {
      const text = readErasable(said, '');
      if (text === '' && emoji === null) byUser.delete(userId);
      else byUser.set(userId, { text, emoji });
    },
  },
});

/** State that knows what people say of themselves. */
interface WithUserStatus {
  readonly userStatus: ReturnType<typeof userStatusSlice.state>;
}

export const statusOf = ({ userStatus }: WithUserStatus, userId: UserId): UserStatus =>
  userStatus.byUser.get(userId) ?? NO_STATUS;
