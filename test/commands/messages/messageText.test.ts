import { expect } from 'chai';
import { type RenderText, renderText } from '../../../src/commands/messages/rendering.ts';
import type { SendMessageInput } from '../../../src/commands/messages/send.ts';
import { type UncheckedMessage, submitMessage } from '../../../src/commands/messages/send.ts';
import { type CheckedContent, checkedContent, checkedTopic } from '../../../src/commands/text.ts';
import type { UserId } from '../../../src/base/ids.ts';
import { organizationAfter } from '../../support/examples.ts';
import { text } from '../messageFixture.ts';

const organization = organizationAfter();
const writerId = 1 as UserId;
const raw = (source: string, more: Partial<UncheckedMessage> = {}): UncheckedMessage => ({
  to: { kind: 'direct', recipientIds: [writerId] },
  topic: checkedTopic(''),
  source,
  writerId,
  readBySender: true,
  queueId: undefined,
  localId: undefined,
  idempotency: undefined,
  ...more,
});

describe('a message on its way to the lane', () => {
  const rendered = { ...text('x').text.rendered, mentionedUserIds: [2 as UserId], widget: '"poll"' };
  const submitted: SendMessageInput[] = [];
  const submit = async (message: SendMessageInput) => void submitted.push(message);
  const sources: string[] = [];
  const render: RenderText = (_, source) => {
    sources.push(source);
    return rendered;
  };
  beforeEach(() => [submitted, sources].forEach((list) => (list.length = 0)));

  it('is checked, then rendered, then submitted once, in the same turn where rendering needs no other', () => {
    void submitMessage(render, organization, raw('\nhello  '), submit);
    expect(sources).to.deep.equal(['hello']);
    expect(submitted).to.have.length(1);
    expect(submitted[0]).to.deep.include({ content: 'hello', rendered }).and.not.have.property('source');
  });

  it('waits for a text that is rendered elsewhere', async () => {
    const sent = submitMessage(async () => rendered, organization, raw('hello'), submit);
    expect(submitted).to.have.length(0);
    await sent;
    expect(submitted[0]).to.deep.include({ content: 'hello', rendered });
  });

  it('is cut to 10,000 characters, however many units and however long it is', () => {
    const mark = '\n[message truncated]';
    for (const [sign, count] of [
      ['x', 10_001],
      ['😀', 10_001],
      ['😀', 200_000],
    ] as const) {
      const content = checkedContent(sign.repeat(count));
      expect(content).to.equal(`${sign.repeat(10_000 - mark.length)}${mark}`);
    }
    expect(checkedContent('😀'.repeat(10_000))).to.equal('😀'.repeat(10_000));
  });

  it('is not rendered where the check refuses its text', () => {
    expect(() => submitMessage(render, organization, raw(' \n'), submit)).to.throw('must not be empty');
    expect([sources, submitted]).to.deep.equal([[], []]);
  });

  it('takes another widget, and notifies nobody where it is silent', async () => {
    await submitMessage(render, organization, raw('a', { widget: '"todo"', isSilent: true }), submit);
    expect(submitted[0]!.rendered)
      .to.include({ widget: '"todo"' })
      .and.deep.include({ mentionedUserIds: [] });
    await submitMessage(render, organization, raw('a', { isSilent: true }), submit);
    expect(submitted[0]!.rendered.widget).to.equal('"todo"');
    expect(submitted[1]!.rendered.widget).to.equal('"poll"');
  });

  it('cannot carry a text that was not checked: the compiler says so', () => {
    const checked: CheckedContent = checkedContent('hello');
    // @ts-expect-error A plain string is no checked content.
    const unchecked: CheckedContent = 'hello';
    // @ts-expect-error Nor is one rendered.
    void renderText(render, organization, 'hello', writerId);
    expect(unchecked).to.equal(checked);
  });
});
