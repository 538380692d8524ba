import { describeMoveKills } from './moveKills.ts';

describeMoveKills(2_000, 3);
