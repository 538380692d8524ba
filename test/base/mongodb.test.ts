import { expect } from 'chai';
import { isTransientError } from '../../src/base/mongodb.ts';

describe('a failure of MongoDB', () => {
  const failure = (fields: object): Error => Object.assign(new Error('failed'), fields);

  const transient: readonly object[] = [
    { name: 'MongoNetworkError' },
    { name: 'MongoServerError', errorLabels: ['TransientTransactionError'] },
    { name: 'MongoServerError', code: 14031 },
    { code: 'ECONNRESET' },
  ];
  for (const fields of transient)
    it(`may pass: ${JSON.stringify(fields)}`, () => expect(isTransientError(failure(fields))).to.equal(true));

  const lasting: readonly object[] = [
    { name: 'MongoServerError', code: 11000 },
    { name: 'TypeError', code: 14031 },
    { code: 'ENOENT' },
  ];
  for (const fields of lasting)
    it(`stays: ${JSON.stringify(fields)}`, () => expect(isTransientError(failure(fields))).to.equal(false));

  it('is an error', () => expect(isTransientError({ name: 'MongoNetworkError' })).to.equal(false));
});
