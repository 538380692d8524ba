/** A thread that answers numbers with the keys that the frontier of another thread has for them, '' for none. */
import { parentPort, workerData } from 'node:worker_threads';
import { Frontier } from '../../src/sealing/frontier.ts';

const frontier = Frontier.over(workerData as SharedArrayBuffer);
const keyOf = (number: number): string =>
  Buffer.from(frontier.key({ kind: 1, tree: 7, number }) ?? []).toString('hex');

parentPort?.on('message', (numbers: readonly number[]) => parentPort?.postMessage(numbers.map(keyOf)));
parentPort?.postMessage('ready');
