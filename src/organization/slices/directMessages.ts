/**
 * Pairs of people who have ever had a direct conversation: they may see each other, even if people are hidden.
 */
import type { UserId } from '../../base/ids.ts';
import { type Bitset, idSet, NOBODY } from '../containers/bitset.ts';
import { map } from '../containers/containers.ts';
import { slice } from '../containers/define.ts';

export const directMessagesSlice = slice({
  version: 1,
  state: () => ({
    /** Everybody in a person's direct conversations, the person included. */
    partnersOf: map<UserId, Bitset<UserId>>(idSet()),
  }),
  evolve: {
    MessageSent({ partnersOf }, { participantIds = [] }) {
      for (const userId of participantIds) {
        const known = partnersOf.get(userId) ?? NOBODY;
        const partners = known.with(participantIds);
        if (partners !== known) partnersOf.set(userId, partners);
      }
    },
  },
});

/** State with direct conversations. */
interface WithDirectMessages {
  readonly directMessages: ReturnType<typeof directMessagesSlice.state>;
}

/** Everybody who was ever in a direct conversation with a person, the person included. */
export const partnersOf = (organization: WithDirectMessages, userId: UserId): Bitset<UserId> =>
  organization.directMessages.partnersOf.get(userId) ?? NOBODY;

/** Whether two people were ever in one direct conversation. */
export const haveTalked = (organization: WithDirectMessages, one: UserId, other: UserId): boolean =>
  partnersOf(organization, one).has(other);
