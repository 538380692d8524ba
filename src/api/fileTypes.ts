/** How browsers are to take a file: shown in its place, or saved. */
import type { UploadedFile } from '../organization/files.ts';

/** Types that browsers show and that hold nothing that runs. */
const SHOWN: ReadonlySet<string> = new Set([
  ...['image/png', 'image/gif', 'image/jpeg', 'image/webp', 'image/avif', 'image/apng', 'text/plain'],
  ...['audio/aac', 'audio/flac', 'audio/mp4', 'audio/mpeg', 'audio/ogg', 'audio/wav', 'audio/webm'],
  ...['video/mp4', 'video/ogg', 'video/webm'],
]);

/** Everything else is bytes to save, whatever its sender said that it is. */
const SAVED = 'application/octet-stream';

export function contentDisposition({ contentType, name }: Pick<UploadedFile, 'contentType' | 'name'>): {
  readonly contentType: string;
  readonly disposition: string;
} {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isShown = SHOWN.has(type);
  return {
    contentType: type === 'text/plain' ? `${type}; charset=utf-8` : isShown ? type : SAVED,
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
