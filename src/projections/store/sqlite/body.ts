/**
 * The text of a document as it is stored: its JSON, a line break, and a checksum of the JSON and of the row's key and
 * position. Bytes that have changed on the disk may well be JSON still, with another name or number in it.
 */
import { crc32 } from 'node:zlib';
import type { OrganizationId } from '../../../base/ids.ts';
import { type Document, ReadModelsDamaged, parseStored, type StoredDocument } from '../readModels.ts';

/** Where a document is stored. */
type RowLocation = Pick<StoredDocument, 'id' | 'position'> & { readonly organizationId: OrganizationId };

/** Characters of the checksum, which JSON on one line cannot contain: a line break and seven digits to the base of 36. */
const CHECK_LENGTH = 8;

/** The SQL expression of the JSON in a column of bodies. */
export const jsonInBody = (column: string): string =>
  `substr(${column}, 1, length(${column}) - ${CHECK_LENGTH})`;

export function encodeBody(row: RowLocation, document: Document): string {
  const json = JSON.stringify(document);
  return json + checkOf(row, json);
}

/** Fails with ReadModelsDamaged unless it is the text that was stored there. */
export function decodeBody(row: RowLocation, body: unknown): Document {
  if (typeof body !== 'string') throw damaged(row);
  const json = body.slice(0, -CHECK_LENGTH);
  if (body.slice(-CHECK_LENGTH) !== checkOf(row, json)) throw damaged(row);
  return parseStored(json, nameOf(row));
}

const checkOf = ({ organizationId, id, position }: RowLocation, json: string): string =>
  `\n${crc32(json, crc32(`${organizationId}/${id}/${position}`))
    .toString(36)
    .padStart(7, '0')}`;

const nameOf = ({ organizationId, id }: RowLocation): string =>
  `document ${id} of organization ${organizationId}`;

const damaged = (row: RowLocation): ReadModelsDamaged =>
  new ReadModelsDamaged(`A view is damaged: ${nameOf(row)} is not what was stored.`);
