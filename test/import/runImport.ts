/** Imports beside a running server, and what people see of them. */
import { expect } from 'chai';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportReport } from '../../src/app/imports/importer.ts';
import { askServer } from '../../src/cli/terminal/runOperatorCommand.ts';
import type { System } from '../../src/import/records.ts';
import type { Hansard, Person } from '../support/hansard.ts';
import { recordedFacts } from '../support/recorded.ts';

/** The fields that a message shows of itself. */
export interface Shown {
  readonly id: number;
  readonly content: string;
  readonly sender_full_name: string;
  readonly timestamp: number;
  readonly subject: string;
  readonly flags: readonly string[];
  readonly reactions: readonly { readonly emoji_name: string; readonly user_id: number }[];
  readonly last_edit_timestamp?: number;
}

/** Imports the bytes of an export into the root organization; throws what the server answers instead of a report. */
export async function importInto(hansard: Hansard, from: System, bytes: Buffer): Promise<ImportReport> {
  const source = join(hansard.folder, `export-${from}`);
  writeFileSync(source, bytes);
  try {
    const input = { source, from, organization: 'root' };
    const answer = await askServer({ DATA_DIR: hansard.folder }, { operation: 'import', input });
    return answer?.result as ImportReport;
  } finally {
    rmSync(source);
  }
}

/** Expects the same import to add nothing; what is found quiet in the meantime comes from the clock. */
export async function expectNothingNew<Result>(
  hansard: Hansard,
  work: () => Promise<Result>,
): Promise<Result> {
  const { length } = recordedFacts(hansard.folder);
  const result = await work();
  const types = recordedFacts(hansard.folder)
    .slice(length)
    .map(({ type }) => type);
  expect(types.filter((type) => type !== 'ChannelsWentQuiet')).to.deep.equal([]);
  return result;
}

/** The result for a kind of records: found, imported, there already, and how many were left out for each reason. */
export function outcomeOf({ outcomes }: ImportReport, kind: string) {
  const outcome = outcomes.find((each) => each.kind === kind);
  const leftOut = Object.fromEntries((outcome?.skipped ?? []).map(({ reason, count }) => [reason, count]));
  return [outcome?.found, outcome?.imported, outcome?.existing, leftOut];
}

/** The messages of a narrow, oldest first. */
export async function shownTo(reader: Person, ...narrow: readonly object[]): Promise<readonly Shown[]> {
  const query = { anchor: 'oldest', num_before: 0, num_after: 500, narrow };
  return (await reader.get('/messages', query)).body['messages'] as Shown[];
}

export const inChannel = (operand: string) => ({ operator: 'channel', operand });

/** Of exports with the channels plans, attic (archived) and vault (private, with one message that Ann reads). */
export async function expectPrivacyKept(hansard: Hansard, owner: Person, ann: Person): Promise<void> {
  const { channels } = hansard.app.lanes.bySubdomain('')!.state;
  const kept = Object.fromEntries(
    [...channels.byId.values()].map(({ name, privacy, archived }) => [name, [privacy, archived]]),
  );
  expect(kept).to.deep.equal({
    plans: ['public', false],
    attic: ['public', true],
    vault: ['private', false],
  });
  expect(await shownTo(owner, inChannel('vault'))).to.deep.equal([]);
  expect(await shownTo(ann, inChannel('vault'))).to.have.length(1);
  expect(await shownTo(ann, { operator: 'is', operand: 'dm' })).to.have.length(3);
}
