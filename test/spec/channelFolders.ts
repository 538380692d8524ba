/** Channel folders. */
import {
  absent,
  administrator,
  asksForLogin,
  type Chapter,
  error,
  field,
  guest,
  integer,
  missing,
  moderator,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  type Step,
} from './row.ts';

const badRequest = 'BAD_REQUEST';
const file = 'channelFolders.ts';
const create = 'POST /channel_folders/create';
const patch = 'PATCH /channel_folders/{folder}';
const list = 'GET /channel_folders';
const newFolder = (fields: Shown = {}): Shown => ({ name: '{fresh}', description: '', ...fields });
const folderIs = (shown: Shown, id = '{folder}'): Step =>
  owner(list, { include_archived: true }).shows(
    Object.fromEntries(
      Object.entries(shown).map(([name, value]) => [`channel_folders[id=${id}].${name}`, value]),
    ),
  );
const onlyAdministrators = ['UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'] as const;

/** What a folder may not be called or told, alike in making and in changing one. */
const refusals = (step: (fields: Shown) => Step): readonly Row[] => [
  parameter('name', 'is not blank', [
    step({ name: '  ' }).refused(badRequest, "Channel folder name can't be empty."),
  ]),
  parameter('name', 'is of max_channel_folder_name_length, 60 characters', [
    step({ name: '{long}' }).refused(badRequest, 'name is too long (limit: 60 characters)'),
  ]),
  parameter('name', 'has printable characters only', [
    step({ name: 'a\u0007' }).refused(badRequest, 'Invalid character in channel folder name, at position 2.'),
  ]),
  parameter('name', 'is no other folder’s, in whatever case', [
    owner(create, { name: 'Taken {fresh}', description: '' }),
    step({ name: 'TAKEN {fresh}' }).refused(badRequest, 'Channel folder name already in use'),
  ]),
  parameter('description', 'is of max_channel_folder_description_length, 1,024 characters', [
    step({ description: '{veryLong}' }).refused(
      badRequest,
      'description is too long (limit: 1024 characters)',
    ),
  ]),
];

export const newFolders: Chapter = {
  about: create,
  file,
  rows: [
    parameter('name', 'is the name, without spaces around', [
      owner(create, newFolder({ name: ' {fresh} ' })).keeps({ id: 'channel_folder_id' }),
      folderIs({ name: '{fresh}' }, '{id}'),
    ]),
    parameter('name', 'is required', [owner(create, { description: '' }).refused(...missing('name'))]),
    parameter('description', 'is Markdown', [
      owner(create, newFolder({ description: '*What*' })).keeps({ id: 'channel_folder_id' }),
      folderIs({ description: '*What*', rendered_description: '<p><em>What</em></p>' }, '{id}'),
    ]),
    parameter('description', 'is required', [
      owner(create, { name: '{fresh}' }).refused(...missing('description')),
    ]),
    parameter('description', 'may be empty', [
      owner(create, newFolder()).shows({ channel_folder_id: integer }),
    ]),
    ...refusals((fields) => owner(create, newFolder(fields))),
    field('channel_folder_id', 'is the ID of the new folder', [
      owner(create, newFolder()).shows({ channel_folder_id: integer }).keeps({ id: 'channel_folder_id' }),
      folderIs({ name: '{fresh}' }, '{id}'),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers people who are not administrators', [
      moderator(create, newFolder()).refused(...onlyAdministrators),
    ]),
    rule('administrators make folders', [
      administrator(create, newFolder()).shows({ channel_folder_id: integer }),
    ]),
    asksForLogin(create, newFolder()),
  ],
};

export const changedFolders: Chapter = {
  about: 'PATCH /channel_folders/:channel_folder_id',
  file,
  rows: [
    parameter('channel_folder_id', 'is the folder', [
      administrator(patch, { name: 'of {fresh}' }).shows(),
      folderIs({ name: 'of {fresh}' }),
    ]),
    parameter('channel_folder_id', 'is an existing folder', [
      owner('PATCH /channel_folders/{nobody}', { name: 'x' }).refused(
        badRequest,
        'Invalid channel folder ID',
      ),
    ]),
    parameter('name', 'is the name', [
      owner(patch, { name: ' new {fresh} ' }).shows(),
      folderIs({ name: 'new {fresh}' }),
    ]),
    parameter('description', 'is Markdown', [
      owner(patch, { description: '*new*' }).shows(),
      folderIs({ description: '*new*', rendered_description: '<p><em>new</em></p>' }),
    ]),
    ...refusals((fields) => owner(patch, fields)),
    parameter('is_archived', 'true archives it', [
      owner(patch, { is_archived: true }).shows(),
      folderIs({ is_archived: true }),
    ]),
    parameter('is_archived', 'false takes it out of the archive', [
      owner(patch, { is_archived: true }),
      owner(patch, { is_archived: false }).shows(),
      folderIs({ is_archived: false }),
    ]),
    parameter('is_archived', 'is not true while a channel is in it', [
      owner('PATCH /streams/{quiet}', { folder_id: '{folder}' }),
      owner(patch, { is_archived: true }).refused(
        badRequest,
        'You need to remove all the channels from this folder to archive it.',
      ),
    ]),
    parameter('is_archived', 'is a boolean', [
      owner(patch, { is_archived: 1 }).refused(badRequest, 'is_archived is not a boolean'),
    ]),
    error(badRequest, 'answers an ID that no folder has', [
      owner('PATCH /channel_folders/{nobody}').refused(badRequest, 'Invalid channel folder ID'),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers people who are not administrators', [
      moderator(patch, { name: 'x' }).refused(...onlyAdministrators),
    ]),
    rule('a folder may be what it is already, of which nothing is recorded', [
      owner(patch, { name: '{folderName}', description: '', is_archived: false }).shows().records(0),
    ]),
    asksForLogin(patch, { name: 'x' }),
  ],
};

export const orderedFolders: Chapter = {
  about: 'PATCH /channel_folders',
  file,
  server: {},
  rows: [
    parameter('order', 'is the IDs of all folders, archived ones too', [
      owner(create, { name: 'one', description: '' }).keeps({ one: 'channel_folder_id' }),
      owner(create, { name: 'two', description: '' }).keeps({ two: 'channel_folder_id' }),
      owner('PATCH /channel_folders/{two}', { is_archived: true }),
      owner('PATCH /channel_folders', { order: ['{two}', '{one}'] })
        .shows()
        .records(1),
      owner(list, { include_archived: true }).shows({
        'channel_folders[0].id': '{two}',
        'channel_folders[1].id': '{one}',
      }),
      owner('PATCH /channel_folders', { order: ['{two}', '{one}'] })
        .shows()
        .records(0),
    ]),
    parameter('order', 'has each folder once', [
      owner('PATCH /channel_folders', { order: ['{nobody}'] }).refused(badRequest, 'Invalid order mapping.'),
    ]),
    parameter('order', 'is required', [owner('PATCH /channel_folders').refused(...missing('order'))]),
    parameter('order', 'is a list of integers', [
      owner('PATCH /channel_folders', { order: ['x'] }).refused(badRequest, 'order[0] is not an integer'),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers people who are not administrators', [
      moderator('PATCH /channel_folders', { order: [] }).refused(...onlyAdministrators),
    ]),
    asksForLogin('PATCH /channel_folders', { order: [] }),
  ],
};

const shownAs = (name: string, promise: string, value: unknown): Row =>
  field(`channel_folders[].${name}`, promise, [folderIs({ [name]: value })]);

export const listedFolders: Chapter = {
  about: list,
  file,
  rows: [
    parameter('include_archived', 'is false where it is left out', [
      owner(patch, { is_archived: true }),
      owner(list).shows({ 'channel_folders[id={folder}].id': absent }),
    ]),
    parameter('include_archived', 'true lists archived folders too', [
      owner(patch, { is_archived: true }),
      owner(list, { include_archived: true }).shows({ 'channel_folders[id={folder}].is_archived': true }),
    ]),
    parameter('include_archived', 'is a boolean', [
      owner(list, { include_archived: 1 }).refused(badRequest, 'include_archived is not a boolean'),
    ]),
    shownAs('id', 'is the ID', '{folder}'),
    shownAs('name', 'is the name', '{folderName}'),
    shownAs('description', 'is Markdown', ''),
    shownAs('rendered_description', 'is HTML', ''),
    shownAs('order', 'is its place, from 0 (feature level 414)', integer),
    shownAs('date_created', 'is UNIX seconds', integer),
    shownAs('creator_id', 'is who made it', '{owner}'),
    shownAs('is_archived', 'is false of most', false),
    rule('guests are shown folders', [
      guest(list).shows({ 'channel_folders[id={folder}].name': '{folderName}' }),
    ]),
    asksForLogin(list),
  ],
};
