import { expect } from 'chai';
import type { DomainEvent } from '../../src/events/define.ts';
import { example } from '../support/examples.ts';
import { PEOPLE, theOne, town, toWhom } from './fixture.ts';

const { owner, member, outsider, guest, stranger } = PEOPLE;
const all = `${owner} ${member} ${outsider} ${guest} ${stranger}`;

/** The payload of the one client event of an event, which goes to everybody. */
function shownToAll(event: DomainEvent, type: string, ...before: readonly DomainEvent[]): unknown {
  const { to, payload } = theOne(town(...before), event, type);
  expect([...to].join(' ')).to.equal(all);
  return payload;
}

describe('what everybody is told of the organization', () => {
  it('is its name and its description', () => {
    expect(shownToAll(example.organizationRenamed(), 'realm')).to.deep.equal({
      type: 'realm',
      op: 'update',
      property: 'name',
      value: 'The House',
    });
    expect(shownToAll(example.organizationDescribed(), 'realm')).to.deep.equal({
      type: 'realm',
      op: 'update_dict',
      property: 'default',
      data: { description: 'Who we are', rendered_description: '<p>Who we are</p>' },
    });
  });

  it('is its picture, with the version that makes browsers load it again', () => {
    const picture = (picture: 'icon' | 'night_logo') =>
      shownToAll(example.organizationPictureChanged({ picture }), 'realm');
    expect(picture('icon')).to.deep.include({ op: 'update_dict', property: 'icon' });
    expect(picture('icon'))
      .to.have.nested.property('data.icon_url')
      .that.matches(/version=2$/);
    expect(picture('night_logo')).to.deep.include({ op: 'update_dict', property: 'night_logo' });
  });

  it('is the default of a setting', () => {
    expect(shownToAll(example.defaultSettingChanged(), 'realm_user_settings_defaults')).to.deep.equal({
      type: 'realm_user_settings_defaults',
      op: 'update',
      property: 'enter_sends',
      value: true,
    });
  });
});

describe('linkifiers', () => {
  const first = example.linkifierAdded();
  const second = example.linkifierAdded({ linkifierId: 2, pattern: 'x' });
  const ids = (event: DomainEvent, ...before: readonly DomainEvent[]) => {
    const payload = shownToAll(event, 'realm_linkifiers', ...before);
    return (payload as { realm_linkifiers: readonly { id: number }[] }).realm_linkifiers.map(({ id }) => id);
  };

  it('are told all together, in their order, whatever becomes of one', () => {
    expect(ids(first)).to.deep.equal([1]);
    expect(ids(second, first)).to.deep.equal([1, 2]);
    expect(ids(example.linkifierChanged(), first, second)).to.deep.equal([1, 2]);
    expect(ids(example.linkifiersReordered({ order: [2, 1] }), first, second)).to.deep.equal([2, 1]);
    expect(ids(example.linkifierRemoved({ linkifierId: 1 }), first, second)).to.deep.equal([2]);
  });

  it('are not told to clients that know no templates of URLs', () => {
    const { instead } = theOne(town(), first, 'realm_linkifiers');
    expect(instead).to.deep.equal({ without: 'linkifier_url_template', payloads: [] });
  });
});

describe('code playgrounds', () => {
  it('are told all together', () => {
    const added = example.playgroundAdded();
    const shown = {
      id: 1,
      name: 'Rust playground',
      pygments_language: 'Rust',
      url_template: 'https://play.example.com/?code={code}',
    };
    const type = 'realm_playgrounds';
    expect(shownToAll(added, type)).to.deep.equal({ type, realm_playgrounds: [shown] });
    const removed = example.playgroundRemoved({ playgroundId: 1 });
    expect(shownToAll(removed, type, added)).to.deep.equal({ type, realm_playgrounds: [] });
  });
});

describe('allowed domains', () => {
  it('are told one by one', () => {
    const type = 'realm_domains';
    const domain = { domain: 'example.com', allow_subdomains: false };
    expect(shownToAll(example.domainAllowed(), type)).to.deep.equal({
      type,
      op: 'add',
      realm_domain: domain,
    });
    expect(shownToAll(example.domainChanged(), type, example.domainAllowed())).to.deep.equal({
      type,
      op: 'change',
      realm_domain: { ...domain, allow_subdomains: true },
    });
    expect(shownToAll(example.domainDisallowed(), type)).to.deep.equal({
      type,
      op: 'remove',
      domain: 'example.org',
    });
  });
});

describe('custom emoji', () => {
  it('are told one by one, and all together to clients that know no other way', () => {
    const added = example.customEmojiAdded();
    expect(shownToAll(added, 'realm_emoji')).to.deep.nested.include({ op: 'add', 'emoji.name': 'emoji-1' });
    const { payload, instead } = theOne(town(added), example.customEmojiDeactivated(), 'realm_emoji');
    expect(payload).to.deep.equal({
      type: 'realm_emoji',
      op: 'update_one',
      emoji_id: '1',
      data: { deactivated: true },
    });
    expect(instead).to.have.property('without', 'individual_emoji_changes');
    expect(instead?.payloads).to.have.nested.property('[0].realm_emoji.1.deactivated', true);
  });
});

describe('data exports', () => {
  it('are told all together, to administrators alone', () => {
    const requested = example.exportRequested();
    const [finished, deleted] = [example.exportFinished(), example.exportDeleted()];
    expect(toWhom(town(), requested)).to.deep.equal([`realm_export → ${owner}`]);
    const one = (event: DomainEvent, ...before: readonly DomainEvent[]) => {
      const { payload } = theOne(town(...before), event, 'realm_export');
      return 'exports' in payload ? payload.exports[0] : undefined;
    };
    expect(one(requested)).to.deep.include({ id: 1, pending: true, export_url: null });
    expect(one(finished, requested)).to.deep.include({ pending: false, deleted_timestamp: null });
    expect(one(finished, requested)).to.have.property('export_url').that.includes('c'.repeat(40));
    expect(one(deleted, requested, finished)).to.deep.include({ export_url: null });
  });
});
