/** Reading uploaded files: outside of the interface's prefix, with credentials, as a spectator, or by a URL of one minute. */
import { Readable } from 'node:stream';
import { z } from 'zod';
import { OrganizationId, type UserId } from '../../base/ids.ts';
import { FileId } from '../../events/files.ts';
import { canReadFile } from '../../organization/access/files.ts';
import { fileWithKey, type UploadedFile } from '../../organization/slices/files.ts';
import { THUMBNAIL_FORMATS } from '../../wire/files.ts';
import { admitSpectator } from '../http/authentication.ts';
import { pathText } from '../http/parameters.ts';
import { unknownPath } from '../http/problems.ts';
import { FileResponse } from '../http/responses.ts';
import { EmptyResponse, read, routes } from '../http/route.ts';
import type { ServedOrganization } from '../http/servedOrganization.ts';
import type { Services } from '../http/services.ts';
import { uploaderOf } from './limits.ts';
import { TextCharsets } from './textCharsets.ts';

// Ranges of bytes (RFC 9110, 14): one of them, or the whole.

/** Bytes from `start` up to and including `end`. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** What a request asks for; undefined for the whole, as where it asks for several ranges or has seen another file. */
function parseRange(
  rangeHeader: string | undefined,
  ifRange: string | undefined,
  etag: string,
  size: number,
): Range | 'unsatisfiable' | undefined {
  if (rangeHeader === undefined || (ifRange !== undefined && ifRange.trim() !== etag)) return undefined;
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(rangeHeader.trim()) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const start = Math.max(size - Number(last), 0);
    return Number(last) === 0 || size === 0 ? 'unsatisfiable' : { start, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  // One that ends before it begins is none.
  if (last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : 'unsatisfiable';
}

// How browsers are to take a file: shown in its place, or saved.

/** Types that browsers show and that hold nothing that runs. */
const SHOWN: ReadonlySet<string> = new Set([
  'image/png',
  'image/gif',
  'image/jpeg',
  'image/webp',
  'image/avif',
  'image/apng',
  'text/plain',
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'video/mp4',
  'video/ogg',
  'video/webm',
]);

/** Everything else is bytes to save, whatever its sender said that it is. */
const SAVED = 'application/octet-stream';

const TEXT = 'text/plain';
const textCharsets = new TextCharsets();

function contentDisposition({ contentType, name }: Pick<UploadedFile, 'contentType' | 'name'>): {
  readonly contentType: string;
  readonly disposition: string;
} {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isShown = SHOWN.has(type);
  return {
    contentType: isShown ? type : SAVED,
    disposition: `${isShown ? 'inline' : 'attachment'}; ${nameParameters(name)}`,
  };
}

/** The name twice (RFC 6266): in ASCII for those who read nothing else, and whole. */
function nameParameters(name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_');
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** The parts of a file's URL, as they were asked for. */
interface FilePathParams {
  readonly realm_id: string;
  readonly shard: string;
  readonly secret: string;
  readonly file_name: string;
}

/** Milliseconds for which a temporary URL is good. */
const TEMPORARY_URL_MS = 60_000;

/** The parameters of a file's path. */
export const filePath = {
  realm_id: pathText().describe(OrganizationId),
  shard: pathText().describe('The two digits in the file’s path.'),
  secret: pathText().describe('The part of the path that cannot be guessed.'),
  file_name: pathText().describe('The last part of the file’s path.'),
};

/** Below the root, and not of the interface: browsers load them as they stand in messages. */
export const fileReadingRoutes = routes({
  'GET /user_uploads/:realm_id/:shard/:secret/:file_name': read({
    who: 'visitor',
    summary: 'Read a file',
    params: filePath,
    response: EmptyResponse,
    handle({ params, actor, organization, services, header }) {
      admitSpectator(organization, actor);
      const file = requireReadableFile(organization, actor?.userId ?? null, params);
      return answerOf(organization.id, file, services, header);
    },
  }),

  'GET /user_uploads/thumbnail/:realm_id/:shard/:secret/:file_name/:format': read({
    who: 'visitor',
    summary: 'Read a smaller picture in the place of an uploaded one',
    params: { ...filePath, format: pathText() },
    response: EmptyResponse,
    handle({ params, actor, organization, services, header }) {
      admitSpectator(organization, actor);
      const file = requireReadableFile(organization, actor?.userId ?? null, params);
      const format = THUMBNAIL_FORMATS.find(({ name }) => name === params.format);
      if (format === undefined || file.picture === undefined) throw unknownPath();
      return thumbnailOf(organization, file, format, services, header);
    },
  }),

  'GET /user_uploads/temporary/:token/:file_name': read({
    who: 'anyone',
    summary: 'Read a file by a URL that is good for a minute',
    params: { token: pathText(), file_name: pathText() },
    response: EmptyResponse,
    async handle({ params, organization, services, header }) {
      const file = await fileOf(params.token, organization, services);
      if (file?.urlName !== params.file_name) throw unknownPath();
      return answerOf(organization.id, file, services, header);
    },
  }),
});

/** The file, if the viewer may read it; hidden files are treated as absent. */
export function requireReadableFile(
  { id, state }: ServedOrganization,
  viewerId: UserId | null,
  { realm_id, shard, secret, file_name }: FilePathParams,
): UploadedFile {
  const file = fileWithKey(state, `${shard}/${secret}`);
  const isHere = file && realm_id === String(id) && file.urlName === file_name;
  if (!isHere || !canReadFile(state, viewerId, file)) throw unknownPath();
  return file;
}

/** What a temporary URL says, sealed. */
const Ticket = z.strictObject({ fileId: FileId, expiresAt: z.number() });

const purposeIn = (organizationId: OrganizationId): string => `file ${organizationId}`;

/** A URL by which anybody may read a file for a minute. */
export function temporaryPath(
  organizationId: OrganizationId,
  { fileId, urlName }: UploadedFile,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
): string {
  const ticket = { fileId, expiresAt: clock.now() + TEMPORARY_URL_MS } satisfies z.infer<typeof Ticket>;
  const token = secrets.sealText(purposeIn(organizationId), JSON.stringify(ticket));
  return `/user_uploads/temporary/${token}/${encodeURIComponent(urlName)}`;
}

/** The file of a temporary URL; undefined where that is none, or an old one. */
async function fileOf(
  token: string,
  { id, state }: ServedOrganization,
  { secrets, clock }: Services,
): Promise<UploadedFile | undefined> {
  const text = await secrets.openText(purposeIn(id), token);
  if (text === undefined) return undefined;
  const { fileId, expiresAt } = Ticket.parse(JSON.parse(text));
  return expiresAt > clock.now() ? state.files.byId.get(fileId) : undefined;
}

/** Whatever a file holds, nothing in it runs, and no page can be made of it. */
const HARMLESS = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox",
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
] as const;

/** Rights change, so that each use is asked for; the bytes of a URL do not. */
const cachedAs = (etag: string): readonly string[] => [
  ...HARMLESS,
  'Cache-Control',
  'private, no-cache',
  'ETag',
  etag,
];

/** Made when it is first asked for, of a file that was taken for a picture. */
async function thumbnailOf(
  organization: ServedOrganization,
  { digest, ownerId }: UploadedFile,
  format: (typeof THUMBNAIL_FORMATS)[number],
  { storedPictures }: Services,
  header: (name: string) => string | undefined,
): Promise<FileResponse> {
  const etag = `"${digest}-${format.name}"`;
  if (isKnown(header('if-none-match'), etag)) return new FileResponse(304, cachedAs(etag));
  const made = await storedPictures.thumbnail(uploaderOf(organization, { userId: ownerId }), digest, format);
  if (made === null) throw unknownPath();
  const about = ['Content-Type', 'image/webp', 'Content-Length', String(made.byteLength)];
  return new FileResponse(200, [...cachedAs(etag), ...about], Readable.from([made]));
}

async function answerOf(
  organizationId: OrganizationId,
  file: UploadedFile,
  { files }: Services,
  header: (name: string) => string | undefined,
): Promise<FileResponse> {
  const etag = `"${file.digest}"`;
  const common = [...cachedAs(etag), 'Accept-Ranges', 'bytes'];
  if (isKnown(header('if-none-match'), etag)) return new FileResponse(304, common);
  const range = parseRange(header('range'), header('if-range'), etag, file.size);
  if (range === 'unsatisfiable')
    return new FileResponse(416, [...common, 'Content-Range', `bytes */${file.size}`, 'Content-Length', '0']);
  const { contentType, disposition } = contentDisposition(file);
  const charset = contentType === TEXT ? await textCharsets.of(organizationId, file, files) : undefined;
  const body = await files.open(organizationId, file.digest, range);
  if (body === undefined) throw unknownPath();
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  const headers = [
    ...common,
    'Content-Type',
    charset === undefined ? contentType : `${contentType}; charset=${charset}`,
    'Content-Disposition',
    disposition,
    'Content-Length',
    String(end - start + 1),
    ...(range ? ['Content-Range', `bytes ${start}-${end}/${file.size}`] : []),
  ];
  return new FileResponse(range ? 206 : 200, headers, body);
}

const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
