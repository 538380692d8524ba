/**
 * The stand-in as a process of its own, which prints its address and runs until it is ended:
 *
 *     serve.ts [unary] [--like 23.10] [--file events] [--port 2113] [--ending 5000] [--page-delay 0]
 *
 * Told to end (SIGTERM) it goes on for `--ending` ms, in which appends hang, half of them stored.
 */
import { parseArgs } from 'node:util';
import { startEventStoreDb } from './server.ts';
import type { Version } from './ways.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    like: { type: 'string', default: '23.10' },
    file: { type: 'string' },
    port: { type: 'string', default: '0' },
    ending: { type: 'string', default: '0' },
    'page-delay': { type: 'string', default: '0' },
  },
});

const standIn = await startEventStoreDb({
  batchAppend: positionals[0] !== 'unary',
  like: values.like as Version,
  port: Number(values.port),
  pageDelay: Number(values['page-delay']),
  ...(values.file !== undefined && { file: values.file }),
});
process.once('SIGTERM', () => {
  standIn.session.holdAppends('alternately');
  process.stdout.write('ending\n');
  setTimeout(() => {
    standIn.kill();
    process.exit(0);
  }, Number(values.ending));
});
process.stdout.write(`${standIn.url}\n`);
