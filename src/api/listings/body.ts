/**
 * The body of a listing, assembled from entities in pieces, so that changing one entity rebuilds one piece.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { ReadyAnswer } from './readyAnswer.ts';
import type { Entity } from './entities.ts';

interface Piece {
  readonly entities: readonly Entity[];
  /** The entities' JSON, separated by commas. */
  readonly bytes: Buffer;
  readonly digest: Buffer;
}

export interface Body {
  readonly pieces: readonly Piece[];
  readonly answer: ReadyAnswer;
  /** Bytes of all pieces. */
  readonly size: number;
}

/** Entities per piece: few enough to rebuild cheaply, enough to keep the number of writes low. */
const PIECE = 128;
/** Entity tags must not be guessable: they are specific to this process and to a class of viewers. */
const TAG_KEY = randomBytes(32);
const END = Buffer.from(']');

/**
 * The body `"name":[…]` of the entities in order. `audience` names its viewers; two audiences never share an
 * entity tag. Unchanged pieces are taken from `before`.
 */
export function bodyOf(name: string, audience: string, entities: readonly Entity[], before?: Body): Body {
  const pieces: Piece[] = [];
  for (let start = 0; start < entities.length; start += PIECE)
    pieces.push(pieceAt(entities, start, before?.pieces[pieces.length]));
  const tag = createHmac('sha256', TAG_KEY).update(`${name}/${audience}`);
  for (const { digest } of pieces) tag.update(digest);
  const parts = [Buffer.from(`"${name}":[`), ...pieces.map(({ bytes }) => bytes), END];
  const answer = new ReadyAnswer(parts, `"${tag.digest('base64url')}"`);
  return { pieces, answer, size: pieces.reduce((sum, { bytes }) => sum + bytes.length, 0) };
}

function pieceAt(all: readonly Entity[], start: number, before: Piece | undefined): Piece {
  const isSame =
    before?.entities.length === Math.min(PIECE, all.length - start) &&
    before.entities.every((entity, index) => entity === all[start + index]);
  if (isSame) return before;
  const entities = all.slice(start, start + PIECE);
  const joined = Buffer.concat(entities.map(({ bytes }) => bytes));
  const bytes = start === 0 ? joined.subarray(1) : joined;
  return { entities, bytes, digest: createHash('sha256').update(bytes).digest() };
}
