/**
 * The body of a listing, assembled from entities in pieces, so that changing one entity rebuilds one piece.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { PreparedResponse } from './readyAnswer.ts';
import type { Entity } from './entities.ts';

interface BodyChunk {
  readonly entities: readonly Entity[];
  /** The entities' JSON, separated by commas. */
  readonly bytes: Buffer;
  readonly digest: Buffer;
}

export interface Body {
  readonly pieces: readonly BodyChunk[];
  readonly answer: PreparedResponse;
  /** Bytes of all pieces. */
  readonly size: number;
}

/** Entities per piece: few enough to rebuild cheaply, enough to keep the number of writes low. */
const ENTITIES_PER_CHUNK = 128;
/** Entity tags must not be guessable: they are specific to this process and to a class of viewers. */
const TAG_KEY = randomBytes(32);
const END = Buffer.from(']');

/**
 * The body `"name":[…]` of the entities in order. `audience` names its viewers; two audiences never share an
 * entity tag. Unchanged pieces are taken from `before`.
 */
export function buildBody(name: string, audience: string, entities: readonly Entity[], before?: Body): Body {
  const pieces: BodyChunk[] = [];
  for (let start = 0; start < entities.length; start += ENTITIES_PER_CHUNK)
    pieces.push(pieceAt(entities, start, before?.pieces[pieces.length]));
  const tag = createHmac('sha256', TAG_KEY).update(`${name}/${audience}`);
  for (const { digest } of pieces) tag.update(digest);
  const parts = [Buffer.from(`"${name}":[`), ...pieces.map(({ bytes }) => bytes), END];
  const answer = new PreparedResponse(parts, `"${tag.digest('base64url')}"`);
  return { pieces, answer, size: pieces.reduce((sum, { bytes }) => sum + bytes.length, 0) };
}

function pieceAt(all: readonly Entity[], start: number, before: BodyChunk | undefined): BodyChunk {
  const isSame =
    before?.entities.length === Math.min(ENTITIES_PER_CHUNK, all.length - start) &&
    before.entities.every((entity, index) => entity === all[start + index]);
  if (isSame) return before;
  const entities = all.slice(start, start + ENTITIES_PER_CHUNK);
  const joined = Buffer.concat(entities.map(({ bytes }) => bytes));
  const bytes = start === 0 ? joined.subarray(1) : joined;
  return { entities, bytes, digest: createHash('sha256').update(bytes).digest() };
}
