'use strict';
// Loaded before everything else, so every Node has to understand it: no syntax from after 2009 in here.
var LEAST = [20, 19];

var parts = process.versions.node.split('.');
var major = Number(parts[0]);
if (major < LEAST[0] || (major === LEAST[0] && Number(parts[1]) < LEAST[1])) {
  var sentence =
    'Hansard needs Node ' + LEAST.join('.') + ' or newer; this is Node ' + process.versions.node + '.';
  process.stderr.write(sentence + '\n');
  process.exit(2);
}
