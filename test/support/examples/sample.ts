/** How a maker of samples is made. */
import type { z } from 'zod';
import type { EphemeralEvents, OrganizationEvents } from '../../../src/events/catalog.ts';
import type { DomainEvent, EventArea } from '../../../src/events/define.ts';

export type Input<Area extends EventArea, Type extends keyof Area['definitions']> = z.input<
  Area['definitions'][Type]['schema']
>;

type Sampled = OrganizationEvents & EphemeralEvents;

/** Makes the maker of one event's samples; the defaults may depend on the fields given. */
export const sample =
  <Area extends EventArea, Type extends keyof Area['definitions'] & keyof Sampled & string>(
    area: Area,
    type: Type,
    defaults: (given: Partial<Input<Area, Type>>) => Input<Area, Type>,
  ) =>
  (given: Partial<Input<Area, Type>> = {}): DomainEvent<Type, Sampled[Type]> => {
    const data = { ...(defaults(given) as object), ...given };
    return { type, data: area.definitions[type]!.schema.parse(data) as Sampled[Type] };
  };
