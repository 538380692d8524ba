/**
 * F2, the floor under a send: Express tuned as LIMITS says, with the same form and the same size of answer, and no work.
 * Its requests are born with Express's prototypes, it makes no ETag, reads bodies itself and ends answers without
 * `res.json`. Prints its port. `floorServer.ts` goes beyond that, as our server does.
 */
import { listen, sendApp, tunedServer } from './expressFloor.ts';

const app = sendApp((response, body) => {
  response.setHeader('Content-Type', 'application/json');
  response.end(body);
});

listen(tunedServer(app));
