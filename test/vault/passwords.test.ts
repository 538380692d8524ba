import { expect } from 'chai';
import { NotReady } from '../../src/base/errors.ts';
import { createPasswords } from '../../src/vault/passwords.ts';
import type { Passwords } from '../../src/vault/passwords.ts';
import { longestTurnAtBest } from '../support/turns.ts';

describe('passwords', () => {
  let passwords: Passwords;
  beforeEach(() => {
    passwords = createPasswords({ cost: 5 });
  });
  afterEach(() => passwords.close());

  it('are known again by their hash, and by nothing else', async () => {
    const hash = await passwords.hash('correct horse');
    expect(hash).to.match(/^\$2[aby]\$05\$/);
    expect(await passwords.verify('correct horse', hash)).to.equal(true);
    expect(await passwords.verify('Correct horse', hash)).to.equal(false);
  });

  it('get a new salt each time', async () => {
    expect(await passwords.hash('correct horse')).not.to.equal(await passwords.hash('correct horse'));
  });

  it('count beyond the 72 bytes that bcrypt reads, and beyond a zero byte', async () => {
    const long = 'x'.repeat(100);
    expect(await passwords.verify(`${long}a`, await passwords.hash(`${long}b`))).to.equal(false);
    expect(await passwords.verify('null\0one', await passwords.hash('null\0two'))).to.equal(false);
  });

  it('are the same however the keyboard composes their letters', async () => {
    expect(await passwords.verify('cafe\u0301 noir', await passwords.hash('caf\u00e9 noir'))).to.equal(true);
  });

  it('of nobody are wrong', async () => {
    expect(await passwords.verify('correct horse', null)).to.equal(false);
  });

  it('survive a stored hash that is none', async () => {
    const broken = `$2b$99$${'?'.repeat(53)}`;
    const outcome = await passwords.verify('correct horse', broken).catch(() => false);
    expect(outcome).to.equal(false);
    expect(await passwords.hash('correct horse')).to.be.a('string');
  });

  it('are turned away when too many wait', async () => {
    const narrow = createPasswords({ cost: 5, queueLimit: 1 });
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => narrow.hash('correct horse')));
    await narrow.close();
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused).to.have.length(2);
    expect(
      refused.every((answer) => answer.status === 'rejected' && answer.reason instanceof NotReady),
    ).to.equal(true);
  });

  it('that wait while the server stops are answered', async () => {
    const stopping = createPasswords({ cost: 12 });
    const answers = Promise.allSettled(Array.from({ length: 4 }, () => stopping.hash('correct horse')));
    await stopping.close();
    expect((await answers).map(({ status }) => status)).to.deep.equal(Array(4).fill('rejected'));
    const late = await stopping.hash('too late').catch((error: unknown) => error);
    expect(late).to.be.instanceOf(NotReady);
  });
});

describe('passwords at full cost', () => {
  let passwords: Passwords;
  before(() => {
    passwords = createPasswords();
  });
  after(() => passwords.close());

  it('take as long for nobody as for somebody', async () => {
    const hash = await passwords.hash('correct horse');
    const time = async (stored: string | null): Promise<number> => {
      const start = performance.now();
      await passwords.verify('wrong horse', stored);
      return performance.now() - start;
    };
    await time(hash);
    const somebody: number[] = [];
    const nobody: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      somebody.push(await time(hash));
      nobody.push(await time(null));
    }
    const ratio = Math.min(...nobody) / Math.min(...somebody);
    expect(ratio).to.be.within(0.4, 2.5);
  });

  it('leave the event loop alone while eight are checked', async () => {
    const hash = await passwords.hash('correct horse');
    await Promise.all([passwords.verify('warm', hash), passwords.verify('up', hash)]);
    const check = () =>
      Promise.all(Array.from({ length: 8 }, (_, n) => passwords.verify(`guess ${n}`, hash)));
    expect(await longestTurnAtBest(check)).to.be.below(60);
  });
});
