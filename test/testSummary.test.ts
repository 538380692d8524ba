/** What `npm test` says at its end, and what it runs a second time. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';

const { filesToRunAgain, summary } = (await import(
  new URL('../scripts/testSummary.js', import.meta.url).href
)) as {
  filesToRunAgain(path: string): string[];
  summary(path: string, took: number): string;
};

describe('The summary of the tests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hansard-summary-'));
  after(() => rmSync(folder, { recursive: true }));

  function noted(...notes: object[]): string {
    const path = join(folder, 'notes');
    writeFileSync(path, notes.map((note) => `${JSON.stringify(note)}\n`).join(''));
    return path;
  }
  const failure = (file: string, title = 'a test') => ({
    failed: { file, title, reason: 'expected 1\nto be 2' },
  });
  const linesOf = (path: string): string[] => summary(path, 60_000).trim().split('\n');

  it('counts what passed, failed and was skipped', () => {
    const lines = linesOf(noted({ passed: 3 }, { passed: 2 }, { skipped: 'one' }, failure('a.test.ts')));
    expect(lines).to.include.members(['skipped: one', 'failed: a.test.ts: a test: expected 1 to be 2']);
    expect(lines.at(-1)).to.equal('5 passed, 1 failed, 1 skipped, 0 unsteady');
  });

  it('names what failed beside others and passed alone', () => {
    const again = { file: 'a.test.ts', work: 1, isSecond: true };
    const lines = linesOf(noted({ passed: 3 }, failure('a.test.ts'), again, { passed: 4, isSecond: true }));
    expect(lines).to.include(
      'unsteady (failed beside others, passed alone): a.test.ts: a test: expected 1 to be 2',
    );
    expect(lines.at(-1)).to.equal('4 passed, 0 failed, 0 skipped, 1 unsteady');
  });

  it('counts a test once that fails twice, and every test of a file that fails again', () => {
    const again = { file: 'a.test.ts', work: 1, isSecond: true };
    const second = { ...failure('a.test.ts'), isSecond: true };
    const first = [{ passed: 3 }, failure('a.test.ts'), failure('a.test.ts', 'another')];
    expect(linesOf(noted(...first, again, second)).at(-1)).to.equal(
      '3 passed, 2 failed, 0 skipped, 0 unsteady',
    );
  });

  it('takes a second run that never ended for a failure', () => {
    expect(linesOf(noted({ passed: 3 }, failure('a.test.ts'))).at(-1)).to.include('1 failed');
  });

  it('lets three files run again, and none where more have failed', () => {
    const names = ['a', 'b', 'c', 'd'].map((name) => `${name}.test.ts`);
    const failures = names.map((name) => failure(name));
    expect(filesToRunAgain(noted(...failures.slice(1), failure('b.test.ts', 'another')))).to.deep.equal(
      names.slice(1),
    );
    expect(filesToRunAgain(noted(...failures))).to.deep.equal([]);
  });
});
