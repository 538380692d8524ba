/** A town in which messages are scheduled, one decision after the other. */
import type { Command } from '../../src/commands/define.ts';
import { scheduledSendKey } from '../../src/commands/messages/scheduled.ts';
import { NotFound, Refused } from '../../src/base/errors.ts';
import type { DomainEvent } from '../../src/events/define.ts';
import type { ScheduledMessageId } from '../../src/events/personal.ts';
import type { UserId } from '../../src/base/ids.ts';
import { factChanges, type ScheduleKeyFact } from '../../src/organization/slices/messageFacts.ts';
import { example, EXAMPLE_START } from '../support/examples.ts';
import { World } from '../support/memoryViews.ts';
import { text } from './messageFixture.ts';

export const [OLGA, MIA, GUS] = [1, 2, 3] as [UserId, UserId, UserId];
export const MINUTE = 60_000;
/** The current time, in UNIX milliseconds: later than all that has happened. */
export const NOW = EXAMPLE_START + 60 * MINUTE;

/** Owner, member and guest; two channels, the second of them archived. */
export const town = (...more: readonly DomainEvent[]) =>
  World.after(
    example.userCreated({ userId: OLGA, role: 100 }),
    example.userCreated({ userId: MIA }),
    example.userCreated({ userId: GUS, role: 600 }),
    example.channelCreated({ channelId: 1, name: 'design' }),
    example.channelCreated({ channelId: 2, name: 'attic' }),
    example.channelArchived({ channelId: 2 }),
    ...more,
  );

/** Mia's message to the first channel, in an hour. */
export const waiting = (more: object = {}) =>
  example.messageScheduled({
    authorId: MIA,
    channelId: 1,
    topic: 'logo',
    deliverAt: NOW + 60 * MINUTE,
    ...more,
  });
export const started = example.scheduledSendStarted({ authorId: MIA });
export const FIRST = { scheduledMessageId: 1 as ScheduledMessageId };

/** A text without markup. */
export const written = (content: string) => text(content).text;

interface Decided {
  readonly type: string;
  readonly data: Record<string, unknown>;
}

/** The first event of what was decided. */
export function firstOf(decided: string | readonly Decided[]): Decided {
  if (typeof decided === 'string' || decided[0] === undefined)
    throw new Error(`Nothing was decided: ${String(decided)}`);
  return decided[0];
}

/** Decides and lets the decided events happen; returns them without their author, or the refusal. */
export async function outcome<Input, Result>(
  world: World,
  definition: Command<Input, Result>,
  input: Input,
  actor: number | null = MIA,
): Promise<string | readonly Decided[]> {
  const { organization, events } = world;
  try {
    definition.needs?.(organization, input, actor as UserId);
    const decision = definition.decide(organization, input, {
      actor: actor as UserId,
      now: organization.time,
      nextRevision: organization.revision + 1,
      facts: {
        conversation: () => undefined,
        sentUnder: (key: string) =>
          key === sentKeyOf(world) ? { messageId: 1, parametersHash: key } : undefined,
        scheduledUnder: (key: string) => answeredUnder(world, key),
        event: (revision: number) => events.find((event) => event.revision === revision),
      } as never,
    });
    await world.happen(...decision.events);
    return decision.events.map(({ type, data }) => ({ type, data }));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return `${error instanceof NotFound ? '404 ' : ''}${error.code}: ${error.message}`;
  }
}

/** The message that was scheduled under a key, as the facts have it. */
function answeredUnder({ events }: World, key: string): ScheduleKeyFact | undefined {
  const changes = events.flatMap(factChanges).filter(({ kind, id }) => kind === 'scheduleKeys' && id === key);
  return changes.at(-1)?.change(undefined) as ScheduleKeyFact | undefined;
}

/** The key under which the first message was sent, if it was. */
function sentKeyOf({ organization, events }: World): string | undefined {
  const isSent = events.some(({ type }) => type === 'ScheduledMessageSent');
  return isSent ? scheduledSendKey(organization, MIA, FIRST.scheduledMessageId) : undefined;
}
