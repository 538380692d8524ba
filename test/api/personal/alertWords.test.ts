import { expect } from 'chai';
import { flagsOf, Flagging, idsThatAre } from '../flagFixture.ts';

describe('alert words over HTTP', () => {
  let flagging: Flagging;

  before(async () => {
    flagging = await Flagging.start();
  });
  after(() => flagging.cast.hansard.stop());

  it('flag what is said while somebody has them, in channels and directly, and after an edit', async () => {
    const { member, owner, guest } = flagging.cast;
    const early = await flagging.send('lunch');
    await member.post('/users/me/alert_words', { alert_words: ['lunch'] });
    const messageId = await flagging.send('Lunch!');
    const other = await flagging.send('Dinner!');
    const direct = await flagging.send('lunch?', { type: 'direct', to: [member.userId], topic: undefined });
    expect(await idsThatAre(member, 'alerted')).to.deep.equal([messageId, direct]);
    expect(await idsThatAre(member, 'alerted', ['channel', 'design'])).to.deep.equal([messageId]);
    expect(await idsThatAre(owner, 'alerted')).to.deep.equal([]);
    expect(await flagsOf(member, messageId)).to.deep.equal(['has_alert_word']);
    expect(await flagsOf(owner, messageId)).to.not.include('has_alert_word');
    await owner.patch(`/messages/${other}`, { content: 'No, lunch!' });
    await owner.patch(`/messages/${messageId}`, { content: 'Tea!' });
    expect(await idsThatAre(member, 'alerted')).to.deep.equal([other, direct]);
    await member.delete('/users/me/alert_words', { alert_words: ['LUNCH'] });
    const late = await flagging.send('lunch');
    expect(await idsThatAre(member, 'alerted')).to.deep.equal([other, direct]);
    for (const id of [early, late]) expect(await flagsOf(member, id)).to.deep.equal([]);
    expect((await guest.get('/users/me/alert_words')).body.alert_words).to.deep.equal([]);
  });
});
