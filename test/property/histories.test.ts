import { repetitions } from '../support/repetitions.ts';
import { describeHistories } from './histories.ts';

describeHistories(repetitions(2000, 200));
