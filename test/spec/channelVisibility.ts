/** PATCH /streams/{stream_id}: who sees a channel, and from when on. */
import { becomes, change, changesByBoolean, newChannel, staysWithout } from './channelSteps.ts';
import { type Chapter, parameter } from './row.ts';

const hidden = { invite_only: true };
const shared = { history_public_to_subscribers: true };
const protectedHistory = { history_public_to_subscribers: false };
const TOGETHER = 'history_public_to_subscribers, can_create_topic_group';

export const channelVisibility: Chapter = {
  about: 'PATCH /streams/:stream_id: visibility',
  file: 'channelVisibility.ts',
  rows: [
    becomes(
      'is_private',
      'true makes it private and protects its history',
      { is_private: true },
      {
        invite_only: true,
        ...protectedHistory,
      },
    ),
    becomes(
      'is_private',
      'false makes it public and shares its history',
      { is_private: false },
      {
        invite_only: false,
        ...shared,
      },
      hidden,
    ),
    staysWithout(
      'is_private',
      'is not true of a default channel',
      { is_private: true },
      'A default channel cannot be private.',
      { is_default_stream: true },
    ),
    changesByBoolean('is_private'),
    staysWithout(
      'is_web_public',
      'true asks for a server that has such channels',
      { is_web_public: true },
      'Web-public channels are not enabled.',
    ),
    staysWithout(
      'is_web_public',
      'is not true together with is_private',
      { is_web_public: true, is_private: true },
      'Invalid parameters',
    ),
    changesByBoolean('is_web_public'),
    becomes(
      'history_public_to_subscribers',
      'true shares the history of what becomes private',
      { is_private: true, ...shared },
      { invite_only: true, ...shared },
    ),
    becomes(
      'history_public_to_subscribers',
      'true shares the history of a private channel',
      shared,
      shared,
      hidden,
    ),
    becomes(
      'history_public_to_subscribers',
      'false protects the history of a private channel',
      protectedHistory,
      protectedHistory,
      { ...hidden, ...shared },
    ),
    staysWithout(
      'history_public_to_subscribers',
      'is not false of a public channel',
      protectedHistory,
      'Invalid parameters',
    ),
    parameter('history_public_to_subscribers', 'is false only where everyone may create topics', [
      ...newChannel({ ...hidden, ...shared, can_create_topic_group: '{members}' }),
      change(protectedHistory).refused('BAD_REQUEST', `Unsupported parameter combination: ${TOGETHER}`, {
        parameters: TOGETHER,
      }),
    ]),
    parameter('can_create_topic_group', 'is everyone where the history is protected', [
      ...newChannel(hidden),
      change({ can_create_topic_group: { new: '{members}' } }).refused(
        'BAD_REQUEST',
        `Unsupported parameter combination: ${TOGETHER}`,
        { parameters: TOGETHER },
      ),
    ]),
    changesByBoolean('history_public_to_subscribers'),
  ],
};
