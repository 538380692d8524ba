'use strict';
require('./requireNode.cjs');
require('./launch.cjs')('main');
