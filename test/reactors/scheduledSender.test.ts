import { expect } from 'chai';
import { example, EXAMPLE_START, stored } from '../support/examples.ts';
import { MemoryLog, Wire } from '../support/memoryLog.ts';
import { TestClock } from '../support/testClock.ts';
import { Node, STREAM } from '../property/scheduledNodes.ts';

const MINUTE = 60_000;

describe('the delivery of a scheduled message', () => {
  it('reads the message in the log once', async () => {
    const memory = new MemoryLog();
    const clock = new TestClock(EXAMPLE_START);
    const deliverAt = EXAMPLE_START + MINUTE;
    const history = stored([
      example.organizationFounded(),
      example.systemGroupsCreated(),
      example.userCreated({ userId: 1, role: 100 }),
      example.channelCreated({ channelId: 1 }),
      example.messageScheduled({ scheduledMessageId: 1, authorId: 1, channelId: 1, deliverAt }),
    ]);
    await memory.over(new Wire()).append(STREAM, history, 'no stream');
    const node = new Node(memory, clock);
    const read = node.log.readStream.bind(node.log);
    const readAlone: unknown[] = [];
    node.log.readStream = (stream, options) => {
      if (options?.limit === 1) readAlone.push(options.from);
      return read(stream, options);
    };
    await node.start();
    await clock.advance(2 * MINUTE);
    await node.settled();
    expect(memory.streamOf(STREAM).map(({ type }) => type)).to.include('ScheduledMessageSent');
    expect(readAlone).to.deep.equal([history.length - 1]);
    await node.crash();
  });
});
