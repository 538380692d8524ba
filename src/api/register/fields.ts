/** All fields of POST /register; each appears if its fetch type was requested. */
import { z } from 'zod';
import { snapshotFields } from '../../live/shapes.ts';
import { LegacyPresence, ModernPresence } from '../../wire/presence.ts';

type Shapes = typeof snapshotFields;
type Merged = {
  readonly [Type in keyof Shapes as keyof Shapes[Type]]: z.ZodOptional<z.ZodType>;
};

const merged = Object.assign({}, ...Object.values(snapshotFields)) as Readonly<Record<string, z.ZodType>>;

export const registerFields = {
  ...(Object.fromEntries(
    Object.entries(merged).map(([name, schema]) => [name, schema.optional()]),
  ) as unknown as Merged),
  presences: z.union([z.record(z.string(), ModernPresence), z.record(z.string(), LegacyPresence)]).optional(),
  presence_last_update_id: z.int().optional(),
  server_timestamp: z.number().optional(),
};
