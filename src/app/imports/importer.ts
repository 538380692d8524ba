/** Imports another system's export into an organization. Every step may be repeated: what is there already is skipped. */
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { type Clock, retry } from '../../base/clock.ts';
import { OperatorError } from '../../base/errors.ts';
import type { ChannelId, UserId } from '../../base/ids.ts';
import { BY_SERVER, type CommandMetadata } from '../../commands/define.ts';
import type { OrganizationLane } from '../../commands/lane/lanes.ts';
import { importKeyOf } from '../../commands/people/imports.ts';
import type { Archive } from '../../import/archive.ts';
import { openExport } from '../../import/readers.ts';
import { readPages } from '../../import/reading.ts';
import { addsUp, type KindReport, Reconciliation } from '../../import/reconciliation.ts';
import {
  type ExportRecord,
  type MessageRecord,
  type PersonRecord,
  type System,
  SYSTEMS,
  zeroCounts,
} from '../../import/records.ts';
import { activeOwners } from '../../organization/slices/users.ts';
import { createRenderer, type Renderer } from '../../rendering/renderer.ts';
import type { BuildListener, Core } from '../core/core.ts';
import { requireOrganization } from '../core/requireOrganization.ts';
import { type ImportContext, MessageImport } from './messages.ts';
import { PeopleImport } from './people.ts';
import { StructureImport } from './structure.ts';
import { ImportedTexts } from './texts.ts';

export const NewImport = z.strictObject({
  /** An absolute path. */
  source: z.string(),
  from: z.enum(SYSTEMS),
  organization: z.string(),
});

/** The result of an import. */
export interface ImportReport {
  readonly outcomes: readonly KindReport[];
  /** True if every record is accounted for. */
  readonly addsUp: boolean;
  readonly seconds: number;
}

/** Display names of the systems; also the client of imported messages. */
const NAMES: Readonly<Record<System, string>> = {
  slack: 'Slack',
  mattermost: 'Mattermost',
  zulip: 'Zulip',
};

/** Imports an export; OperatorError for a source that is none, and for an organization that does not exist. */
export async function importExport(
  core: Core,
  { source, from, organization }: z.infer<typeof NewImport>,
  onProgress: BuildListener,
): Promise<ImportReport> {
  const lane = await core.lanes.organization(requireOrganization(core.lanes.server.state, organization));
  await requireFile(source);
  const archive = await openExport(source, from, core.folder);
  const renderer = renderers(core.clock);
  const startedAt = core.clock.monotonic();
  const pages = readPages({
    path: source,
    system: from,
    folder: core.folder,
    unpacked: archive.unpacked,
  });
  try {
    const work = new Import(core, { lane, archive, renderer, system: from });
    for (let page = await pages.next(); ; page = await pages.next()) {
      const seconds = (core.clock.monotonic() - startedAt) / 1_000;
      if (page.done) {
        await work.finish();
        const outcomes = work.reconciliation.outcomes(page.value);
        return { outcomes, addsUp: addsUp(outcomes), seconds };
      }
      await work.take(page.value);
      onProgress(progressOf(work, archive, seconds));
    }
  } finally {
    await pages.return(zeroCounts()); // ends the thread, which may share the archive's descriptor
    archive.close();
    await renderer.close();
  }
}

/** Threads that render texts, beside the one that records them: each compiles the same functions for itself. */
const RENDERERS = Math.min(4, Math.max(1, availableParallelism() - 1));

/** Renderers that take turns. */
function renderers(clock: Clock): Renderer {
  const all = Array.from({ length: RENDERERS }, () => createRenderer({ clock }));
  let turn = 0;
  return {
    render: (...text) => (all[turn++ % all.length] as Renderer).render(...text),
    faults: () => all.flatMap((each) => each.faults()),
    warm: async () => void (await Promise.all(all.map((each) => each.warm()))),
    close: async () => void (await Promise.all(all.map((each) => each.close()))),
  };
}

async function requireFile(source: string): Promise<void> {
  const found = await stat(source).catch(() => undefined);
  if (!found?.isFile()) throw new OperatorError(`There is no file ${source} that can be read.`);
}

function progressOf({ reconciliation, entries: done }: Import, { names }: Archive, seconds: number) {
  const total = names.length;
  const eta = (seconds * (total - done)) / Math.max(done, 1);
  return { projection: 'import', events: reconciliation.messages, done, total, seconds, eta };
}

/** Milliseconds for which views that cannot follow are waited for. */
const VIEW_TIMEOUT_MS = 10 * 60 * 1_000;

/** The dependencies of one import. */
interface ImportDependencies extends Pick<ImportContext, 'archive' | 'renderer'> {
  readonly lane: OrganizationLane;
  readonly system: System;
}

class Import {
  readonly reconciliation = new Reconciliation();
  /** Entries of the archive that have been read. */
  entries = 0;
  readonly #core: Core;
  readonly #parts: ImportDependencies;
  readonly #people = new Map<string, UserId>();
  readonly #channels = new Map<string, ChannelId>();
  readonly #newcomers: PeopleImport;
  readonly #messages: MessageImport;
  readonly #structure: StructureImport;

  constructor(core: Core, parts: ImportDependencies) {
    this.#core = core;
    this.#parts = parts;
    const [owner] = activeOwners(parts.lane.state);
    if (owner === undefined) throw new OperatorError('The organization has no owner.');
    const context: ImportContext = {
      archive: parts.archive,
      renderer: parts.renderer,
      files: core.files,
      lane: parts.lane,
      pictures: core.storedPictures,
      ownerId: owner.userId,
      people: this.#people,
      channels: this.#channels,
      reconciliation: this.reconciliation,
      keyOf: (...key) => this.#keyOf(...key),
      submission: (actor) => this.#submission(actor),
      withRetries: (work) => this.#withRetries(work),
    };
    this.#newcomers = new PeopleImport({
      ...context,
      people: this.#people,
      pictures: core.pictures,
      secrets: core.founding.secrets,
    });
    const texts = new ImportedTexts(context);
    this.#structure = new StructureImport(
      { ...context, channels: this.#channels, decoder: core.pictures, system: NAMES[parts.system] },
      texts,
    );
    this.#messages = new MessageImport(context, texts);
  }

  /** Imports a page of records; people before what refers to them. */
  async take(records: readonly ExportRecord[]): Promise<void> {
    const [people, messages]: [PersonRecord[], MessageRecord[]] = [[], []];
    for (const record of records) {
      if (record.is === 'person') people.push(record.person);
      else if (record.is === 'message') messages.push(record.message);
      else if (record.is === 'left out') this.#leaveOut(record);
      else if (record.is === 'taken') this.#count(record);
      else if (record.is === 'joined') {
        await this.#newcomers.take(people.splice(0));
        await this.#messages.take(messages.splice(0));
        await this.#messages.finish();
        await this.#structure.takeJoined(record);
      } else {
        await this.#newcomers.take(people.splice(0));
        await this.#structure.take(record);
      }
    }
    await this.#newcomers.take(people);
    await this.#messages.take(messages);
  }

  /** Resolves when everything is in the log. */
  finish(): Promise<void> {
    return this.#messages.finish();
  }

  #leaveOut({ leftOut: { kind, key, reason, count } }: Extract<ExportRecord, { is: 'left out' }>): void {
    this.reconciliation.skipped(kind, key, reason, count);
    if (kind === 'entries') this.entries += 1;
  }

  #count({ kind, count }: Extract<ExportRecord, { is: 'taken' }>): void {
    this.reconciliation.imported(kind, count);
    if (kind === 'entries') this.entries += 1;
  }

  #keyOf(...key: readonly string[]): string {
    return importKeyOf(this.#parts.lane.state.organizationId, this.#parts.system, ...key);
  }

  #submission(actor: UserId | null): CommandMetadata {
    return { ...BY_SERVER, actor, client: `${NAMES[this.#parts.system]} import`, correlationId: 'import' };
  }

  #withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
    return retry(work, { clock: this.#core.clock, milliseconds: VIEW_TIMEOUT_MS });
  }
}
