/** Imports Express and says so; the whole life of the process is timed from outside. */
const started = performance.now();
await import('express');
console.log(JSON.stringify({ milliseconds: performance.now() - started }));
