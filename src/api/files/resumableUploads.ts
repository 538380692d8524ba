/**
 * Uploads that continue where they were cut off: the protocol tus 1.0 (creation, termination, expiration). What comes is
 * stored in pieces, each durable before it is noted, so that a killed server loses the last piece at most; the whole file
 * is put together of them when the last byte is there.
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { decodeName } from '../../base/charsets.ts';
import { requireThat } from '../../base/errors.ts';
import {
  fileNameOf,
  newFileKey,
  refuseOverQuota,
  uploadFile,
  urlNameOf,
} from '../../commands/organization/files.ts';
import type { PartialFile } from '../../files/files.ts';
import { fileWithKey, type UploadedFile } from '../../organization/slices/files.ts';
import { pathIdOf } from '../../wire/files.ts';
import { type ParameterRecord, pathText } from '../http/parameters.ts';
import { HttpRefusal, unknownPath } from '../http/problems.ts';
import { FileResponse } from '../http/responses.ts';
import {
  EmptyResponse,
  read,
  type ReadContext,
  routes,
  type UserWriteContext,
  write,
} from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { MIB } from '../http/uploadReceiver.ts';
import { fileLimitOf, quotasOf, uploaderOf } from './limits.ts';

/** Bytes that come, cut into pieces of a size. */
class ByteChunker {
  readonly #source: AsyncIterator<Uint8Array>;
  #next: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Whether there are more; waits until that is known. */
  async has(): Promise<boolean> {
    while (this.#next.length === 0) {
      const { done, value } = await this.#source.next();
      if (done) return false;
      this.#next = value;
    }
    return true;
  }

  /** The next bytes as they come, no more than these. */
  async *take(most: number): AsyncGenerator<Uint8Array> {
    for (let left = most; left > 0 && (await this.has());) {
      const bytes = this.#next.subarray(0, left);
      this.#next = this.#next.subarray(bytes.length);
      left -= bytes.length;
      yield bytes;
    }
  }
}

/** Milliseconds for which an upload can be continued: its pieces are swept a day after they were stored. */
const EXPIRY_MS = 23 * 60 * 60 * 1000;
/** Uploads of one person at a time. */
const MAX_UPLOADS_PER_USER = 16;
/** Bytes that are stored at once: a cut connection loses none of them, a killed server these. */
const CHUNK_BYTES = 8 * MIB;
/** Pieces of one upload: of large ones they are larger, and more come of a connection that is cut often. */
const TARGET_CHUNKS = 1_000;
const MAX_PIECES = 3 * TARGET_CHUNKS;

const VERSION = '1.0.0';
const BYTES = 'application/offset+octet-stream';
const RESUMABLE = ['Tus-Resumable', VERSION] as const;
const TUS_HEADERS = [...RESUMABLE, 'Tus-Version', VERSION] as const;
const EXTENSIONS = ['Tus-Extension', 'creation,creation-with-upload,termination,expiration'] as const;

const optionsHeaders = ({ config }: Pick<Services, 'config'>): readonly string[] => [
  ...TUS_HEADERS,
  ...EXTENSIONS,
  'Tus-Max-Size',
  String(fileLimitOf(config).bytes),
];

/** What is noted beside an upload that has begun. */
interface UploadNotes {
  readonly length: number;
  readonly name: string;
  readonly contentType: string;
  readonly key: string;
  /** Digest and size of each piece, in their order. */
  readonly pieces: readonly (readonly [digest: string, size: number])[];
}

type UploadContext = Pick<
  ReadContext<'user', ParameterRecord>,
  'actor' | 'organization' | 'services' | 'header'
>;

const uploadPath = { id: pathText() };

const beginning = write({
  who: 'user',
  summary: 'Begin an upload',
  params: {},
  response: EmptyResponse,
  takesFile: true,
  optionsHeaders,
  errors: ['REALM_UPLOAD_QUOTA'],
  handle: begin,
});

/** Within the interface's prefix, and not in its reference: the protocol has one of its own. */
export const resumableUploadRoutes = routes({
  'POST /tus': beginning,
  // Clients that join paths add a slash.
  'POST /tus/': beginning,
  'GET /tus/:id': read({
    who: 'user',
    summary: 'Ask how much of an upload is there',
    params: uploadPath,
    response: EmptyResponse,
    optionsHeaders,
    async handle(context) {
      const file = await requireUpload(context, context.params.id);
      const about = ['Upload-Length', String(notesOf(file).length), 'Cache-Control', 'no-store'];
      return new FileResponse(200, [...stateOf(file), ...about]);
    },
  }),
  'PATCH /tus/:id': write({
    who: 'user',
    summary: 'Continue an upload',
    params: uploadPath,
    response: EmptyResponse,
    takesFile: true,
    errors: ['REALM_UPLOAD_QUOTA'],
    async handle(context) {
      const file = await requireUpload(context, context.params.id);
      if (context.header('content-type') !== BYTES)
        throw refusal(415, `The body of an upload is of the type ${BYTES}`);
      const offset = numberIn(context, 'upload-offset');
      const uploaded = uploadedAs(context, file);
      // Its client has not got the answer to the last piece, and sends that again.
      if (uploaded && offset + context.announcedBytes === uploaded.size)
        return finished(context, file, uploaded);
      if (offset !== file.offset || uploaded) throw conflict();
      return receive(context, file);
    },
  }),
  'DELETE /tus/:id': write({
    who: 'user',
    summary: 'Give an upload up',
    params: uploadPath,
    response: EmptyResponse,
    takesFile: true,
    async handle(context) {
      const file = await requireUpload(context, context.params.id);
      if (uploadedAs(context, file)) throw unknownPath();
      const { id } = file;
      await context.services.files.removePartial(context.organization.id, id);
      return new FileResponse(204, RESUMABLE);
    },
  }),
});

const refusal = (status: number, message: string, headers: readonly string[] = RESUMABLE): HttpRefusal =>
  new HttpRefusal(status, message, undefined, headers);
const conflict = (): HttpRefusal => refusal(409, 'The upload continues at another offset');

function requireVersion({ header }: UploadContext): void {
  if (header('tus-resumable') !== VERSION)
    throw refusal(412, `Only version ${VERSION} of tus is spoken here`, TUS_HEADERS);
}

function numberIn({ header }: UploadContext, name: string): number {
  const value = header(name) ?? '';
  if (!/^\d{1,15}$/.test(value)) throw refusal(400, `The header ${name} is missing or no number`);
  return Number(value);
}

/** An upload that has begun, or has become a file since; somebody else's is treated as absent. */
async function requireUpload(context: UploadContext, id: string): Promise<PartialFile> {
  requireVersion(context);
  const { actor, organization, services } = context;
  const found = await services.files.findPartial(organization.id, id);
  if (found?.ownerId !== actor.userId || found.begunAt + EXPIRY_MS <= services.clock.now())
    throw unknownPath();
  const uploaded = uploadedAs(context, found);
  if (hasEnded(found) && uploaded === undefined) throw unknownPath();
  return uploaded ? { ...found, offset: uploaded.size } : found;
}

/** The file that an upload has become, as long as that exists. */
const uploadedAs = (
  { organization: { state } }: Pick<UploadContext, 'organization'>,
  upload: PartialFile,
): UploadedFile | undefined => fileWithKey(state, notesOf(upload).key);

/** Whether an upload has all of its bytes, with which it has become a file. */
const hasEnded = (upload: PartialFile): boolean => upload.offset === notesOf(upload).length;

const notesOf = ({ notes }: PartialFile): UploadNotes => JSON.parse(notes) as UploadNotes;

const stateOf = ({ offset, begunAt }: PartialFile): readonly string[] => [
  ...RESUMABLE,
  'Upload-Offset',
  String(offset),
  'Upload-Expires',
  new Date(begunAt + EXPIRY_MS).toUTCString(),
];

async function begin(context: UserWriteContext): Promise<FileResponse> {
  requireVersion(context);
  const { actor, organization, services } = context;
  const length = numberIn(context, 'upload-length');
  requireThat(length > 0, 'You must specify a file to upload');
  const limit = fileLimitOf(services.config);
  if (length > limit.bytes) throw refusal(413, limit.refusal);
  await requireRoomBeside(context, length);
  const { filename = '', filetype = 'application/octet-stream' } = metadataIn(
    context.header('upload-metadata'),
  );
  const notes: UploadNotes = {
    length,
    name: fileNameOf(filename),
    contentType: filetype.slice(0, 200),
    key: newFileKey(),
    pieces: [],
  };
  const file: PartialFile = {
    id: randomBytes(24).toString('base64url'),
    ownerId: actor.userId,
    offset: 0,
    begunAt: services.clock.now(),
    notes: JSON.stringify(notes),
  };
  await services.files.savePartial(organization.id, file, undefined);
  // Others may have begun at the same time.
  await requireRoomBeside(context, length, file).catch((error: unknown) => giveUp(context, file, error));
  const location = ['Location', `/api/v1/tus/${file.id}`];
  if (context.header('content-type') === BYTES)
    return receive(context, file, location).catch((error: unknown) => giveUp(context, file, error));
  return new FileResponse(201, [...stateOf(file), ...location]);
}

/** Refuses an upload where the caller has too many others, or too large ones. */
async function requireRoomBeside(
  context: UserWriteContext,
  length: number,
  begun?: PartialFile,
): Promise<void> {
  const { actor, organization, services } = context;
  const all = await services.files.findPartialsOf(organization.id, actor.userId);
  const others = all.filter((each) => each.id !== begun?.id && uploadedAs(context, each) === undefined);
  requireThat(
    others.length < MAX_UPLOADS_PER_USER,
    `Too many uploads at the same time (maximum ${MAX_UPLOADS_PER_USER}).`,
  );
  const coming = others.reduce((bytes, other) => bytes + notesOf(other).length, length);
  refuseOverQuota(organization.state, actor.userId, coming, quotasOf(services.config));
}

/** Forgets an upload of which its sender does not learn where it is. */
async function giveUp(
  { organization, services }: UserWriteContext,
  { id }: PartialFile,
  error: unknown,
): Promise<never> {
  await services.files.removePartial(organization.id, id);
  throw error;
}

/** Names and values, the latter in base64. */
function metadataIn(header = ''): Readonly<Partial<Record<'filename' | 'filetype', string>>> {
  const pairs = header.split(',').map((pair) => pair.trim().split(' '));
  return Object.fromEntries(
    pairs.map(([name, value = '']) => [name, decodeName(Buffer.from(value, 'base64'))]),
  );
}

/** Takes what comes; the last byte ends the upload, and the answer says where the file is. */
function receive(
  context: UserWriteContext,
  begun: PartialFile,
  location: readonly string[] = [],
): Promise<FileResponse> {
  const { organization, services } = context;
  const { length } = notesOf(begun);
  const left = length - begun.offset;
  if (context.announcedBytes > left) throw refusal(413, 'This is more than the upload was to have');
  return context.receiveBytes(left, async (bytes) => {
    const pieces = new ByteChunker(bytes);
    let file = begun;
    while (await pieces.has()) {
      const piece = pieces.take(Math.max(CHUNK_BYTES, Math.ceil(length / TARGET_CHUNKS)));
      const { digest, size } = await services.files.store(organization.id, piece);
      const more = withPiece(file, digest, size);
      if (more.offset > length) throw refusal(413, 'This is more than the upload was to have');
      if (more.offset === length) return finish(context, more, file.offset, location);
      // Noted when it is durable. The last piece never is: it comes again after a crash, and the file is named then.
      if (!(await services.files.savePartial(organization.id, more, file.offset))) throw conflict();
      file = more;
    }
    return new FileResponse(location.length > 0 ? 201 : 204, [...stateOf(file), ...location]);
  });
}

function withPiece(file: PartialFile, digest: string, size: number): PartialFile {
  const notes = notesOf(file);
  if (notes.pieces.length >= MAX_PIECES) throw refusal(413, 'The upload has come in too many pieces');
  const pieces = [...notes.pieces, [digest, size]];
  return { ...file, offset: file.offset + size, notes: JSON.stringify({ ...notes, pieces }) };
}

async function finish(
  context: UserWriteContext,
  file: PartialFile,
  before: number,
  location: readonly string[],
): Promise<FileResponse> {
  const { organization, services } = context;
  const { length, pieces, ...named } = notesOf(file);
  const quotas = quotasOf(services.config);
  const about = { ...named, urlName: urlNameOf(named.name) };
  const announced = { ...about, digest: '', size: length };
  const uploaded = await context.submitAfterDryRun(
    uploadFile,
    { file: announced, picture: undefined, quotas },
    async () => {
      const stored = await services.files.store(organization.id, joined(services, organization.id, pieces));
      const picture = await services.storedPictures.measure(uploaderOf(organization, context.actor), stored);
      return { file: { ...about, ...stored }, picture, quotas };
    },
  );
  // It is kept for a client that does not get this answer, without the pieces, which are swept.
  const ended = { ...file, notes: JSON.stringify({ ...named, length, pieces: [] } satisfies UploadNotes) };
  await services.files.savePartial(organization.id, ended, before);
  await forgetOldest(context);
  return finished(context, file, uploaded, location);
}

/** Of the uploads that have become files, each person's newest are kept. */
async function forgetOldest(context: UserWriteContext): Promise<void> {
  const { actor, organization, services } = context;
  const all = await services.files.findPartialsOf(organization.id, actor.userId);
  const ended = all.filter(hasEnded).sort((one, other) => other.begunAt - one.begunAt);
  for (const { id } of ended.slice(MAX_UPLOADS_PER_USER))
    await services.files.removePartial(organization.id, id);
}

/** Says where the file is that an upload has become. */
function finished(
  { organization }: Pick<UserWriteContext, 'organization'>,
  file: PartialFile,
  uploaded: Pick<UploadedFile, 'key' | 'name' | 'urlName'>,
  location: readonly string[] = [],
): FileResponse {
  const url = `/user_uploads/${pathIdOf(organization.id, uploaded)}`;
  const body = Buffer.from(JSON.stringify({ result: 'success', msg: '', url, filename: uploaded.name }));
  const headers = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];
  const status = location.length > 0 ? 201 : 200;
  return new FileResponse(status, [...stateOf(file), ...location, ...headers], Readable.from([body]));
}

async function* joined(
  { files }: Pick<Services, 'files'>,
  organizationId: UserWriteContext['organization']['id'],
  pieces: UploadNotes['pieces'],
): AsyncGenerator<Uint8Array> {
  for (const [digest] of pieces) {
    const piece = await files.open(organizationId, digest);
    if (piece === undefined) throw unknownPath();
    yield* piece as AsyncIterable<Uint8Array>;
  }
}
