import { expect } from 'chai';
import { InUse, OperatorError } from '../../src/base/errors.ts';
import { operatorMessage } from '../../src/app/operatorErrors.ts';
import { ReadModelsUnavailable } from '../../src/projections/store/readModels.ts';
import { VaultUnavailable } from '../../src/vault/vault.ts';

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

  const system = (code: string): Error =>
    Object.assign(new Error(`${code}: no, mkdir '/a/b'`), { code, syscall: 'mkdir' });

  it('is told with the reason of the system, whoever says it', () => {
    const reason = { cause: system('EROFS') };
    for (const error of [
      new OperatorError('The data folder /a/b cannot be used.', reason),
      new OperatorError('MAIL_DIR /a/b cannot be made.', reason),
      new VaultUnavailable('The vault /a/b cannot be opened', reason),
      new ReadModelsUnavailable('The folder /a/b cannot be made.', reason),
    ])
      expect(operatorMessage(error)?.sentence).to.match(/^[^.(]+ \(EROFS: no, mkdir '\/a\/b'\)\.$/);
    const complete = new OperatorError(`It says so: ${reason.cause.message}.`, reason);
    expect(operatorMessage(complete)?.sentence).to.equal(complete.message);
    // What a driver says may contain a password.
    const ofDriver = new OperatorError('It cannot be reached.', {
      cause: new Error('mongodb://user:secret@host'),
    });
    expect(operatorMessage(ofDriver)?.sentence).to.equal('It cannot be reached.');
  });

  it('that room on the disk would end ends with 1, however it is told', () => {
    for (const code of ['ENOSPC', 'EDQUOT']) {
      const error = new OperatorError('The data folder /a/b cannot be used.', { cause: system(code) });
      expect(operatorMessage(error)?.exitCode, code).to.equal(1);
    }
  });

  it('without a path is a bug, which is shown with its stack', () => {
    expect(operatorMessage(failure('ENOTDIR'))).to.equal(undefined);
  });
});
