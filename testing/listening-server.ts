import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export async function listeningServer(server: Server): Promise<(request: string) => Socket> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return (request) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(request);
    onTestFinished(() => void socket.destroy());
    return socket;
  };
}
