/** Uploading with a public client of tus. */
import { Upload } from 'tus-js-client';

/** Uploads bytes in pieces of this size; what the server says of the file. */
export function uploadInPieces(
  endpoint: string,
  headers: Readonly<Record<string, string>>,
  bytes: Buffer,
  filename: string,
  chunkSize: number,
): Promise<{ readonly url: string; readonly filename: string }> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint,
      headers: { ...headers },
      chunkSize,
      retryDelays: null,
      metadata: { filename, filetype: 'application/octet-stream' },
      onError: reject,
      onSuccess: ({ lastResponse }) =>
        resolve(JSON.parse(lastResponse.getBody()) as { url: string; filename: string }),
    });
    upload.start();
  });
}
