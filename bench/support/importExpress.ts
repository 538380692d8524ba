/** Imports Express, says so, and waits to be ended like a server. */
await import('express');
console.log('imported');
setInterval(() => {}, 1000);
