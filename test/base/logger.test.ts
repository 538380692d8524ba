import { expect } from 'chai';
import { VaultUnavailable } from '../../src/vault/vault.ts';
import { createLogger } from '../../src/base/logger.ts';

describe('The process log', () => {
  it('removes secrets by the names of their fields, three objects deep', () => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line) => void lines.push(line) });
    const secret = 'canary';
    logger.info(
      {
        event: 'test.one',
        password: secret,
        request: { headers: { authorization: secret, cookie: secret } },
      },
      'one',
    );
    logger.error(
      { event: 'test.two', input: { apiKey: secret, api_key: secret, token: secret, key: secret } },
      'two',
    );
    expect(lines).to.have.length(2);
    expect(lines.join('')).to.include('[removed]').and.not.include(secret);
  });

  it('tells what the system says about an engine that cannot be used', () => {
    const lines: string[] = [];
    const cause = Object.assign(new Error('EROFS: read-only file system'), {
      code: 'EROFS',
      syscall: 'mkdir',
    });
    const err = new VaultUnavailable('The vault cannot be opened.', { cause });
    createLogger('info', { write: (line) => void lines.push(line) }).warn({ event: 'test.one', err }, 'one');
    expect(lines.join('')).to.include('The vault cannot be opened (EROFS: read-only file system).');
  });

  it('writes nothing below its level', () => {
    const lines: string[] = [];
    createLogger('warn', { write: (line) => void lines.push(line) }).info({ event: 'test.quiet' }, 'quiet');
    expect(lines).to.deep.equal([]);
  });
});
