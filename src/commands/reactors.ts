/** Recording of reactors' progress, each in a stream of its own. */
import type { ReactorEvents } from '../events/catalog.ts';
import type { DomainEventOf } from '../events/define.ts';
import { EffectAbandoned, ReactorCheckpointed } from '../events/reactors.ts';
import { pendingSince, type ReactorState } from '../organization/reactors.ts';
import { type Command, nothingToDo } from './define.ts';

/** A command on a reactor's recorded state. */
export type ReactorCommand<Input, Result = void> = Command<
  Input,
  Result,
  ReactorState,
  DomainEventOf<ReactorEvents>
>;

/** Everything up to a revision of the organization's stream has been handled; never goes back. */
export const checkpointReactor: ReactorCommand<{ readonly revision: number }> = {
  name: 'CheckpointReactor',
  decide(state, { revision }) {
    if (state.checkpoint !== undefined && state.checkpoint >= revision) return nothingToDo(undefined);
    const since = pendingSince(state);
    const open = since !== undefined && { openSince: since };
    return { events: [ReactorCheckpointed({ revision, ...open })], result: undefined };
  },
};

/** An effect is given up. */
export const abandonEffect: ReactorCommand<{ readonly effectId: string; readonly reason: string }> = {
  name: 'AbandonEffect',
  decide({ abandoned }, { effectId, reason }) {
    if (abandoned.has(effectId)) return nothingToDo(undefined);
    return { events: [EffectAbandoned({ effectId, reason })], result: undefined };
  },
};
