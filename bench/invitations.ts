/** The time that others wait while very many people are invited by mail. */
import { temporaryFolder } from './support/folders.ts';
import type { Benchmark } from './support/report.ts';
import { interleaved, timed } from './support/rounds.ts';
import { Server } from './support/server.ts';
import { watched } from './support/watched.ts';

/** As many as an organization may invite within a day, unless its server has another limit. */
const ADDRESSES = 100;
const CALLS = 10;

export const invitations: Benchmark = async (report) => {
  const environment = { MAIL_DIR: temporaryFolder(), INVITATIONS_PER_DAY: '10000' };
  const server = await Server.start({ environment });
  await server.createChannel('general');
  const { body } = await server.call('GET', '/get_stream_id?stream=general');
  const streamIds = JSON.stringify([body.stream_id]);
  let made = 0;
  const inviting = async () => {
    const addresses = Array.from({ length: ADDRESSES }, () => `person${(made += 1)}@example.com`);
    await server.post('/invites', { invitee_emails: addresses.join(','), stream_ids: streamIds });
  };
  await inviting();
  await server.quiet();
  const { calls } = await interleaved({
    calls: () =>
      watched(server, async () => {
        const milliseconds = await timed(async () => {
          for (let call = 0; call < CALLS; call += 1) await inviting();
        });
        return { milliseconds: milliseconds / CALLS };
      }),
  });
  report.figure(`${ADDRESSES} people invited in one call`, calls.milliseconds, 'ms');
  report.figure('  an event loop in which nothing happens stands still for', calls.idle, 'ms');
  report.goal('  the event loop stands still for', calls.longest, { atMost: 50 }, 'ms');
  await server.stop();
};
