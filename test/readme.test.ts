import { expect } from 'chai';
import { Tour, tourBlocks } from './support/tour.ts';

/** The endpoints that the tour has to show. */
const ENDPOINTS = [
  'POST /messages',
  'POST /scheduled_messages',
  'POST /users/me/subscriptions',
  'PATCH /streams/:stream_id',
  'PATCH /users/me/subscriptions/muted_topics',
  'POST /users/me/presence',
  'GET /users',
  'POST /channel_folders/create',
  'PATCH /channel_folders/:channel_folder_id',
  'POST /invites',
  'POST /invites/multiuse',
  'POST /realm/profile_fields',
  'PATCH /users/me/profile_data',
  'POST /user_groups/create',
  'POST /streams/:stream_id/delete_topic',
  'PATCH /users/me/subscriptions/:stream_id',
  'GET /streams',
  'POST /messages/:message_id/reactions',
  'POST /service-outgoing-webhook',
  'POST /mobile_push/e2ee/test_notification',
  'POST /fetch_api_key',
  'POST /jwt/fetch_api_key',
  'GET /server_settings',
];

/** How it follows what happens. */
const FOLLOWING = ['POST /register', 'GET /events', 'GET /events/stream'];

/** A block for a terminal of its own, which goes on until it is stopped. */
const isFollower = (block: string): boolean => block.includes('/events');

/** The follower in the background, in a shell that knows nothing of the other ones, once it waits for events. */
const inTerminal = (block: string, index: number): string => `
bash > followed-${index} 2>&1 <<'TERMINAL' &
${block}
TERMINAL
until command curl -sS http://localhost:9991/metrics | grep -q '^hansard_polls_waiting ${index + 1}$'; do sleep 0.1; done
`;

/** Waits until the bot has answered, for as long as the receiver is there, and whoever follows has been told. */
const UNTIL_ANSWERED = `
until grace /messages -G -d anchor=newest -d num_before=1 -d num_after=0 | grep 'You said'; do sleep 0.1; done
for file in followed-*; do
  until grep -q 'You said' $file; do sleep 0.1; done
done
`;

const PRINT_FOLLOWED = `
for file in followed-*; do echo FOLLOWED; cat $file; done
`;

describe('the tour of README.md', () => {
  let tour: Tour;
  const [, ...blocks] = tourBlocks();

  before(async () => {
    tour = await Tour.start();
  });
  after(() => tour.stop());

  it('has nothing that an interactive zsh takes otherwise: comments, and history in double quotes', () => {
    for (const line of tourBlocks().join('\n').split('\n')) {
      const unquoted = line.replaceAll(/'[^']*'/g, '');
      expect(unquoted, line).not.to.match(/(^|\s)#|"[^"]*![^"]*"/);
    }
  });

  it('works line by line as it stands, but for the ports', async () => {
    const followers = blocks.filter(isFollower);
    const lines = blocks.map((block) =>
      isFollower(block) ? inTerminal(block, followers.indexOf(block)) : block,
    );
    const [printed = '', ...followed] = (
      await tour.run(lines.join('\n') + UNTIL_ANSWERED + PRINT_FOLLOWED)
    ).split('FOLLOWED');
    expect(printed).to.include('"MessageSent"').and.include('"UserCreated"');
    expect(printed).to.match(/"pushed":1,"push_key_id":7,"payload":\{"type":"test"/);
    expect(printed).to.include('mention by Ada in #design > logo: @**Echo** Is it green now?');
    expect(followed).to.have.lengthOf(2);
    for (const text of followed) {
      const contents = [...text.matchAll(/"content":"([^"]*)"/g)].map(([, content]) => content);
      expect(contents).to.deep.equal(['@**Echo** Is it green now?', 'You said 26 characters.']);
    }
  });

  it('is answered with success whatever it asks', async () => {
    const answers = await tour.answers();
    expect(answers.filter(({ result }) => result !== 'success')).to.deep.equal([]);
    const statuses = [...(await tour.answered()).values()].flatMap((counts) => [...counts.keys()]);
    expect(new Set(statuses)).to.deep.equal(new Set([200]));
  });

  it('calls every endpoint of the interface that was asked for', async () => {
    const answered = await tour.answered();
    expect(ENDPOINTS).to.have.lengthOf(23);
    const shown = [...ENDPOINTS, ...FOLLOWING];
    expect(shown.filter((endpoint) => !answered.has(endpoint))).to.deep.equal([]);
  });

  it('has the bot say what the receiver answers', async () => {
    expect(JSON.stringify((await tour.answers()).at(-1))).to.include('You said 26 characters.');
  });
});
