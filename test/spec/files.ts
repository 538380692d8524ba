/** Uploaded files. */
import {
  asksForLogin,
  type Chapter,
  error,
  field,
  guest,
  integer,
  matching,
  member,
  owner,
  parameter,
  type Row,
  rule,
  user,
} from './row.ts';

const file = 'files.ts';
const post = 'POST /user_uploads';
const uploaded = (by = member) => by(post).uploads('notes.txt').keeps({ url: 'url' });
const URL_OF = matching(/^\/user_uploads\/\d+\/[0-9a-f]{2}\/[\w-]{32}\/notes\.txt$/);
const shownIn = (to: string, by = member) =>
  by('POST /messages', { type: 'channel', to, topic: 'files', content: '[notes]({url})' }).keeps({
    id: 'id',
  });
const newest = (name: string, value: unknown): Row =>
  field(`attachments[].${name}`, 'is shown to the owner', [
    uploaded(user),
    shownIn('{channel}', user),
    user('GET /attachments').shows({ [`attachments[0].${name}`]: value }),
  ]);

export const uploads: Chapter = {
  about: post,
  file,
  rows: [
    field('url', 'is where the file can be read', [
      member(post).uploads('notes.txt').shows({ url: URL_OF }).records(1),
    ]),
    field('uri', 'is the same', [member(post).uploads('notes.txt').shows({ uri: URL_OF })]),
    field('filename', 'is the name of the file', [
      member(post).uploads('notes.txt').shows({ filename: 'notes.txt' }),
    ]),
    error('BAD_REQUEST', 'answers where there is no file', [
      member(post).refused('BAD_REQUEST', 'You must specify a file to upload'),
      member(post).uploads('empty.txt').refused('BAD_REQUEST', 'You must specify a file to upload'),
    ]),
    error('BAD_REQUEST', 'answers two files', [
      member(post)
        .uploads('notes.txt', 'notes.txt')
        .refused('BAD_REQUEST', 'You may only upload one file at a time'),
    ]),
    rule('guests upload, too', [guest(post).uploads('notes.txt').shows()]),
    asksForLogin(post),
  ],
};

export const uploadLimits: Chapter = {
  about: 'POST /user_uploads: what the server has set',
  file,
  server: { MAX_FILE_UPLOAD_SIZE_MIB: '1', UPLOAD_QUOTA_MIB: '1' },
  rows: [
    error('BAD_REQUEST', 'answers a file that is larger than the server takes', [
      member(post)
        .uploads('huge.bin')
        .refused('BAD_REQUEST', 'Uploaded file is larger than the allowed limit of 1 MiB'),
    ]),
    error('REALM_UPLOAD_QUOTA', 'answers a file for which the organization has no room', [
      member(post).uploads('large.png').shows(),
      member(post).uploads('large.png').shows(),
      member(post).uploads('large.png').shows(),
      member(post)
        .uploads('large.png')
        .refused('REALM_UPLOAD_QUOTA', "Upload would exceed your organization's upload quota."),
    ]),
    field('max_file_upload_size_mib', 'is part of the answer to POST /register', [
      member('POST /register', { fetch_event_types: ['realm'] }).shows({
        max_file_upload_size_mib: 1,
        realm_upload_quota_mib: 1,
      }),
    ]),
  ],
};

export const fileUrls: Chapter = {
  about: 'GET /user_uploads/:realm_id/:shard/:secret/:file_name',
  file,
  rows: [
    field('url', 'can be read for a minute without credentials', [
      uploaded(),
      member('GET {url}').shows({ url: matching(/^\/user_uploads\/temporary\/[\w.-]+\/notes\.txt$/) }),
    ]),
    ...(['realm_id', 'shard', 'secret', 'file_name'] as const).map((name) =>
      parameter(name, 'is that of a file', [
        uploaded(),
        member(
          `GET /user_uploads/${['realm_id', 'shard', 'secret', 'file_name'].map((each) => (each === name ? '9' : 'a')).join('/')}`,
        ).refused('BAD_REQUEST', 'Not found', {}, 404),
      ]),
    ),
    rule('others may read a file where they may read a message that shows it', [
      uploaded(),
      owner('GET {url}').refused('BAD_REQUEST', 'Not found', {}, 404),
      shownIn('{channel}'),
      owner('GET {url}').shows(),
      member('DELETE /messages/{id}'),
      owner('GET {url}').refused('BAD_REQUEST', 'Not found', {}, 404),
    ]),
    rule('nobody gives others a file that they may not read themselves', [
      uploaded(),
      shownIn('{channel}', owner),
      user('GET {url}').refused('BAD_REQUEST', 'Not found', {}, 404),
    ]),
    asksForLogin('GET /user_uploads/1/a/b/c'),
  ],
};

export const attachments: Chapter = {
  about: 'GET /attachments',
  file,
  rows: [
    newest('id', integer),
    newest('name', 'notes.txt'),
    newest('path_id', matching(/^\d+\/[0-9a-f]{2}\/[\w-]{32}\/notes\.txt$/)),
    newest('size', 18),
    newest('create_time', integer),
    newest('message_ids', ['{id}']),
    ...(['id', 'date_sent'] as const).map((name) =>
      field(`attachments[].messages[].${name}`, 'is for clients of older feature levels', [
        uploaded(user),
        shownIn('{channel}', user),
        user('GET /attachments').shows({
          [`attachments[0].messages[0].${name}`]: name === 'id' ? '{id}' : integer,
        }),
      ]),
    ),
    field('upload_space_used', 'is the bytes of all files of the caller', [
      uploaded(user),
      user('GET /attachments').shows({ upload_space_used: 18 }),
    ]),
    asksForLogin('GET /attachments'),
  ],
};

export const removedAttachments: Chapter = {
  about: 'DELETE /attachments/:attachment_id',
  file,
  rows: [
    parameter('attachment_id', 'is that of a file of the caller’s', [
      uploaded(user),
      user('GET /attachments').keeps({ attachment: 'attachments[0].id' }),
      owner('DELETE /attachments/{attachment}').refused('BAD_REQUEST', 'Invalid attachment'),
      user('DELETE /attachments/{attachment}').shows().records(1),
      user('DELETE /attachments/{attachment}').refused('BAD_REQUEST', 'Invalid attachment'),
    ]),
    rule('a file that is removed is gone for everybody', [
      uploaded(user),
      shownIn('{channel}', user),
      user('GET /attachments').keeps({ attachment: 'attachments[0].id' }),
      user('DELETE /attachments/{attachment}'),
      owner('GET {url}').refused('BAD_REQUEST', 'Not found', {}, 404),
    ]),
    asksForLogin('DELETE /attachments/1'),
  ],
};
