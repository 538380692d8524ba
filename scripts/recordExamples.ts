/** Runs the examples of docs/generated/api.md on a new server and keeps their answers for the OpenAPI document. */
import { writeFileSync } from 'node:fs';
import { Tour } from '../test/support/tour.ts';
import { apiExamples, EXAMPLES_PRELUDE } from './apiExamples.ts';
import { EXAMPLES_PATH, exampleAnswers } from './exampleAnswers.ts';

const tour = await Tour.start();
try {
  await tour.run(EXAMPLES_PRELUDE + apiExamples.map(({ shell }) => shell).join('\n'));
  const text = exampleAnswers(apiExamples, await tour.answers());
  writeFileSync(new URL(`../${EXAMPLES_PATH}`, import.meta.url), text);
} finally {
  await tour.stop();
}
