/** The reactor that hides who turns `presence_enabled` off: from then on they seem to have been gone for a while. */
import type { OrganizationId, UserId } from '../ids.ts';
import { defineReactor, type Reactor } from './define.ts';

/** Puts on record that somebody is not to be seen; doing so again changes nothing that anybody would notice. */
export type Hide = (organizationId: OrganizationId, userId: UserId) => Promise<void>;

export const presenceReactor = (hide: Hide): Reactor =>
  defineReactor({
    name: 'presence',
    on: {
      PersonalSettingChanged({ id, data: { userId, property, newValue } }, { organizationId, users }) {
        const isHidden = users.byId.get(userId)?.settings.presenceEnabled === false;
        if (property !== 'presenceEnabled' || newValue === true || !isHidden) return [];
        return [{ id: `hide:${id}`, carryOut: () => hide(organizationId, userId) }];
      },
    },
  });
