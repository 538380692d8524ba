/** All words. A key is a field of some thing, `Message.id`, or a field of any, `stream_id`. */
import { channelWords } from './channels.ts';
import { eventWords } from './events.ts';
import { fileWords } from './files.ts';
import { groupWords } from './groups.ts';
import { messageWords } from './messages.ts';
import { organizationWords } from './organization.ts';
import { peopleWords } from './people.ts';
import { personalWords } from './personalSettings.ts';
import { snapshotWords } from './snapshot.ts';

export const WORDS: Readonly<Record<string, string>> = {
  ...messageWords,
  ...fileWords,
  ...peopleWords,
  ...channelWords,
  ...groupWords,
  ...personalWords,
  ...organizationWords,
  ...snapshotWords,
  ...eventWords,
};
