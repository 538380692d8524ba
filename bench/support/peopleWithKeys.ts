/** An organization of many people who can call the API. */
import { systemClock } from '../../src/base/clock.ts';
import { ROOT_ORGANIZATION } from '../../src/base/ids.ts';
import { Secrets } from '../../src/vault/secrets.ts';
import { openSqliteVault } from '../../src/vault/sqlite.ts';
import { temporaryFolder } from './folders.ts';
import { grow, user } from './growLog.ts';
import { Server } from './server.ts';

/** Keys issued at once. */
const TOGETHER = 500;

/** A data folder with so many people beside the owner, and what each of them sends to be known. */
export async function peopleWithKeys(
  count: number,
): Promise<{ readonly folder: string; readonly authorizations: readonly string[] }> {
  const folder = temporaryFolder();
  await (await Server.start({ folder })).stop();
  const vault = await openSqliteVault({ folder });
  const secrets = await Secrets.open(vault, systemClock);
  const people: { readonly credentialId: string; readonly authorization: string }[] = [];
  while (people.length < count) {
    const left = Math.min(TOGETHER, count - people.length);
    const issued = Array.from({ length: left }, () => secrets.issueApiKey(ROOT_ORGANIZATION));
    for (const credentialId of await Promise.all(issued)) {
      const login = `person${people.length + 2}@example.com:${await secrets.showApiKey(credentialId)}`;
      people.push({ credentialId, authorization: `Basic ${Buffer.from(login).toString('base64')}` });
    }
  }
  await vault.close();
  await grow(
    folder,
    people.map(
      ({ credentialId }, index) =>
        () =>
          user(index + 2, credentialId),
    ),
  );
  return { folder, authorizations: people.map(({ authorization }) => authorization) };
}
