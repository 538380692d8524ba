import { describeReadModels } from './readModels.ts';
import { sqliteReadModels, threadedReadModels } from '../projections/store/engines.ts';

describeReadModels('SQLite', sqliteReadModels);
describeReadModels('SQLite, with a thread that commits,', threadedReadModels, ['writing']);
