/** Declares one client event. */
import { z } from 'zod';

/** A client event with a type and an op. */
export const eventShape = <Type extends string, Op extends string, Shape extends z.core.$ZodLooseShape>(
  type: Type,
  op: Op,
  shape: Shape,
) => z.strictObject({ type: z.literal(type), op: z.literal(op), ...shape });

/** A client event with a type only. */
export const plainEventShape = <Type extends string, Shape extends z.core.$ZodLooseShape>(
  type: Type,
  shape: Shape,
) => z.strictObject({ type: z.literal(type), ...shape });
