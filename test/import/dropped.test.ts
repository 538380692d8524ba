import { expect } from 'chai';
import type { ImportReport } from '../../src/app/imports/importer.ts';
import type { System } from '../../src/import/records.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { mattermostFile, mattermostLines, mattermostWith } from './mattermostExport.ts';
import { importInto, inChannel, outcomeOf, type Shown, shownTo } from './runImport.ts';
import { PIXEL, slackFiles, slackWith } from './slackExport.ts';
import { tarOf } from './tars.ts';
import { zipOf } from './zips.ts';
import { zulipFiles } from './zulipExport.ts';

const AT = 1_600_000_000;

/** The words `word…` in a value, and the names of the fields on the way to each. */
function wordsIn(
  value: unknown,
  path: readonly string[] = [],
): readonly (readonly [string, readonly string[]])[] {
  if (typeof value === 'string')
    return Array.from(value.matchAll(/word\w+/g), ([word]) => [word, path] as const);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => wordsIn(inner, [...path, field]));
}

const attachment = {
  fallback: 'only without anything else',
  pretext: 'wordPretext',
  author_name: 'wordAuthor',
  author_link: 'https://example.com/wordAuthorLink',
  author_subname: 'wordSubname',
  title: 'wordTitle',
  title_link: 'https://example.com/wordTitleLink',
  text: 'wordText',
  service_name: 'wordService',
  fields: [
    { title: 'wordField', value: 'wordValue', short: true },
    { title: 'wordCount', value: 7 },
  ],
  image_url: 'https://example.com/wordImage.png',
  thumb_url: 'https://example.com/wordThumb.png',
  footer: 'wordFooter',
  ts: AT,
  actions: [{ type: 'button', text: 'wordAction' }],
  unheard: 'wordUnheard',
};

const text = (word: string, type = 'plain_text') => ({ type, text: word });
const blocks = [
  { type: 'header', text: text('wordHeader') },
  {
    type: 'section',
    text: text('*wordSection*', 'mrkdwn'),
    fields: [text('wordLeft', 'mrkdwn'), text('wordRight')],
    accessory: { type: 'button', text: text('wordButton'), url: 'https://example.com/wordButtonLink' },
  },
  {
    type: 'context',
    elements: [
      text('wordContext', 'mrkdwn'),
      { type: 'image', image_url: 'https://example.com/wordIcon.png', alt_text: 'wordAlt' },
    ],
  },
  {
    type: 'image',
    image_url: 'https://example.com/wordPicture.png',
    title: text('wordPictureTitle'),
    alt_text: 'picture',
  },
  {
    type: 'video',
    title: text('wordVideo'),
    title_url: 'https://example.com/wordVideoLink',
    description: text('wordVideoText'),
  },
  { type: 'input', label: text('wordInput') },
  { type: 'actions', elements: [{ type: 'static_select', placeholder: text('wordSelect') }] },
  { type: 'hologram', text: 'wordHologram' },
  { type: 'table', rows: [[{ type: 'raw_text', text: 'wordCell' }]] },
  {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_section',
        elements: [
          { type: 'text', text: 'wordRich', style: { bold: true } },
          { type: 'link', url: 'https://example.com/wordRichLink', text: 'wordLabel' },
        ],
      },
      {
        type: 'rich_text_list',
        style: 'ordered',
        elements: [{ type: 'rich_text_section', elements: [text('wordItem', 'text')] }],
      },
      { type: 'rich_text_quote', elements: [text('wordQuote', 'text')] },
      { type: 'rich_text_preformatted', elements: [text('wordCode', 'text')] },
    ],
  },
];

const comment = { user: 'U2', comment: 'wordComment', timestamp: AT };
const SOURCES: Readonly<Record<string, readonly [System, object]>> = {
  'a message of Slack': [
    'slack',
    { text: 'wordMessage', blocks, attachments: [attachment], metadata: { event: 'wordMetadata' } },
  ],
  'blocks alone': ['slack', { text: '', blocks }],
  'blocks of an attachment': ['slack', { text: '', attachments: [{ fallback: 'x', blocks }] }],
  'a comment on a file': [
    'slack',
    {
      user: undefined,
      subtype: 'file_comment',
      text: 'commented',
      comment,
      file: { id: 'F1', name: 'a.txt' },
    },
  ],
  'a file with words': [
    'slack',
    {
      text: '',
      files: [
        { id: 'F9', name: 'wordName', title: 'wordName', initial_comment: comment, plain_text: 'wordPlain' },
      ],
    },
  ],
  'a post of Mattermost': [
    'mattermost',
    {
      message: 'wordMessage',
      create_at: AT * 1000,
      props: { attachments: [attachment], card: 'wordCard' },
      metadata: { priority: 'wordPriority' },
    },
  ],
};

describe('what a message says', () => {
  let hansard: Hansard;
  let owner: Person;
  beforeEach(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
  });
  afterEach(() => hansard.stop());

  const exportOf = (system: System, fields: object): Buffer =>
    system === 'slack' ? slackWith({ ts: `${AT}.000000`, ...fields }) : mattermostWith(fields);
  const fieldsIn = ({ outcomes }: ImportReport): readonly string[] =>
    outcomes.find(({ kind }) => kind === 'fields')?.skipped.map(({ reason }) => reason) ?? [];

  for (const [what, [system, message]] of Object.entries(SOURCES))
    it(`is shown or counted, each word of ${what}`, async () => {
      const report = await importInto(hansard, system, exportOf(system, message));
      const shown = JSON.stringify(await shownTo(owner, inChannel('plans')));
      const counted = fieldsIn(report).join('\n');
      // Blocks and controls of unknown types are named by these.
      const byType = { wordSelect: 'static_select', wordHologram: 'hologram' } as Readonly<
        Record<string, string>
      >;
      const isCounted = (word: string, path: readonly string[]): boolean =>
        path.some((field) => counted.includes(`: ${field}`)) || counted.includes(byType[word] ?? '\0');
      const lost = wordsIn(message).filter(([word, path]) => !shown.includes(word) && !isCounted(word, path));
      expect(
        lost.map(([word]) => word),
        counted,
      ).to.deep.equal([]);
      expect(report.addsUp).to.equal(true);
    });

  const newest = async (channel = 'plans'): Promise<Shown> =>
    (await shownTo(owner, inChannel(channel))).at(-1)!;

  it('is the text where blocks say the same, and what was written where it only looked like markup', async () => {
    const said = '*not\nbold* _x_ :smile: 1. `';
    const rich = [
      { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [text(said, 'text')] }] },
    ];
    await importInto(hansard, 'slack', exportOf('slack', { text: said, blocks: rich }));
    expect((await newest()).content).to.equal('<p>*not<br>\nbold* _x_ :smile: 1. `</p>');
  });

  it('has the author of a comment, and emoji by other names of theirs', async () => {
    await importInto(
      hansard,
      'slack',
      exportOf('slack', {
        user: 'U1',
        text: 'ok :simple_smile: :wave::skin-tone-3: :no_such_thing:',
        reactions: [{ name: 'simple_smile', users: ['U2'] }],
      }),
    );
    const { content, reactions } = await newest();
    expect(content).to.match(/>:slightly_smiling_face:<.*>:wave_tone2:<.*:no_such_thing:/);
    expect(reactions.map(({ emoji_name }) => emoji_name)).to.deep.equal(['slightly_smiling_face']);
  });

  it('has no halves of characters, nor null bytes, in any text', async () => {
    const half = 'x\ud83d\0y';
    const files = slackFiles();
    const [person, ...others] = files['users.json'] as readonly { readonly profile: object }[];
    const report = await importInto(
      hansard,
      'slack',
      zipOf({
        ...files,
        'users.json': [{ ...person, profile: { ...person?.profile, display_name: half } }, ...others],
        'channels.json': [{ id: 'C1', name: 'plans', purpose: { value: half }, members: ['U1'] }],
        'usergroups.json': [{ id: 'S1', name: half, description: half, users: [] }],
        'plans/2020-01-02.json': [
          {
            user: 'U1',
            ts: `${AT}.000000`,
            thread_ts: `${AT}.000000`,
            text: half,
            files: [{ id: 'F1', name: half }],
          },
        ],
      }),
    );
    expect(report.addsUp).to.equal(true);
    const [message] = await shownTo(owner, inChannel('plans'));
    expect(message?.content).to.include('x\ufffdy');
    expect(JSON.stringify(message)).not.to.match(/\\ud83d|\\u0000/);
  });

  it('names a file once, however many messages show it', async () => {
    const one = { id: 'F7', name: 'one.png', mimetype: 'image/png', user: 'U2' };
    const messages = Array.from({ length: 30 }, (_, index) => ({
      user: index % 2 === 0 ? 'U1' : 'U3',
      ts: `${AT + index}.000000`,
      text: '',
      files: [one],
    }));
    const files = { ...slackFiles(), 'plans/2020-01-02.json': messages, '__uploads/F7/one.png': PIXEL };
    const report = await importInto(hansard, 'slack', zipOf(files));
    const [found, imported, existing] = outcomeOf(report, 'files');
    expect([found, imported, existing]).to.deep.equal([1, 1, 0]);
    const state = () => hansard.app.lanes.bySubdomain('')!.state;
    expect([...state().files.byId.values()].map(({ shownIn }) => shownIn.length)).to.deep.equal([30]);
    const more = [...messages, { user: 'U1', ts: `${AT + 90}.000000`, text: 'again', files: [one] }];
    await importInto(hansard, 'slack', zipOf({ ...files, 'plans/2020-01-02.json': more }));
    expect([...state().files.byId.values()].map(({ shownIn }) => shownIn.length)).to.deep.equal([31]);
  });

  it('counts conversations as new once', async () => {
    for (const [system, bytes] of [
      ['slack', zipOf(slackFiles())],
      ['mattermost', mattermostFile(mattermostLines())],
      ['zulip', await tarOf(zulipFiles())],
    ] as const) {
      const [found, imported, existing] = outcomeOf(
        await importInto(hansard, system, bytes),
        'conversations',
      );
      const again = outcomeOf(await importInto(hansard, system, bytes), 'conversations');
      expect([imported, existing, again[0], again[1], again[2]]).to.deep.equal([found, 0, found, 0, found]);
    }
  });

  it('is in a channel of the age that it had', async () => {
    const created = { slack: 1_500_000_000, zulip: 1_577_952_000 };
    const files = slackFiles();
    const channels = (files['channels.json'] as object[]).map((row) => ({ ...row, created: created.slack }));
    await importInto(hansard, 'slack', zipOf({ ...files, 'channels.json': channels }));
    const dates = () =>
      [...hansard.app.lanes.bySubdomain('')!.state.channels.byId.values()].map(
        ({ createdAt }) => createdAt / 1000,
      );
    expect(dates()).to.include(created.slack);
    await importInto(hansard, 'zulip', await tarOf(zulipFiles()));
    expect(dates()).to.include(created.zulip);
  });

  it('keeps the words of a link to a file, and formulas, from Zulip and Mattermost', async () => {
    const files = zulipFiles();
    const name = 'zulip-export-x/messages-000002.json';
    const { zerver_message: rows, ...others } = files[name] as { readonly zerver_message: object[] };
    const content = '[abs](/user_uploads/2/ab/cd/pixel.png) _x_ \\*\n```latex\nx^2\n```';
    const row = { ...rows[0], id: 99, recipient: 121, subject: 'ship', content };
    await importInto(
      hansard,
      'zulip',
      await tarOf({ ...files, [name]: { ...others, zerver_message: [...rows, row] } }),
    );
    const zulip = (await newest()).content;
    expect(zulip)
      .to.match(/<a href="\/user_uploads\/[^"]+">abs<\/a> _x_ \\\*/)
      .and.include('katex');
    await importInto(
      hansard,
      'mattermost',
      mattermostWith({ message: 'so $x^2$ and\n```tex\ny\n```', create_at: 2 * AT * 1000 }),
    );
    expect((await newest('plans (Mattermost)')).content.match(/class="katex"/g)).to.have.length(2);
  });
});
