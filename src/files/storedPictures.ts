/** Pictures among the stored files: their sizes, and smaller ones for lists, made at the first request. */
import { BoundedCache } from '../base/collections.ts';
import type { OrganizationId, UserId } from '../base/ids.ts';
import { FileDamaged } from './checkedFiles.ts';
import type { Files, StoredBytes } from './files.ts';
import type { Pictures, PictureSource } from './pictures.ts';
import type { MeasuredPicture, ThumbnailFormat } from './pictureDecoder.ts';

/** Bytes of a picture that is shown as one: it is in the decoder's memory while it is decoded. */
export const MAX_PICTURE_BYTES = 20 * 1_048_576;
/** Bytes of thumbnails that are kept in memory, each with what a map needs. */
const MAX_CACHED_BYTES = 32 * 1_048_576;
const ENTRY_BYTES = 512;
/** The first bytes of files that may be pictures. */
const HEAD_BYTES = 12;
const MAYBE_PICTURE = /^(?:\x89PNG|GIF8|\xff\xd8\xff|RIFF)/;

/** The owner of the picture. */
interface Uploader {
  readonly organizationId: OrganizationId;
  readonly ownerId: UserId;
}

type Thumbnail = Uint8Array | null;

/** Decodes stored pictures beside the main thread. */
export class StoredPictures {
  readonly #files: Pick<Files, 'open'>;
  readonly #pictures: Pick<Pictures, 'thumbnail' | 'measure'>;
  readonly #kept: BoundedCache<Thumbnail>;
  readonly #underWay = new Map<string, Promise<Thumbnail>>();

  constructor(
    files: Pick<Files, 'open'>,
    pictures: Pick<Pictures, 'thumbnail' | 'measure'>,
    mostKept = MAX_CACHED_BYTES,
  ) {
    this.#files = files;
    this.#pictures = pictures;
    this.#kept = new BoundedCache(mostKept);
  }

  /** Size of a stored picture that can be decoded; undefined for other files, for too large ones, and where the decoder is too busy. */
  async measure(asker: Uploader, { digest, size }: StoredBytes): Promise<MeasuredPicture | undefined> {
    if (size > MAX_PICTURE_BYTES) return undefined;
    const { organizationId } = asker;
    const stream = await this.#files.open(organizationId, digest, {
      start: 0,
      end: Math.min(size, HEAD_BYTES) - 1,
    });
    const head = stream && Buffer.concat((await stream.toArray().catch(noneOfDamaged)) as Buffer[]);
    if (head === undefined || !MAYBE_PICTURE.test(head.toString('latin1'))) return undefined;
    const measured = await this.#pictures
      .measure(asker, this.#sourceOf(organizationId, digest))
      .catch(() => undefined);
    return measured ?? undefined;
  }

  /**
   * The picture in a format, as WebP; null where it cannot be decoded. Made once for simultaneous requests. Errors:
   * `NotReady` when too many are waiting.
   */
  thumbnail(
    asker: Uploader,
    digest: string,
    format: ThumbnailFormat & { readonly name: string },
  ): Promise<Thumbnail> {
    const key = `${asker.organizationId}/${digest}/${format.name}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return Promise.resolve(kept);
    const underWay = this.#underWay.get(key) ?? this.#made(key, asker, digest, format);
    this.#underWay.set(key, underWay);
    return underWay;
  }

  async #made(key: string, asker: Uploader, digest: string, format: ThumbnailFormat): Promise<Thumbnail> {
    try {
      const source = this.#sourceOf(asker.organizationId, digest);
      const made = await this.#pictures.thumbnail(asker, source, format);
      this.#kept.keep(key, made, spaceOf(made));
      return made;
    } catch (error) {
      if (error instanceof FileDamaged) return null; // it may be replaced by the right one
      throw error;
    } finally {
      this.#underWay.delete(key);
    }
  }

  #sourceOf(organizationId: OrganizationId, digest: string): PictureSource {
    return () => this.#files.open(organizationId, digest);
  }
}

/** For `catch`: no bytes of a damaged file. */
function noneOfDamaged(error: unknown): readonly Buffer[] {
  if (error instanceof FileDamaged) return [];
  throw error;
}

const spaceOf = (made: Thumbnail): number => ENTRY_BYTES + (made?.byteLength ?? 0);
