/** Notes of files that come in several requests, in a folder that this process alone writes to: one JSON file each. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, replaceFile } from '../folders.ts';
import type { OrganizationId, UserId } from '../ids.ts';
import { type PartialFile, isPartialFileId } from './files.ts';

export class PartialFiles {
  readonly #folder: string;
  /** IDs that are being noted. */
  readonly #underWay = new Set<string>();
  /** Organization → ID → owner, read once: nobody else writes here. */
  readonly #owners = new Map<OrganizationId, Promise<Map<string, UserId>>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async save(
    organizationId: OrganizationId,
    file: PartialFile,
    before: number | undefined,
  ): Promise<boolean> {
    if (!isPartialFileId(file.id) || this.#underWay.has(file.id)) return false;
    this.#underWay.add(file.id);
    try {
      if ((await this.find(organizationId, file.id))?.offset !== before) return false;
      const folder = this.#folderOf(organizationId);
      makeFolder(folder);
      const owners = await this.#ownersIn(organizationId);
      await replaceFile(join(folder, file.id), JSON.stringify(file));
      owners.set(file.id, file.ownerId);
      return true;
    } finally {
      this.#underWay.delete(file.id);
    }
  }

  async find(organizationId: OrganizationId, id: string): Promise<PartialFile | undefined> {
    if (!isPartialFileId(id)) return undefined;
    const text = await readFile(join(this.#folderOf(organizationId), id), 'utf8').catch(unlessAbsent);
    return text === undefined ? undefined : (JSON.parse(text) as PartialFile);
  }

  /** Reads the files of one owner, however many others there are. */
  async findByOwner(organizationId: OrganizationId, ownerId: UserId): Promise<readonly PartialFile[]> {
    const owners = await this.#ownersIn(organizationId);
    const files: PartialFile[] = [];
    for (const id of [...owners.keys()].filter((each) => owners.get(each) === ownerId)) {
      const file = await this.find(organizationId, id);
      if (file) files.push(file);
    }
    return files;
  }

  async forget(organizationId: OrganizationId, id: string): Promise<void> {
    if (!isPartialFileId(id)) return;
    await rm(join(this.#folderOf(organizationId), id), { force: true });
    (await this.#ownersIn(organizationId)).delete(id);
  }

  /** Forgets what was begun before a time, and what was being written when a process ended. */
  async forgetBefore(time: number): Promise<void> {
    for (const name of (await readdir(this.#folder).catch(unlessAbsent)) ?? []) {
      const organizationId = Number(name) as OrganizationId;
      for (const id of (await readdir(this.#folderOf(organizationId)).catch(unlessAbsent)) ?? []) {
        const isLeft = !isPartialFileId(id) && !this.#underWay.has(id.slice(0, 32));
        const found = await this.find(organizationId, id);
        if (!isLeft && !(found && found.begunAt < time)) continue;
        await rm(join(this.#folderOf(organizationId), id), { force: true });
        (await this.#owners.get(organizationId))?.delete(id);
      }
    }
  }

  #ownersIn(organizationId: OrganizationId): Promise<Map<string, UserId>> {
    const known = this.#owners.get(organizationId) ?? this.#readOwners(organizationId);
    this.#owners.set(organizationId, known);
    return known;
  }

  async #readOwners(organizationId: OrganizationId): Promise<Map<string, UserId>> {
    const owners = new Map<string, UserId>();
    for (const id of (await readdir(this.#folderOf(organizationId)).catch(unlessAbsent)) ?? []) {
      const file = await this.find(organizationId, id);
      if (file) owners.set(id, file.ownerId);
    }
    return owners;
  }

  #folderOf(organizationId: OrganizationId): string {
    return join(this.#folder, String(organizationId));
  }
}

function unlessAbsent(error: unknown): undefined {
  if ((error as { readonly code?: unknown }).code !== 'ENOENT') throw error;
}
