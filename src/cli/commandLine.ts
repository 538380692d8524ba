/** Parses the command line; an error of commander becomes one sentence and exit code 2. */
import { type Command, CommanderError } from 'commander';
import { familyOf } from './terminal/command.ts';
import { formatError } from './terminal/errorLine.ts';
import { printable, printNote } from '../base/printable.ts';

const MISTAKE = 2;

/** Parses the words and runs the command they name. */
export async function runCommandLine(program: Command, words: readonly string[]): Promise<void> {
  for (const command of familyOf(program)) {
    command.exitOverride().configureOutput({
      outputError(text, write) {
        const sentence = ambiguityOf(command, text) ?? sentenceOf(text);
        write(printable(formatError({ sentence, exitCode: MISTAKE }, words)));
      },
    });
  }
  refuseRepetitions(program);
  endWithTheReader();
  try {
    await program.parseAsync(words);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : MISTAKE;
  }
}

/** The sentence for an ID without the word that says of what: `show 6`. */
function ambiguityOf(group: Command, text: string): string | undefined {
  const id = /^error: unknown command '(\d+)'/.exec(text)?.[1];
  const choices = group.commands
    .filter(({ registeredArguments: [first] }) => first?.name() === 'id')
    .map((command) => `${group.name()} ${command.name()} ${id}`);
  if (id === undefined || choices.length === 0) return undefined;
  return `Say what: ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}.`;
}

/** Of two values of one option commander would silently take the last. */
function refuseRepetitions(program: Command): void {
  for (const command of familyOf(program))
    for (const option of command.options) {
      if (option.variadic || option.isBoolean() || REPEATABLE.has(option.long ?? '')) continue;
      let isGiven = false;
      command.on(`option:${option.name()}`, () => {
        if (isGiven) command.error(`error: ${option.long} can be given only once`);
        isGiven = true;
      });
    }
}

const REPEATABLE: ReadonlySet<string> = new Set(['--env-file']);

/** "error: unknown option '--x'\n(Did you mean --y?)" → "Unknown option '--x'. Did you mean --y?" */
function sentenceOf(text: string): string {
  const [first = '', ...rest] = text
    .trim()
    .replace(/^error: /, '')
    .split('\n');
  const hint = rest.join(' ').replace(/^\((.*)\)$/, '$1');
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1).replace(/\.$/, '')}.`;
  return hint === '' ? sentence : `${sentence} ${hint}`;
}

/** `hansard replay | head` is not a failure: the reader has seen enough. */
function endWithTheReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    printNote(`Cannot write the output (${error.code ?? error.message}).\n`);
    process.exit(1);
  });
}
