/** Files that one has uploaded: where they are shown, what they take, and deleting them. */
import type { Answer } from '@hansard/client';
import { useEffect, useState } from 'preact/hooks';
import { attempt, client } from '../../state/connection.ts';
import { snapshot } from '../../state/data.ts';
import { confirm } from '../../state/dialogs.ts';
import { strings } from '../../strings.ts';
import { Link } from '../link.tsx';
import { fullTime } from '../times.ts';

type Files = Answer<'GET /attachments'>;
type File = Files['attachments'][number];

export function FilesPage() {
  const [files, setFiles] = useState<Files | undefined>(undefined);
  const load = (): Promise<boolean> => attempt(async () => setFiles(await client.call('GET /attachments')));
  useEffect(() => void load(), []);
  const remove = ({ id, name }: File): void => {
    const { deleting, deleteHint: hint, delete: button } = strings.files;
    const work = () => client.call('DELETE /attachments/:attachment_id', { attachment_id: id }).then(load);
    confirm({ title: deleting(name), hint, button, work });
  };
  if (files === undefined) return <p class="quiet padded">{strings.loading}</p>;
  const quota = snapshot.value.realm_upload_quota_mib;
  const used = sizeOf(files.upload_space_used);
  return (
    <section class="settings">
      <h2>{strings.files.title}</h2>
      <p class="quiet">
        {quota ? strings.files.quota(used, sizeOf(quota * 2 ** 20)) : strings.files.used(used)}{' '}
        {strings.files.deleteHint}
      </p>
      {files.attachments.length === 0 && <p class="empty">{strings.files.none}</p>}
      <ul class="conversations">
        {files.attachments.map((file) => (
          <FileRow key={file.id} file={file} onRemove={() => remove(file)} />
        ))}
      </ul>
    </section>
  );
}

function FileRow({ file, onRemove }: { readonly file: File; readonly onRemove: () => void }) {
  const { name, path_id: path, size, create_time: time, messages } = file;
  const [newest] = [...messages].sort((one, other) => other.id - one.id);
  return (
    <li>
      <span class="conversation">
        <span class="name">
          <a href={`/user_uploads/${path}`} target="_blank" rel="noreferrer" dir="auto">
            {name}
          </a>
          <span class="excerpt quiet">
            {sizeOf(size)}, {fullTime(time)},{' '}
            {newest === undefined ? (
              strings.files.notShown
            ) : (
              <Link to={{ kind: 'search', text: `id:${newest.id}` }}>
                {strings.files.shown(messages.length)}
              </Link>
            )}
          </span>
        </span>
      </span>
      <button type="button" onClick={onRemove}>
        {strings.files.delete}
        <span class="unseen"> {name}</span>
      </button>
    </li>
  );
}

/** Bytes in the largest unit of which there is at least one. */
function sizeOf(bytes: number): string {
  const step = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1000)), 3);
  const count = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 }).format(
    bytes / 1000 ** step,
  );
  return `${count} ${strings.files.units[step]}`;
}
