/** Times as exports write them. A time that no calendar shows is damage, and must not end the import of all the rest. */
import { z } from 'zod';

/** UNIX milliseconds at the end of the year 9999, the last that dates are written with. */
const LAST = Date.UTC(10_000, 0) - 1;

/** UNIX milliseconds. */
export const milliseconds = z.number().int().min(0).max(LAST);

/** UNIX seconds, with fractions. */
export const seconds = z
  .number()
  .min(0)
  .max(LAST / 1000);

/** UNIX seconds in digits, with fractions. */
export const secondsInDigits = z
  .string()
  .regex(/^\d+(?:\.\d+)?$/)
  .refine((digits) => seconds.safeParse(Number(digits)).success);
