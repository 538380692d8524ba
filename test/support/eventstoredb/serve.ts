/** The stand-in as a process of its own: `serve.ts [unary]` prints its address and runs until it is ended. */
import { startEventStoreDb } from './server.ts';

const standIn = await startEventStoreDb({ batchAppend: process.argv[2] !== 'unary' });
process.stdout.write(`${standIn.url}\n`);
