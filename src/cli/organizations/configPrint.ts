import { maskConfig } from '../../base/config.ts';
import { type Format, print } from '../terminal/output.ts';
import type { CommandSession } from '../terminal/session.ts';

/** `config print`: every setting by the name of its variable; null if it is not set. */
export async function printConfig(session: CommandSession, format: Format): Promise<void> {
  print(format, maskConfig(await session.settings()), (settings) =>
    Object.entries(settings).map(([name, value]) => `${name}=${textOf(value)}`),
  );
}

const textOf = (value: unknown): string => {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
