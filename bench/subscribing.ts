/** The cost of subscribing ten thousand people to a channel in one call. */
import { populatedFolder } from './support/growLog.ts';
import type { Benchmark } from './support/report.ts';
import { median, ROUNDS, timed } from './support/rounds.ts';
import { Server } from './support/server.ts';

const USERS = 10_000;

export const subscribing: Benchmark = async (report) => {
  const server = await Server.start({ folder: await populatedFolder({ users: USERS, channels: ROUNDS }) });
  await server.ready();
  const principals = JSON.stringify(Array.from({ length: USERS }, (_, index) => index + 2));
  const appends = () => server.metric('hansard_append_events_count');
  const events = () => server.metric('hansard_append_events_sum');
  /** The bot that notifies newcomers has work of its own, which is not counted here. */
  const subscribe = (round: number) =>
    server.post('/users/me/subscriptions', {
      subscriptions: JSON.stringify([{ name: `channel ${round}` }]),
      principals,
      send_new_subscription_messages: 'false',
    });
  await server.quiet();
  const before = { appends: await appends(), events: await events() };
  const times: number[] = [];
  await server.observe('begin');
  for (let round = 1; round <= ROUNDS; round += 1) times.push(await timed(() => subscribe(round)));
  const { longest } = await server.observe<{ longest: number }>('delay');
  report.goal('10,000 people subscribed in one call', median(times), { atMost: 1000 }, 'ms');
  report.goal('  appends per call', ((await appends()) - before.appends) / ROUNDS, { atMost: 1 }, '');
  report.goal('  events per call', ((await events()) - before.events) / ROUNDS, { atMost: 1 }, '');
  report.figure('  the event loop stands still for', longest, 'ms');
  await server.ready();
  const { body } = await server.call('GET', `/streams/${ROUNDS}/members`);
  report.goal('  of them in the channel', (body['subscribers'] as unknown[]).length, { atLeast: USERS }, '');
  await server.stop();
};
