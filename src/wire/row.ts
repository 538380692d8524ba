/** The declaration of one client event. */
import { z } from 'zod';

/** What clients are told under a type and an op. */
export const row = <Type extends string, Op extends string, Shape extends z.core.$ZodLooseShape>(
  type: Type,
  op: Op,
  shape: Shape,
) => z.strictObject({ type: z.literal(type), op: z.literal(op), ...shape });

/** What clients are told under a type that has no ops. */
export const plainRow = <Type extends string, Shape extends z.core.$ZodLooseShape>(
  type: Type,
  shape: Shape,
) => z.strictObject({ type: z.literal(type), ...shape });
