import { describeMongo, mongoUrl } from '../support/mongodb/describeMongo.ts';
import { describeFiles } from './files.ts';
import { gridFsFiles } from './files/engines.ts';

describeMongo('Files in MongoDB', () => describeFiles('GridFS', gridFsFiles(mongoUrl)));
