/** Decisions about the record. */
import { Refused } from '../errors.ts';
import { RecordConsulted, type RecordAction } from '../events/record.ts';
import { requireOwner } from './authority.ts';
import { command } from './define.ts';
import { requireText } from './text.ts';

/** Characters of JSON; they are recorded with each look. */
const MAX_CONDITIONS_LENGTH = 2_000;

/** Records that an owner consults the record; what they asked for is answered afterwards only. */
export const consultRecord = command<{ question: RecordAction; conditions: string }, void>({
  name: 'ConsultRecord',
  decide(organization, { question, conditions }, context) {
    requireOwner(organization, context);
    requireText(conditions, MAX_CONDITIONS_LENGTH, 'conditions');
    if (context.actor === null) throw new Refused('The operator reads the log itself');
    return { events: [RecordConsulted({ userId: context.actor, question, conditions })], result: undefined };
  },
});
