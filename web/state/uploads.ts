/** Files on their way to the server. */
import { signal } from '@preact/signals';
import { ownHeaders, showNotice } from './connection.ts';
import { strings } from '../strings.ts';

export interface Upload {
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
}

export const uploads = signal<readonly Upload[]>([]);

/** Uploads a file; resolves with the Markdown of a link to it. Fetch does not report its progress. */
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
    for (const [name, value] of Object.entries(ownHeaders())) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => show({ ...entry, progress: loaded / total });
    request.onloadend = () => {
      show(undefined);
      const answer = request.response as { url?: string; filename?: string; msg?: string } | null;
      if (answer?.url === undefined) showNotice(strings.uploadFailed(file.name, answer?.msg ?? ''), true);
      resolve(answer?.url && `[${(answer.filename ?? file.name).replaceAll(/[[\]]/g, '')}](${answer.url})`);
    };
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}

type Taker = (files: readonly File[]) => void;
let taker: Taker | undefined;

/** Gives to a taker, until the function that is returned is called, the files that are dropped anywhere on the page. */
export function takeDrops(next: Taker): () => void {
  taker = next;
  return () => {
    if (taker === next) taker = undefined;
  };
}

/** The files that are dropped; undefined where something takes them by itself, or where it is no file. */
const dropped = ({ dataTransfer, target, defaultPrevented }: DragEvent): DataTransfer | undefined =>
  dataTransfer?.types.includes('Files') && !defaultPrevented && !(target as Element).closest('input')
    ? dataTransfer
    : undefined;

// A browser would leave the page for the file.
addEventListener('dragover', (event) => {
  const files = dropped(event);
  if (files === undefined) return;
  event.preventDefault();
  if (taker === undefined) files.dropEffect = 'none';
});
addEventListener('drop', (event) => {
  const files = dropped(event);
  if (files === undefined) return;
  event.preventDefault();
  taker?.([...files.files]);
});
