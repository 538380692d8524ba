/** A listing's body, assembled from entities in pieces, so that a change of one makes one piece again. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { ReadyAnswer } from './readyAnswer.ts';
import type { Entity } from './entities.ts';

interface Piece {
  readonly entities: readonly Entity[];
  /** Their JSON with commas between. */
  readonly bytes: Buffer;
  readonly digest: Buffer;
}

export interface Body {
  readonly pieces: readonly Piece[];
  readonly answer: ReadyAnswer;
  /** Bytes of all pieces. */
  readonly size: number;
}

/** Entities to a piece: few enough to be cheap, and enough that a large body is no flood of writes. */
const PIECE = 128;
/** What an entity tag says cannot be guessed at: it is of this process, and of one class of viewers. */
const TAG_KEY = randomBytes(32);
const END = Buffer.from(']');

/**
 * The body `"name":[…]` of the entities in their order. `audience` is whom it is for: two audiences never have an
 * entity tag in common. Pieces that are the same in `before` are taken from there.
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
