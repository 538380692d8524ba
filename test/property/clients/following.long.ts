import { describeFollowing } from './following.ts';

describeFollowing(100);
