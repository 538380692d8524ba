/** The speed of the adapters as a part of that of raw clients, against the same servers; and whether a frozen server is noticed. */
import { documentEngine } from './engines/documents.ts';
import { logEngine } from './engines/log.ts';
import { rebuilding } from './engines/rebuilding.ts';
import type { Benchmark } from './support/report.ts';

export const engines: Benchmark = async (report) => {
  await logEngine(report);
  await documentEngine(report);
  await rebuilding(report);
};
