/** Declarations of commands: their words, options and help, and the modules that run them. */
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandSession } from './session.ts';

/** The work of a command; a number is its exit code, nothing means 0. */
export type Work<Options> = (session: CommandSession, options: Options) => Promise<number | void>;

/** A command with `--json` whose work is imported when it runs; arguments become options of the same name. */
export function defineCommand<Options>(
  parent: Command,
  name: string,
  description: string,
  load: () => Promise<Work<Options>>,
): Command {
  const made = parent.command(name).description(description);
  return made.option('--json', 'print JSON').action(async () => {
    const { run } = await import('./session.ts');
    const named = made.registeredArguments.map((argument, index) => [argument.name(), made.args[index]]);
    const options = { ...made.opts(), ...Object.fromEntries(named) } as Options;
    await run(async (session) => (await load())(session, options));
  });
}

/** A command and all commands below it. */
export const familyOf = (command: Command): readonly Command[] => [
  command,
  ...command.commands.flatMap(familyOf),
];

/** An argument that must be a whole number; `what` begins the sentence that refuses others. */
export const wholeNumber =
  (what: string) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number;
    throw new InvalidArgumentError(`${what} is a whole number.`);
  };
