/**
 * Boxes: what events store instead of texts. A box holds the sealed fields of one event under one subject, as a
 * header (the subject), a commitment to text, subject and context, and the text encrypted under a key that follows
 * from the commitment: nothing is random, so repeating a write repeats its bytes and no key meets two texts.
 */
import { createCipheriv, hash, timingSafeEqual } from 'node:crypto';
import { requireNumber, type Subject } from './seeds.ts';

/** Where a box is stored. It opens nowhere else. */
export interface BoxContext {
  readonly stream: string;
  readonly type: string;
  /** The version of the event type. */
  readonly version: number;
  readonly eventId: string;
  /** In the event's `$sealed`. */
  readonly index: number;
}

/** Fields of an event, as JSON has them. */
export type SealedFields = Readonly<Record<string, unknown>>;

/** A box that cannot be what was written: changed, moved, or never valid. An erased one is not damaged. */
export class DamagedBox extends Error {
  constructor(context: BoxContext, what: string) {
    super(`Box ${context.index} of event ${context.eventId} (${context.type} in ${context.stream}) ${what}.`);
    this.name = 'DamagedBox';
  }
}

const FORMAT = 1;
const HEADER_LENGTH = 11;
const COMMITMENT_LENGTH = 32;
const TEXT_AT = HEADER_LENGTH + COMMITMENT_LENGTH;
const COUNTER_ZERO = Buffer.alloc(16);
const SPACE = 0x20;

const BOX_LABEL = Buffer.from('hansard box v1\n');
const COMMIT_LABEL = Buffer.from('hansard commit v1\n');
const KEY_LABEL = Buffer.from('hansard key v1\n');

/** The first 32 bytes of the SHA-512 of all parts. */
const half = (...parts: readonly Uint8Array[]): Buffer =>
  hash('sha512', Buffer.concat(parts), 'buffer').subarray(0, 32);

/** Seals the fields of one event that belong to one subject, whose key is given: base64url without padding. */
export function sealBox(
  key: Uint8Array,
  subject: Subject,
  context: BoxContext,
  fields: SealedFields,
): string {
  const header = headerOf(subject);
  const contextHash = hashContext(header, context);
  const secret = half(BOX_LABEL, key, contextHash);
  const text = padded(JSON.stringify(fields));
  const commitment = half(COMMIT_LABEL, secret, contextHash, text);
  return Buffer.concat([header, commitment, encrypt(secret, commitment, text)]).toString('base64url');
}

/** The box of a subject that had been erased before the event was written: its header alone. */
export const erasedBox = (subject: Subject): string => headerOf(subject).toString('base64url');

/** The subject of a box; DamagedBox if it has no valid header. */
export const subjectOf = (box: string, context: BoxContext): Subject => parseBox(box, context).subject;

/**
 * Opens a box. `keyOf` returns the subject's key, or undefined if it has been erased: that alone makes the result
 * undefined. Everything else that does not open is a DamagedBox.
 */
export function openBox(
  box: string,
  context: BoxContext,
  keyOf: (subject: Subject) => Uint8Array | undefined,
): SealedFields | undefined {
  const { bytes, subject } = parseBox(box, context);
  const key = keyOf(subject);
  if (key === undefined) return undefined;
  const contextHash = contextHashOf(bytes, context);
  return open(bytes, context, { contextHash, secret: half(BOX_LABEL, key, contextHash) });
}

/** What is disclosed to prove the content of one box, and opens no other one. */
export function boxSecret(key: Uint8Array, subject: Subject, context: BoxContext): Buffer {
  return half(BOX_LABEL, key, hashContext(headerOf(subject), context));
}

/** Opens a box by its disclosed secret; DamagedBox unless it is exactly what was sealed there. */
export function openBoxBySecret(box: string, context: BoxContext, secret: Uint8Array): SealedFields {
  const { bytes } = parseBox(box, context);
  return open(bytes, context, { contextHash: contextHashOf(bytes, context), secret });
}

function open(
  bytes: Buffer,
  context: BoxContext,
  { contextHash, secret }: { readonly contextHash: Uint8Array; readonly secret: Uint8Array },
): SealedFields {
  if (bytes.length === HEADER_LENGTH)
    throw new DamagedBox(context, 'is empty, although its subject has a key');
  const commitment = bytes.subarray(HEADER_LENGTH, TEXT_AT);
  const text = encrypt(secret, commitment, bytes.subarray(TEXT_AT));
  if (!timingSafeEqual(half(COMMIT_LABEL, secret, contextHash, text), commitment))
    throw new DamagedBox(context, 'is not the one that was written');
  return parseFields(text, context);
}

/** Version, kind, tree and number of the subject. */
function headerOf({ kind, tree, number }: Subject): Buffer {
  requireNumber(number);
  const header = Buffer.alloc(HEADER_LENGTH);
  header[0] = FORMAT;
  header.writeUInt8(kind, 1);
  header.writeUInt32BE(tree, 2);
  header.writeUIntBE(number, 6, 5);
  return header;
}

function hashContext(header: Uint8Array, context: BoxContext): Buffer {
  const { stream, type, version, eventId, index } = context;
  const where = Buffer.from(`${stream}\n${type}\n${version}\n${eventId}\n${index}`);
  return hash('sha256', Buffer.concat([header, where]), 'buffer');
}

/** The same, of a box. */
const contextHashOf = (bytes: Buffer, context: BoxContext): Buffer =>
  hashContext(bytes.subarray(0, HEADER_LENGTH), context);

/** AES-256-CTR under the key that follows from secret and commitment; decrypts as well. */
function encrypt(secret: Uint8Array, commitment: Uint8Array, text: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-ctr', half(KEY_LABEL, secret, commitment), COUNTER_ZERO);
  return cipher.update(text);
}

function parseBox(box: string, context: BoxContext): { readonly bytes: Buffer; readonly subject: Subject } {
  const bytes = Buffer.from(box, 'base64url');
  if (bytes.toString('base64url') !== box) throw new DamagedBox(context, 'is not base64url');
  if (bytes[0] !== FORMAT || (bytes.length !== HEADER_LENGTH && bytes.length <= TEXT_AT))
    throw new DamagedBox(context, 'has no valid header');
  return {
    bytes,
    subject: { kind: bytes.readUInt8(1), tree: bytes.readUInt32BE(2), number: bytes.readUIntBE(6, 5) },
  };
}

/** A text whose length says little: spaces to a multiple of 64 bytes, above 512 bytes to the next Padmé length. */
function padded(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const bytes = Buffer.alloc(paddedLength(length), SPACE);
  bytes.write(text);
  return bytes;
}

/** Padmé keeps as many leading bits of a length as its exponent has bits, so at most 12 % are added. */
export function paddedLength(length: number): number {
  if (length <= 512) return Math.max(1, Math.ceil(length / 64)) * 64;
  const exponent = Math.floor(Math.log2(length));
  const unit = 2 ** (exponent - Math.floor(Math.log2(exponent)) - 1);
  return Math.ceil(length / unit) * unit;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Only the one text that `JSON.stringify` makes of the fields is valid: no name is there twice. */
function parseFields(bytes: Uint8Array, context: BoxContext): SealedFields {
  try {
    const text = utf8.decode(bytes).trimEnd();
    const fields: unknown = JSON.parse(text);
    if (isObject(fields) && JSON.stringify(fields) === text) return fields;
  } catch {
    // As below.
  }
  throw new DamagedBox(context, 'contains no valid fields');
}

const isObject = (value: unknown): value is SealedFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
