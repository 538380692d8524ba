/** Pictures of every format that tell more than they show. */
import sharp, { type Sharp } from 'sharp';

const SECRET = 'Kept at Home Street 7';
const EXIF = {
  IFD0: { ImageDescription: SECRET, Artist: SECRET },
  IFD3: {
    GPSLatitude: '52/1 31/1 0/1',
    GPSLatitudeRef: 'N',
    GPSLongitude: '13/1 24/1 0/1',
    GPSLongitudeRef: 'E',
  },
};
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${SECRET}"/></rdf:RDF></x:xmpmeta>`;

const told = (picture: Sharp): Sharp => picture.withExif(EXIF).withXmp(XMP);
const still = (): Sharp =>
  sharp({ create: { width: 80, height: 40, channels: 3, background: { r: 200, g: 30, b: 90 } } });

/** After the head of a JPEG: a comment. */
const commented = (jpeg: Buffer): Buffer => {
  const comment = Buffer.from(`\xff\xfe\0${String.fromCharCode(SECRET.length + 2)}${SECRET}`, 'latin1');
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
};

/** In front of the end of a GIF: a comment. */
const commentedGif = (gif: Buffer): Buffer => {
  const comment = Buffer.from(`\x21\xfe${String.fromCharCode(SECRET.length)}${SECRET}\0`, 'latin1');
  return Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1)]);
};

/** By name: each has a secret, a place or both. */
export async function picturesWithMetadata(): Promise<Readonly<Record<string, Buffer>>> {
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 80, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const moving = (): Sharp => sharp(frames, { join: { animated: true } });
  return {
    JPEG: commented(await told(still()).jpeg().toBuffer()),
    'turned JPEG': commented(await told(still()).withMetadata({ orientation: 6 }).jpeg().toBuffer()),
    PNG: await told(still()).png().toBuffer(),
    WebP: await told(still()).webp().toBuffer(),
    'moving WebP': await told(moving()).webp().toBuffer(),
    GIF: commentedGif(await still().gif().toBuffer()),
    'moving GIF': commentedGif(await moving().gif().toBuffer()),
  };
}

/** What of such metadata is in a picture; '' for none. */
export const leakedMetadata = (bytes: Uint8Array): string =>
  /Home Street|Exif\0|eXIf|EXIF|XMP |xmpmeta|\0!\xfe/.exec(Buffer.from(bytes).toString('latin1'))?.[0] ?? '';
