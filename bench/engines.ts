/** What the adapters leave of the raw clients' speed, against the same servers; and whether a frozen one is noticed. */
import { documentEngine } from './engines/documents.ts';
import { logEngine } from './engines/log.ts';
import { rebuilding } from './engines/rebuilding.ts';
import type { Benchmark } from './support/report.ts';

export const engines: Benchmark = async (report) => {
  await logEngine(report);
  await documentEngine(report);
  await rebuilding(report);
};
