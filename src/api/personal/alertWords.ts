/** Alert words: listing, adding and removing them. */
import { z } from 'zod';
import { addAlertWords, removeAlertWords } from '../../commands/personal/alertWords.ts';
import { seeOnboardingStep } from '../../commands/personal/navigationViews.ts';
import { alertWordsOf } from '../../organization/slices/alertWords.ts';
import { AlertWords } from '../../wire/personal.ts';
import { json, text } from '../http/parameters.ts';
import { read, type ReadContext, routes, write } from '../http/route.ts';

const response = z.strictObject({ alert_words: AlertWords });
const params = {
  alert_words: json(z.array(z.string().max(100))).describe('Words or phrases, in any case.'),
} as const;

const present = ({
  actor,
  organization: { state },
}: Pick<ReadContext<'user', typeof params>, 'actor' | 'organization'>) => ({
  alert_words: [...alertWordsOf(state, actor.userId)],
});

export const alertWordRoutes = routes({
  'GET /users/me/alert_words': read({
    who: 'user',
    summary: 'List your alert words',
    params: {},
    response,
    handle: present,
  }),

  'POST /users/me/alert_words': write({
    who: 'user',
    summary: 'Add alert words; returns all of them',
    params,
    response,
    async handle(context) {
      await context.submit(addAlertWords, { words: context.params.alert_words });
      return present(context);
    },
  }),

  'DELETE /users/me/alert_words': write({
    who: 'user',
    summary: 'Remove alert words; returns the remaining ones',
    params,
    response,
    async handle(context) {
      await context.submit(removeAlertWords, { words: context.params.alert_words });
      return present(context);
    },
  }),
});

// Onboarding.

export const onboardingRoutes = routes({
  'POST /users/me/onboarding_steps': write({
    who: 'user',
    summary: 'Record that you have seen an onboarding step',
    params: { onboarding_step: text().describe('A name of `onboarding_steps` in POST /register.') },
    async handle({ params, submit }) {
      await submit(seeOnboardingStep, { step: params.onboarding_step });
    },
  }),
});
