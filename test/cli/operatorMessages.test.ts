import { expect } from 'chai';
import { InUse, OperatorError } from '../../src/base/errors.ts';
import { operatorMessage } from '../../src/app/operatorErrors.ts';

/** What the system says of a path. */
const failure = (code: string, path?: string): Error =>
  Object.assign(new Error(`${code}: no`), { code, ...(path !== undefined && { path }) });

describe('an error of the file system', () => {
  for (const [code, sentence] of [
    ['ENOTDIR', '/a/b is needed as a folder, and it or what it lies in is a file.'],
    ['EISDIR', '/a/b is a folder, and a file is needed.'],
    ['ELOOP', '/a/b is a symbolic link that leads to itself.'],
    ['ENAMETOOLONG', '/a/b is too long a name.'],
  ] as const)
    it(`${code} is a mistake that is told in a sentence`, () => {
      expect(operatorMessage(failure(code, '/a/b'))).to.deep.equal({ sentence, exitCode: 2 });
    });

  it('says what to do where the account may not', () => {
    const { sentence, exitCode } = operatorMessage(failure('EACCES', '/a/b')) ?? {};
    expect(sentence).to.equal(
      'The data folder cannot be used: EACCES: no. Use the account of the server: even commands that only read need write access.',
    );
    expect(exitCode).to.equal(2);
  });

  it('that may pass by itself ends with 1, so that a supervisor tries again', () => {
    const taken = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', port: 9991 });
    for (const error of [taken, new InUse('Another process is there.'), failure('ENOSPC', '/a/b')])
      expect(operatorMessage(error)?.exitCode).to.equal(1);
    expect(operatorMessage(new OperatorError('It is wrong.'))?.exitCode).to.equal(2);
  });

  it('without a path is a bug, which is shown with its stack', () => {
    expect(operatorMessage(failure('ENOTDIR'))).to.equal(undefined);
  });
});
