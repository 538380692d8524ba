/** Commands that are frequent enough to be decided by one node alone, by their names (decision 73). */
import type { Command } from '../commands/define.ts';
import { changeMessage } from '../commands/messages/change.ts';
import { changeFlags } from '../commands/messages/flags.ts';
import { sendMessage } from '../commands/messages/send.ts';

type ForwardedCommand = Command<unknown, unknown>;

type Primitive = string | number | boolean | null | undefined;

/** Whether a value contains a function somewhere, which cannot be sent to another node. */
type HasFunction<Value> = Value extends Primitive
  ? false
  : Value extends (...words: never[]) => unknown
    ? true
    : { [Name in keyof Value]-?: HasFunction<Value[Name]> }[keyof Value];

/** Compiles for commands whose input is plain data. */
const forwarded = <Input, Result>(
  command: true extends HasFunction<Input> ? never : Command<Input, Result>,
): readonly [string, ForwardedCommand] => {
  const { name } = command as Command<Input, Result>;
  return [name, command as unknown as ForwardedCommand];
};

export const FORWARDED_COMMANDS: ReadonlyMap<string, ForwardedCommand> = new Map([
  forwarded(sendMessage),
  forwarded(changeMessage),
  forwarded(changeFlags),
]);
