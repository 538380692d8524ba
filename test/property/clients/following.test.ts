import { describeFollowing } from './following.ts';

describeFollowing(6);
