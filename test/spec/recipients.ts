/** The parameter `to` of POST /messages. */
import { administrator, type Chapter, member, owner, parameter, type Shown } from './row.ts';

const toChannel = (to: unknown): Shown => ({ type: 'channel', to, topic: 'logo', content: 'Hello.' });
const toPeople = (to: unknown): Shown => ({ type: 'direct', to, content: 'Hello.' });
const send = 'POST /messages';
const sent = { id: 'id' };

export const recipients: Chapter = {
  about: 'POST /messages: to whom',
  file: 'recipients.ts',
  rows: [
    parameter('to', 'is the ID of a channel', [
      owner(send, toChannel('{channel}')).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.display_recipient': '{channelName}' }),
    ]),
    parameter('to', 'is the name of a channel', [
      owner(send, toChannel('{channelName}')).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.stream_id': '{channel}' }),
    ]),
    parameter('to', 'may be a list of one channel', [
      owner(send, toChannel(['{channel}'])).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.stream_id': '{channel}' }),
    ]),
    parameter('to', 'is not a list of two channels', [
      owner(send, toChannel(['{channel}', '{quiet}'])).refused('BAD_REQUEST', 'Expected exactly one channel'),
    ]),
    parameter('to', 'is required for a channel message', [
      owner(send, { type: 'channel', topic: 'logo', content: 'x' }).refused('BAD_REQUEST', 'Missing channel'),
    ]),
    parameter('to', 'is a list of IDs for a direct message', [
      owner(send, toPeople(['{member}', '{administrator}'])).keeps(sent),
      administrator('GET /messages/{id}').shows({ 'message.type': 'private' }),
    ]),
    parameter('to', 'is a list of addresses for a direct message', [
      owner(send, toPeople(['{memberEmail}'])).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.type': 'private' }),
    ]),
    parameter('to', 'is not IDs and addresses mixed', [
      owner(send, toPeople(['{member}', '{ownerEmail}'])).refused(
        'BAD_REQUEST',
        'Recipient lists may contain emails or user IDs, but not both.',
      ),
    ]),
    parameter('to', 'must name somebody', [
      owner(send, toPeople([])).refused('BAD_REQUEST', 'Message must have recipients'),
    ]),
    parameter('to', 'may list the sender, which changes nothing', [
      owner(send, toPeople(['{member}'])).keeps(sent),
      owner('GET /messages/{id}').keeps({ conversation: 'message.recipient_id' }),
      owner(send, toPeople(['{member}', '{owner}'])).keeps({ again: 'id' }),
      owner('GET /messages/{again}').shows({ 'message.recipient_id': '{conversation}' }),
    ]),
    parameter('to', 'may be the sender alone', [
      owner(send, toPeople(['{owner}'])).keeps(sent),
      owner('GET /messages/{id}').shows({
        'message.display_recipient[0].id': '{owner}',
        'message.display_recipient.length': 1,
      }),
    ]),
  ],
};
