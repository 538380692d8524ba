/** Whether `npm run test:long` asks, which repeats faults and random histories as often as they were promised to hold. */
const isLongRun = process.env.HANSARD_TEST_LONG === 'on';

/** How often something is repeated: `npm test` sees that it works at all. */
export const repetitions = (inLongRun: number, otherwise = 4): number => (isLongRun ? inLongRun : otherwise);
