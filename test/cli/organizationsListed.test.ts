import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard } from '../support/hansard.ts';
import { build, Installation } from './installation.ts';

describe('hansard organizations list', () => {
  it('has the names of today', async () => {
    build();
    const { folder, remove } = await temporaryFolder();
    const hansard = await Hansard.start({ folder });
    const owner = await hansard.owner();
    await owner.patch('/realm', { name: 'Renamed' });
    const [root] = await new Installation({ folder }).json<object[]>(0, 'organizations', 'list');
    expect(root).to.include({ organizationId: 1, subdomain: '', name: 'Renamed' });
    await hansard.stop();
    await remove();
  });
});
