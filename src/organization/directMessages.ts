/** Who has ever written to whom directly: people one knows, also where one may not know everybody. */
import type { UserId } from '../ids.ts';
import { Bitset, idSet } from './bitset.ts';
import { map } from './containers.ts';
import { slice } from './define.ts';

const nobody = Bitset.of<UserId>();

export const directMessagesSlice = slice({
  version: 1,
  state: () => ({
    /** Everybody who has been in a direct conversation with somebody, themselves included. */
    partnersOf: map<UserId, Bitset<UserId>>(idSet()),
  }),
  evolve: {
    MessageSent({ partnersOf }, { participantIds = [] }) {
      for (const userId of participantIds) {
        const known = partnersOf.get(userId) ?? nobody;
        const partners = known.with(participantIds);
        if (partners !== known) partnersOf.set(userId, partners);
      }
    },
  },
});

/** State that knows who has talked to whom. */
interface WithDirectMessages {
  readonly directMessages: ReturnType<typeof directMessagesSlice.state>;
}

/** Everybody who has ever been in a direct conversation with somebody, themselves included. */
export const partnersOf = (organization: WithDirectMessages, userId: UserId): Bitset<UserId> =>
  organization.directMessages.partnersOf.get(userId) ?? nobody;

/** Whether two people have ever been in one direct conversation. */
export const haveTalked = (organization: WithDirectMessages, one: UserId, other: UserId): boolean =>
  partnersOf(organization, one).has(other);
