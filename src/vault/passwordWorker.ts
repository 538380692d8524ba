/** The thread that hashes and compares passwords one by one; bcrypt is slow on purpose. */
import { compareSync, hashSync } from 'bcryptjs';
import { parentPort } from 'node:worker_threads';

/** Hash a digest at a cost, or compare it with a hash. */
export type PasswordJob =
  { readonly digest: string; readonly cost: number } | { readonly digest: string; readonly hash: string };

/** The new hash, or whether the digest belongs to the hash. */
export type PasswordAnswer = string | boolean;

const answer = (job: PasswordJob): PasswordAnswer =>
  'hash' in job ? compareSync(job.digest, job.hash) : hashSync(job.digest, job.cost);

parentPort?.on('message', (job: PasswordJob) => parentPort?.postMessage(answer(job)));
