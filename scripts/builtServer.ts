/** A server of the build with a data folder of its own, for programs that use it from outside. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The owner's credentials. */
export const OWNER = { email: 'ada@example.com', password: 'a stone in the river' } as const;

/** Does the work with the URL of a server, which ends with it; nothing of it is left. */
export async function withBuiltServer(
  environment: Readonly<Record<string, string>>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hansard-built-'));
  const server = spawn(process.execPath, ['dist/main.js'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: folder,
      RATE_LIMITS: 'off',
      BOOTSTRAP_OWNER_EMAIL: OWNER.email,
      BOOTSTRAP_OWNER_PASSWORD: OWNER.password,
      ...environment,
    },
  });
  const announced = new Promise<string>((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      const url = /http:\/\/localhost:\d+/.exec(text)?.[0];
      if (url) resolve(url);
    });
    server.on('exit', () => reject(new Error(`The server did not start: ${text}`)));
  });
  try {
    await work(await announced);
  } finally {
    server.kill();
    await rm(folder, { recursive: true, force: true });
  }
}
