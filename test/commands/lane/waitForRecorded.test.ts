import { expect } from 'chai';
import { replaceApiKey } from '../../../src/commands/credentials/credentials.ts';
import { waitForRecorded } from '../../../src/commands/lane/lanes.ts';
import { NotReady } from '../../../src/base/errors.ts';
import { type CredentialId, ROOT_ORGANIZATION, type UserId } from '../../../src/base/ids.ts';
import { failureOf } from '../../support/eventLogs.ts';
import { Wire } from '../../support/memoryLog.ts';
import { Shared } from '../../support/nodes.ts';

const owner = { actor: 1 as UserId, client: 'test', correlationId: 'test' };

describe('a node that is asked for what another one has told', () => {
  it('has it, is not ready to answer, or knows that nobody can have told it', async () => {
    const shared = new Shared();
    const lane = await shared.found(shared.node());
    const other = shared.node();
    const lagging = await other.organization(ROOT_ORGANIZATION);
    const before = lagging.state.revision;
    await lane.submit(replaceApiKey, { userId: 1 as UserId, credentialId: 'k2' as CredentialId }, owner);
    const log = shared.memory.over(new Wire());
    const reaches = (revision: number) =>
      waitForRecorded(lagging, log, { organizationId: ROOT_ORGANIZATION, revision }, 10);
    expect(await reaches(before)).to.equal(true);
    expect(await failureOf(reaches(before + 1))).to.be.instanceOf(NotReady);
    expect(await reaches(before + 2)).to.equal(false);
    other.receive(shared.recorded);
    expect(await reaches(before + 1)).to.equal(true);
  });
});
