/** Push tokens of apps that do not encrypt, by their hashes. */
import type { LegacyTokenKind } from '../events/legacyTokens.ts';
import type { UserId } from '../ids.ts';
import { map } from './containers.ts';
import { slice } from './define.ts';

interface LegacyToken {
  readonly kind: LegacyTokenKind;
  readonly tokenHash: string;
}

export const legacyTokensSlice = slice({
  version: 1,
  state: () => ({ byUser: map<UserId, readonly LegacyToken[]>() }),
  evolve: {
    LegacyTokenRegistered: ({ byUser }, { userId, kind, tokenHash }) =>
      byUser.set(userId, [...(byUser.get(userId) ?? []), { kind, tokenHash }]),
    LegacyTokenRemoved({ byUser }, { userId, kind, tokenHash }) {
      const isOther = (each: LegacyToken) => each.kind !== kind || each.tokenHash !== tokenHash;
      const left = (byUser.get(userId) ?? []).filter(isOther);
      if (left.length > 0) byUser.set(userId, left);
      else byUser.delete(userId);
    },
    UserDeactivated: ({ byUser }, { userId }) => void byUser.delete(userId),
  },
});

/** State with such tokens. */
interface WithLegacyTokens {
  readonly legacyTokens: ReturnType<typeof legacyTokensSlice.state>;
}

export const legacyTokensOf = ({ legacyTokens }: WithLegacyTokens, userId: UserId): readonly LegacyToken[] =>
  legacyTokens.byUser.get(userId) ?? [];
