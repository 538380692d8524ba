/** What every command says where a file, a folder or nothing is where it needs something else. */
import { expect } from 'chai';
import type { Command } from 'commander';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram } from '../../src/cli/program.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { build, Installation } from './installation.ts';

/** Values by the name of an argument or option. */
const VALUES: Readonly<Record<string, string>> = {
  source: '/nowhere',
  destination: '/nowhere',
  name: 'users',
  subdomain: 'acme',
  email: 'a@example.com',
  ownerEmail: 'a@example.com',
  delivery: '1',
  message: '1',
  to: '/nowhere',
};

/** Words that call each command, with what it requires. */
function callsOf(command: Command, path: readonly string[] = []): readonly (readonly string[])[] {
  if (command.commands.length > 0)
    return command.commands.flatMap((each) => callsOf(each, [...path, each.name()]));
  const values = command.registeredArguments.map((argument) => VALUES[argument.name()] ?? '1');
  const required = command.options.filter((option) => option.mandatory || option.attributeName() === 'to');
  const isMove = path[0] === 'move';
  const options = required
    .filter((option) => option.mandatory || isMove)
    .flatMap((option) => [option.long ?? '', VALUES[option.attributeName()] ?? 'x']);
  return [[...path, ...values, ...options]];
}

/** They use no data folder. */
const WITHOUT = /^(?:help|config print)/;

describe('in a wrong place', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let file: string;
  before(async () => {
    build();
    ({ folder, remove } = await temporaryFolder());
    file = join(folder, 'file');
    writeFileSync(file, 'no folder');
    symlinkSync(join(folder, 'circle'), join(folder, 'circle'));
    mkdirSync(join(folder, 'empty'));
  });
  after(() => remove());

  const calls = callsOf(createProgram()).filter((words) => !WITHOUT.test(words.join(' ')));
  for (const words of calls)
    it(`hansard ${words.join(' ')} says that the data folder is a file`, async () => {
      const { code, stdout, stderr } = await new Installation({ folder: file }).cli(...words);
      expect([code, stdout]).to.deep.equal([2, '']);
      expect(stderr).to.equal(
        `The data folder ${file} cannot be used. It is a file: set DATA_DIR to a folder.\n`,
      );
    });

  for (const [what, below, sentence] of [
    ['lies below a file', 'file/data', /It lies below a file: set DATA_DIR to a folder\.$/],
    [
      'is a link to itself',
      'circle',
      /It is a symbolic link that leads to itself: set DATA_DIR to a folder\.$/,
    ],
    ['has too long a name', 'x'.repeat(300), /Its name is too long: set DATA_DIR to a folder\.$/],
  ] as const)
    it(`says that the data folder ${what}`, async () => {
      const { code, stderr } = await new Installation({ folder: join(folder, below) }).cli(
        'status',
        '--json',
      );
      const { error, exitCode } = JSON.parse(stderr) as { error: string; exitCode: number };
      expect([code, exitCode]).to.deep.equal([2, 2]);
      expect(error).to.match(sentence);
    });

  for (const [words, sentence] of [
    [
      'backup FILE',
      /^The folder .*file cannot be used: .* Choose a folder that this account can write to\.$/,
    ],
    [
      'backup FILE/below',
      /^The folder .*below cannot be used: .* Choose a folder that this account can write to\.$/,
    ],
    ['restore FILE', /file.* is needed as a folder, and it or what it lies in is a file\.$/],
    ['restore EMPTY', /^There is no back-up in .*empty\.$/],
    ['backup verify FILE', /file.* is needed as a folder, and it or what it lies in is a file\.$/],
    ['backup list FILE', /./],
    ['move --to FILE', /^The data folder .* cannot be used/],
    ['import EMPTY', /^There is no file .*empty that can be read\.$/],
    ['import FILE/below', /^There is no file .*below that can be read\.$/],
    [
      'users create --email a@example.com --name A --password-file EMPTY',
      /^The password file cannot be read/,
    ],
    [
      'users create --email a@example.com --name A --password-file NOWHERE',
      /^The password file cannot be read/,
    ],
  ] as const)
    it(`hansard ${words} ends with one sentence`, async () => {
      const destinations: Readonly<Record<string, string>> = {
        FILE: file,
        EMPTY: join(folder, 'empty'),
        NOWHERE: '/nowhere',
      };
      const named = words.replaceAll(/[A-Z]{4,}/g, (name) => destinations[name] ?? name).split(' ');
      const { code, stderr } = await started.cli(...named);
      expect(code, stderr).to.be.greaterThan(0);
      expect(stderr.trimEnd()).to.match(sentence).and.not.include('\n');
    });

  const started = new Installation();
  before(async () => {
    await started.start();
    await started.stop();
  });
  after(() => started.remove());
});
