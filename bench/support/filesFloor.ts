/** The floor under files: a bare Node server that pipes a body to a file, flushes it, and pipes it back. */
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { temporaryFolder } from './folders.ts';

const folder = temporaryFolder();
const [incoming, path] = [join(folder, 'incoming'), join(folder, 'file')];

const server = createServer((request, response) => {
  const answering = request.method === 'POST' ? store() : pipeline(createReadStream(path), response);
  async function store(): Promise<void> {
    const file = createWriteStream(incoming);
    await pipeline(request, file);
    const handle = await open(incoming, 'r+');
    await handle.sync();
    await handle.close();
    await rename(incoming, path);
    response.end(String(statSync(path).size));
  }
  answering.catch(() => response.destroy());
});
server.listen(0, () => console.log(`http://localhost:${(server.address() as AddressInfo).port}`));
