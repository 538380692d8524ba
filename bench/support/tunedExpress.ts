/**
 * F2, the floor under a send: tuned Express that parses the same form and answers with the same size, and does no work.
 * Its requests are created with Express's prototypes, it makes no ETag, reads bodies itself and ends answers without
 * `res.json`. Prints its port. `floorServer.ts` goes beyond that, as our server does.
 */
import { listen, sendApp, tunedServer } from './expressFloor.ts';

const app = sendApp((response, body) => {
  response.setHeader('Content-Type', 'application/json');
  response.end(body);
});

listen(tunedServer(app));
