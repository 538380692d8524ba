import { mongoReadModels } from '../projections/store/engines.ts';
import {
  describeMongo,
  describeOwnMongo,
  mongoUrl,
  standaloneMongoUrl,
} from '../support/mongodb/describeMongo.ts';
import { describeReadModels } from './readModels.ts';

describeMongo('MongoDB with transactions', () => describeReadModels('MongoDB', mongoReadModels(mongoUrl)));

describeOwnMongo('MongoDB without transactions', () =>
  describeReadModels('A lone MongoDB', mongoReadModels(standaloneMongoUrl)),
);
