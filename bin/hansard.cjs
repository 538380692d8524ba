#!/usr/bin/env node
'use strict';
require('./requireNode.cjs');
require('./launch.cjs')('cli');
