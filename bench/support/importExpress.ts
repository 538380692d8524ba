/** Imports Express, prints a line, and waits to be ended like a server. */
await import('express');
console.log('imported');
setInterval(() => {}, 1000);
