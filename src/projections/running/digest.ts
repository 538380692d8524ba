/** Digests of documents: equal views have equal digests. */
import { createHash, hash } from 'node:crypto';
import type { OrganizationId } from '../../ids.ts';
import type { Document, Generation, StoredDocument } from '../store/readModels.ts';

/** JSON text with the keys of every object in code unit order: equal values have equal texts. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortKeys);

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const document = value as Document;
  return Object.fromEntries(
    Object.keys(document)
      .sort()
      .map((key) => [key, document[key]]),
  );
}

/** SHA-256 over ID, position and content of a document, base64url. */
export const documentDigest = ({ id, position, document }: StoredDocument): string =>
  hash('sha256', canonicalJson([id, position, document]), 'base64url');

/** SHA-256 over the digests of a collection's documents in order of organization and ID, base64url. */
export class CollectionDigest {
  readonly #hash = createHash('sha256');
  documents = 0;

  add(organizationId: OrganizationId, documentDigest: string): void {
    this.documents += 1;
    this.#hash.update(`${organizationId} ${documentDigest}\n`);
  }

  /** Finishes the digest; may be called once. */
  text(): string {
    return this.#hash.digest('base64url');
  }
}

/** The digest of a collection in a generation that does not change meanwhile. */
export async function collectionDigest(generation: Generation, collection: string): Promise<string> {
  const digest = new CollectionDigest();
  for await (const page of generation.scan(collection)) {
    for (const found of page) digest.add(found.organizationId, documentDigest(found));
  }
  return digest.text();
}
