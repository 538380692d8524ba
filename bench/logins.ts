/** Checks that passwords are hashed outside of the event loop. */
import type { Benchmark } from './support/report.ts';
import { interleaved } from './support/rounds.ts';
import { Server } from './support/server.ts';

const AT_ONCE = 8;

export const logins: Benchmark = async (report) => {
  const server = await Server.start();
  const logInAtOnce = () => Promise.all(Array.from({ length: AT_ONCE }, () => server.logIn()));
  await logInAtOnce();
  const { delay } = await interleaved({
    async delay() {
      await server.observe('begin');
      const started = performance.now();
      await logInAtOnce();
      const seconds = (performance.now() - started) / 1000;
      const { longest } = await server.observe<{ longest: number }>('delay');
      return { longest, perSecond: AT_ONCE / seconds };
    },
  });
  report.figure(`log-ins, ${AT_ONCE} at once`, delay.perSecond, 'log-ins/s');
  report.goal('  longest time that the event loop stood still', delay.longest, { atMost: 20 }, 'ms');
  await server.stop();
};
