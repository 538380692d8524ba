'use strict';
// A name server for the drive of the unit: every question has one answer, 192.0.2.7, and none for IPv6.
const { createSocket } = require('node:dgram');

const socket = createSocket('udp4');
socket.on('message', (question, { port, address }) => {
  let end = 12;
  while (question[end] !== 0) end += question[end] + 1;
  const asksForAddress = question.readUInt16BE(end + 1) === 1;
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(asksForAddress ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const answer = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7];
  socket.send(
    Buffer.concat([head, question.subarray(12, end + 5), Buffer.from(asksForAddress ? answer : [])]),
    port,
    address,
  );
});
socket.bind(53, '127.0.0.1');
