import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { versions } from './frozen.ts';

/**
 * What each version has stored from the first. Where one of these changes, stored documents and snapshots are of another
 * kind: raise the version. Only where it handles one event more, which no log has had before, the digest changes and the
 * version stays.
 */
const FROZEN = JSON.parse(readFileSync(new URL('./frozen.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>;

describe('a version', () => {
  for (const { name, stores, digest } of versions)
    it(`${name} has the ${stores} that it always had`, () => {
      expect(FROZEN, `${name} is new: npm run docs`).to.have.property(name);
      const now = digest();
      const advice = `raise its version, or, if it only handles one more event, put "${name}": "${now}" into frozen.json`;
      expect(now, `The ${stores} of ${name} changed: ${advice}`).to.equal(FROZEN[name]);
    });
});
