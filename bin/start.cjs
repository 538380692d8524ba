'use strict';
require('./requireNode.cjs');
// With arguments it is `hansard serve`, where they are explained or refused.
if (process.argv.length > 2) process.argv.splice(2, 0, 'serve');
require('./launch.cjs')(process.argv.length > 2 ? 'cli' : 'main');
