/** What reactors put on record of themselves, each in a stream of its own. */
import type { ReactorEvents } from '../events/catalog.ts';
import type { DomainEvent } from '../events/define.ts';
import { EffectAbandoned, ReactorCheckpointed } from '../events/reactors.ts';
import type { ReactorState } from '../organization/reactors.ts';
import { type Command, nothingToDo } from './define.ts';

type ReactorEvent = {
  [Type in keyof ReactorEvents]: DomainEvent<Type, ReactorEvents[Type]>;
}[keyof ReactorEvents];
type ReactorCommand<Input> = Command<Input, void, ReactorState, ReactorEvent>;

/** All that follows from the organization's events up to a revision has been done; never goes back. */
export const checkpointReactor: ReactorCommand<{ readonly revision: number }> = {
  name: 'CheckpointReactor',
  decide({ checkpoint }, { revision }) {
    if (checkpoint !== undefined && checkpoint >= revision) return nothingToDo(undefined);
    return { events: [ReactorCheckpointed({ revision })], result: undefined };
  },
};

/** An effect will not be tried again. */
export const abandonEffect: ReactorCommand<{ readonly effectId: string; readonly reason: string }> = {
  name: 'AbandonEffect',
  decide({ abandoned }, { effectId, reason }) {
    if (abandoned.has(effectId)) return nothingToDo(undefined);
    return { events: [EffectAbandoned({ effectId, reason })], result: undefined };
  },
};
