/** Files on their way to the server. */
import { signal } from '@preact/signals';
import { say } from './connection.ts';
import { words } from '../words.ts';

export interface Upload {
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
}

export const uploads = signal<readonly Upload[]>([]);

/** Uploads a file; resolves with the Markdown of a link to it. Fetch cannot tell how far it is. */
export function upload(file: File): Promise<string | undefined> {
  const entry = { name: file.name, progress: 0 };
  let shown: Upload = entry;
  uploads.value = [...uploads.peek(), shown];
  const show = (next: Upload | undefined): void => {
    uploads.value = uploads.peek().flatMap((each) => (each === shown ? (next ?? []) : each));
    if (next) shown = next;
  };
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/v1/user_uploads');
    request.setRequestHeader('X-Requested-With', 'website');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => show({ ...entry, progress: loaded / total });
    request.onloadend = () => {
      show(undefined);
      const answer = request.response as { url?: string; filename?: string; msg?: string } | null;
      if (answer?.url === undefined) say(words.uploadFailed(file.name, answer?.msg ?? ''), true);
      resolve(answer?.url && `[${(answer.filename ?? file.name).replaceAll(/[[\]]/g, '')}](${answer.url})`);
    };
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}
