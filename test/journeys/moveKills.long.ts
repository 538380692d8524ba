import { describeMoveKills } from './moveKills.ts';

describeMoveKills(300_000, 10);
