import { describeReadModels } from './readModels.ts';
import { sqliteReadModels } from '../projections/store/engines.ts';

describeReadModels('SQLite', sqliteReadModels);
