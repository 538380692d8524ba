#!/usr/bin/env -S node --
'use strict';
require('./requireNode.cjs');
require('./launch.cjs')('cli');
