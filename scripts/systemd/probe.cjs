'use strict';
// What a process in the unit's sandbox can do, for the drive of the unit.
const { fork } = require('node:child_process');
const { lookup } = require('node:dns/promises');
const { totalmem, networkInterfaces } = require('node:os');

async function main() {
  if (process.send !== undefined) return process.exit(42);
  console.log('name', (await lookup('chat.example.com')).address);
  fork(__filename).on('exit', (code) => console.log('process', code));
  console.log('memory', totalmem() > 1e8 && Object.keys(networkInterfaces()).length > 0 ? 'yes' : 'no');
  console.log('compiled', isCompiled() ? 'yes' : 'no');
}

/** WebAssembly runs only where memory may be written and executed. */
function isCompiled() {
  const module = new WebAssembly.Module(
    // A function that returns 7.
    Buffer.from('0061736d010000000105016000017f03020100070501017300000a0601040041070b', 'hex'),
  );
  return new WebAssembly.Instance(module).exports.s() === 7;
}

main();
