'use strict';
// The health check of the image: exit code 0 while this server says that it is ready.
const { get } = require('node:http');

const port = process.env.PORT || 9991;
get({ host: '127.0.0.1', port, path: '/health/ready', timeout: 2_500 }, ({ statusCode }) => {
  process.exit(statusCode === 200 ? 0 : 1);
})
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));
