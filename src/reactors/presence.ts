/**
 * The reactor that hides people who turn `presence_enabled` off: they appear to have been away for a while.
 */
import type { OrganizationId, UserId } from '../ids.ts';
import { defineReactor, type Reactor } from './define.ts';

/** Records that somebody is hidden; idempotent. */
export type Hide = (organizationId: OrganizationId, userId: UserId) => Promise<void>;

export const presenceReactor = (hide: Hide): Reactor =>
  defineReactor({
    name: 'presence',
    on: {
      PersonalSettingChanged({ id, data: { userId, property, newValue } }, { organizationId, users }) {
        const isHidden = users.byId.get(userId)?.settings.presenceEnabled === false;
        if (property !== 'presenceEnabled' || newValue === true || !isHidden) return [];
        return [{ id: `hide:${id}`, run: () => hide(organizationId, userId) }];
      },
    },
  });
