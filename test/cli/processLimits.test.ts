import { expect } from 'chai';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readProcessLimits } from '../../src/app/vitals.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';

const MB = 1_000_000;
const NONE_V1 = '9223372036854771712';

/** What a process can use, of how much, in MB, on a machine with these files. */
async function memoryWith(files: Readonly<Record<string, string | number>>): Promise<readonly number[]> {
  const { folder, remove } = await temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `${content}\n`);
  }
  const { memory } = await readProcessLimits(folder);
  await remove();
  return [memory.freeBytes, memory.totalBytes].map((bytes) => bytes / MB);
}

describe('the limits of a process', () => {
  it('are those of its container, with version 2 of control groups', async () => {
    const container = {
      'proc/self/cgroup': '0::/',
      'sys/fs/cgroup/memory.max': 100 * MB,
      'sys/fs/cgroup/memory.high': 'max',
      'sys/fs/cgroup/memory.current': 90 * MB,
      // Pages of files, which the kernel gives up before it ends anybody.
      'sys/fs/cgroup/memory.stat': `anon ${30 * MB}\ninactive_file ${50 * MB}\nactive_file ${10 * MB}`,
    };
    expect(await memoryWith(container)).to.deep.equal([60, 100]);
    expect(await memoryWith({ ...container, 'sys/fs/cgroup/memory.high': 80 * MB })).to.deep.equal([40, 80]);
  });

  it('are those of any group above, too', async () => {
    const service = 'sys/fs/cgroup/chat.slice/hansard.service';
    const slice = {
      'proc/self/cgroup': '0::/chat.slice/hansard.service',
      [`${service}/memory.max`]: 'max',
      [`${service}/memory.current`]: 10 * MB,
      'sys/fs/cgroup/chat.slice/memory.max': 64 * MB,
      'sys/fs/cgroup/chat.slice/memory.current': 60 * MB,
    };
    expect(await memoryWith(slice)).to.deep.equal([4, 64]);
  });

  it('are those of its container, with version 1 of control groups, whose path the container does not show', async () => {
    const group = 'sys/fs/cgroup/memory';
    const container = {
      'proc/self/cgroup': '11:cpu,cpuacct:/docker/1f\n4:memory:/docker/1f\n0::/system.slice',
      [`${group}/memory.limit_in_bytes`]: 50 * MB,
      [`${group}/memory.usage_in_bytes`]: 48 * MB,
      [`${group}/memory.stat`]: `inactive_file 1\ntotal_inactive_file ${8 * MB}`,
    };
    expect(await memoryWith(container)).to.deep.equal([10, 50]);
  });

  it('are those of the machine where no group has one', async () => {
    const machine = await memoryWith({});
    const group = 'sys/fs/cgroup/memory';
    const unlimited = {
      'proc/self/cgroup': '4:memory:/',
      [`${group}/memory.limit_in_bytes`]: NONE_V1,
      [`${group}/memory.usage_in_bytes`]: 48 * MB,
    };
    expect((await memoryWith(unlimited))[1]).to.equal(machine[1]);
    expect(machine[1]).to.be.greaterThan(100);
  });

  it('name the number of files that can be open', async () => {
    const { folder, remove } = await temporaryFolder();
    expect((await readProcessLimits(folder)).openFiles).to.equal(null);
    await mkdir(join(folder, 'proc/self'), { recursive: true });
    const line = 'Max open files            1024                 524288               files';
    await writeFile(join(folder, 'proc/self/limits'), `Limit  Soft Limit  Hard Limit  Units\n${line}\n`);
    expect((await readProcessLimits(folder)).openFiles).to.equal(524_288);
    await remove();
  });
});
