import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_WAITING } from '#server/http/output-limits.ts';

/** Opens connections that pipeline requests and never read, and reopens closed ones. */
const [host = '', port = '', connections = '', ...paths] = process.argv.slice(2);

/** The most that the server allows. It closes connections with more. */
const PIPELINED = 1 + MAX_WAITING;
const OPEN_EVERY_MS = 8;
/**
 * Every 100th connection is authenticated and requests the last path, so that its responses bypass the shared cache.
 */
const SIGNED_EACH = 100;

for (let number = 0; number < Number(connections); number += 1) {
  open(number);
  await pause(OPEN_EVERY_MS);
}
process.send?.('all are open');

function open(number: number): void {
  const isSigned = number % SIGNED_EACH === 0;
  const path = isSigned ? paths.at(-1) : paths[number % paths.length];
  const signed = isSigned ? 'Authorization: Bearer nobody\r\n' : '';
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${signed}\r\n`;
  const socket = connect(Number(port), host);
  socket.pause().write(request.repeat(PIPELINED));
  socket.on('error', () => {});
  socket.once('close', () => setTimeout(open, 1000, number));
}

process.on('disconnect', () => process.exit());
