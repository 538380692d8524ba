import { describeFiles } from './files.ts';
import { folderFiles } from './files/engines.ts';

describeFiles('A folder', folderFiles);
